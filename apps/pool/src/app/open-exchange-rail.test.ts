import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PayingExchange } from '../domain/kernel/exchange.ts';
import type { PayoutWithdrawals } from '../domain/kernel/payout-withdrawals.ts';
import type { ExchangeRailEntry } from '../settings/exchange-rail-settings.ts';
import { openExchangeRail, openPayer } from './open-exchange-rail.ts';

const directory = mkdtempSync(join(tmpdir(), 'openlode-payer-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = (name: string, apiKey: string): string => {
  const path = join(directory, name);
  writeFileSync(path, `${apiKey}\nc2VjcmV0IQ==\n`);
  return path;
};
const account = {
  venue: 'kraken' as const,
  url: 'http://127.0.0.1:1',
  keyFile: file('watch', 'k'),
  tradeKeyFile: file('trade', 't'),
  withdrawKeyFile: file('withdraw', 'w'),
};
const entryOf = (apiKey: string): ExchangeRailEntry => ({
  venue: 'kraken',
  keyFile: file('pay', apiKey),
  coins: [{ coin: 'XRP', network: 'XRP', method: 'XRP', least: 1n, step: 1n, feeMax: 1n }],
});

describe('the rail that pays out of an account', () => {
  it('answers no call that trades, and pays the coins of the file alone', async () => {
    const payer = await openPayer(entryOf('p'), [account], () => 0);
    expect(Object.keys(payer).toSorted()).toEqual([
      'balances',
      'check',
      'name',
      'registered',
      'transfers',
      'validMs',
      'withdraw',
    ]);
    const parts = { exchanges: [account], withdrawals: {} as PayoutWithdrawals, now: () => 0 };
    const [rail, other] = openExchangeRail({ kind: 'regtest', exchangeRail: entryOf('p') }, parts);
    expect(other).toBeUndefined();
    expect(rail).toMatchObject({ networks: ['XRP'], resend: 'never', through: 'kraken' });
    expect([rail?.pays('XRP', 'XRP'), rail?.pays('XRP', 'BSC'), rail?.pays('DOGE', 'DOGE')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(openExchangeRail({ kind: 'regtest' }, parts)).toEqual([]);
  });

  it('reads no key before it asks, and moves nothing where there is none', async () => {
    let exchange: PayingExchange | undefined;
    const withdrawals = {
      spendable: (asked: PayingExchange) => {
        exchange = asked;
        return asked.balances();
      },
    } as unknown as PayoutWithdrawals;
    const keyFile = join(directory, 'none');
    const [rail] = openExchangeRail(
      { kind: 'regtest', exchangeRail: { ...entryOf('p'), keyFile } },
      { exchanges: [account], withdrawals, now: () => 0 },
    );
    await expect(rail?.funds?.('XRP', 'XRP', [])).rejects.toThrow('cannot be read');
    const nothing = {
      id: 'p',
      coin: 'XRP',
      network: 'XRP',
      address: 'r',
      memo: '',
      amount: 1n,
      feeMax: 1n,
      madeAt: 0,
    };
    expect(await exchange?.withdraw(nothing)).toMatchObject({ kind: 'not-sent' });
  });

  it.each(['k', 't', 'w'])('is refused where its key is one of the others, %s', async (key) => {
    await expect(openPayer(entryOf(key), [account], () => 0)).rejects.toThrow('has the same key');
  });
});
