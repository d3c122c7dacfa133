import { expect, it } from 'vitest';
import { parseAmount } from '@openlode/money/amount';
import type { ExchangeRailEntry } from '../../settings/exchange-rail-settings.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import { checkExchangeRail } from './check-exchange-rail.ts';

const entry: ExchangeRailEntry = {
  venue: 'kraken',
  keyFile: '/key',
  coins: [
    {
      coin: 'XRP',
      network: 'XRP',
      method: 'XRP',
      least: parseAmount('2'),
      step: 10n ** 12n,
      feeMax: parseAmount('0.5'),
    },
  ],
};
const config = {
  nodePool: { kind: 'real', chains: [], rails: [], exchangeRail: entry } as unknown as NodePool,
  exchanges: [],
};
const exchange = {
  name: 'kraken',
  validMs: 1,
  balances: async () => new Map([['XRP', { available: parseAmount('7'), total: parseAmount('9') }]]),
  transfers: async () => [],
  check: async () => undefined,
  withdraw: async () => {
    throw new Error('nothing is paid by a doctor');
  },
  registered: async () => [{ address: 'r1', memo: '' }],
};

it('says what the account has of each coin that it pays, and how many addresses it may pay', async () => {
  expect(await checkExchangeRail(config, async () => exchange)).toMatchObject([
    {
      subject: 'payouts of XRP through kraken',
      state: 'well',
      found: '7 XRP there, and 1 registered addresses',
    },
  ]);
  expect(await checkExchangeRail({ ...config, nodePool: undefined })).toEqual([]);
});

it('says where the account does not answer, or lets less out than miners are paid', async () => {
  const silent = async () => {
    throw new Error('EAPI:Invalid key');
  };
  expect(await checkExchangeRail(config, silent)).toMatchObject([
    { state: 'ill', found: 'EAPI:Invalid key' },
  ]);
  expect(await checkExchangeRail(config, async () => ({ ...exchange, registered: silent }))).toMatchObject([
    { subject: 'payouts of XRP through kraken', state: 'ill', found: 'EAPI:Invalid key' },
  ]);
  const dear = { ...entry, coins: entry.coins.map((each) => ({ ...each, least: parseAmount('10') })) };
  const { nodePool } = config;
  expect(
    await checkExchangeRail(
      { ...config, nodePool: { ...nodePool, exchangeRail: dear } },
      async () => exchange,
    ),
  ).toMatchObject([
    { state: 'warning', found: 'it lets no less than 10 out, and miners are paid from 2 on' },
  ]);
});
