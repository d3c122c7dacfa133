import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allRoles, type Role } from '../settings/role-settings.ts';
import { openAccounts } from './open-traders.ts';

const directory = mkdtempSync(join(tmpdir(), 'openlode-traders-'));
afterAll(() => rmSync(directory, { recursive: true }));

function open({ withdraw = 'w', coin = 'LTC', network = 'LTC', roles = [...allRoles] as Role[] }) {
  const file = (name: string, apiKey: string) => {
    const path = join(directory, name);
    writeFileSync(path, `${apiKey}\nc2VjcmV0IQ==\n`);
    return path;
  };
  const entry = {
    venue: 'kraken' as const,
    url: 'http://127.0.0.1:1',
    keyFile: file('watch', 'k'),
    tradeKeyFile: file('trade', 't'),
    withdrawKeyFile: file('withdraw', withdraw),
    withdrawTo: [{ coin, network, name: 'pool', feeMax: 1n }],
  };
  const rails = { railOf: (network: string) => ({ kind: 'no-rail', network }) as const };
  return openAccounts(
    { exchanges: [entry], nodePool: { kind: 'regtest' }, roles: new Set(roles) },
    () => 0,
    rails,
  );
}

describe('the accounts of the settings', () => {
  it('are looked at in every process, and keys that trade, withdraw or pay are read by the treasury alone', async () => {
    const missing = {
      venue: 'kraken' as const,
      url: 'http://127.0.0.1:1',
      keyFile: join(directory, 'watch'),
      tradeKeyFile: join(directory, 'no-such-trade'),
      withdrawKeyFile: join(directory, 'no-such-withdraw'),
      withdrawTo: [{ coin: 'LTC', network: 'LTC', name: 'pool', feeMax: 1n }],
    };
    writeFileSync(missing.keyFile, 'k\nc2VjcmV0IQ==\n');
    const exchangeRail = { venue: 'kraken' as const, keyFile: join(directory, 'no-such-pay'), coins: [] };
    const rails = { railOf: (network: string) => ({ kind: 'no-rail', network }) as const };
    const pool = { kind: 'regtest' as const, exchangeRail };
    const openAs = (...roles: Role[]) =>
      openAccounts({ exchanges: [missing], nodePool: pool, roles: new Set(roles) }, () => 0, rails);
    const elsewhere = await openAs('web', 'stratum', 'tasks');
    expect(elsewhere.exchanges.map(({ name }) => name)).toEqual(['kraken']);
    expect(elsewhere).toMatchObject({ traders: [], withdrawers: [], hasKeysElsewhere: true });
    // The same files where they are needed.
    await expect(openAs('treasury')).rejects.toThrow('no-such-pay');
    expect(await open({})).not.toHaveProperty('hasKeysElsewhere');
  });

  it('answer no call that trades where they withdraw, and none that withdraws where they trade', async () => {
    const { traders, withdrawers } = await open({});
    expect(traders.map((each) => Object.keys(each).toSorted())).toEqual([
      ['balances', 'fills', 'lookUpOrder', 'name', 'place', 'validMs'],
    ]);
    expect(withdrawers.map(({ exchange }) => Object.keys(exchange).toSorted())).toEqual([
      ['balances', 'name', 'transfers', 'validMs', 'withdraw'],
    ]);
  });

  it.each(['k', 't'])(
    'are refused where the key that withdraws is one of the others, %s',
    async (withdraw) => {
      await expect(open({ withdraw })).rejects.toThrow('has the same key');
    },
  );

  it.each([
    ['ETH', 'ETH'],
    ['ETH', 'ARBITRUM'],
    ['XMR', 'XMR'],
    ['USDT', 'USDT'],
    ['USDT', 'TRX'],
  ])(
    'are refused where they are to withdraw %s on %s, whose nodes do not say what came',
    async (coin, network) => {
      await expect(open({ coin, network })).rejects.toThrow(`${coin} on ${network} is none of `);
    },
  );

  it.each(['SOL', 'XRP'])('withdraw %s, whose nodes say what a transaction has paid', async (coin) => {
    const { withdrawers } = await open({ coin, network: coin });
    expect(withdrawers.map(({ listed }) => listed)).toMatchObject([[{ coin, network: coin }]]);
  });

  it('withdraw tokens, to wallets of the network that is named', async () => {
    const { withdrawers } = await open({ coin: 'USDT', network: 'ETH' });
    expect(withdrawers.map(({ listed }) => listed)).toMatchObject([[{ coin: 'USDT', network: 'ETH' }]]);
  });
});
