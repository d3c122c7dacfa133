import { describe, expect, it } from 'vitest';
import {
  boughtAccount,
  chainAccount,
  conversionAccount,
  exchangeAccount,
  inflightAccount,
  isMinersAccount,
  kindOf,
  type LedgerAccount,
  mayBeNegative,
  miningAccount,
  networkAccount,
  pendingAccount,
  referralAccount,
  roundAccount,
  tradingFeesAccount,
  transitAccount,
} from './accounts.ts';

describe('the chart of accounts', () => {
  it.each([
    [miningAccount(7n), 'miner:7:mining', 'mining', false],
    [referralAccount(7n), 'miner:7:referral', 'referral', false],
    [pendingAccount(7n), 'miner:7:pending', 'pending', false],
    [roundAccount(12n), 'round:12', 'round', false],
    [inflightAccount(3n), 'inflight:3', 'inflight', false],
    [chainAccount('bitcoin'), 'ext:chain:bitcoin', 'external', true],
    [networkAccount('TRX'), 'ext:network:TRX', 'external', true],
    [exchangeAccount('kraken'), 'ext:exchange:kraken', 'external', true],
    [boughtAccount('kraken'), 'ext:exchange:kraken:bought', 'external', true],
    [transitAccount('LTC', 'kraken'), 'ext:transit:LTC:kraken', 'external', true],
    [conversionAccount, 'conv:desk', 'conversion', true],
    ['pool:fees', 'pool:fees', 'own', false],
    ['pool:capital', 'pool:capital', 'own', false],
    ['pool:written-off', 'pool:written-off', 'own', false],
    ['pool:dust', 'pool:dust', 'own', false],
    ['pool:reorg-loss', 'pool:reorg-loss', 'loss', true],
    ['pool:restore-loss', 'pool:restore-loss', 'loss', true],
    ['pool:network-fees', 'pool:network-fees', 'loss', true],
    ['pool:corrections', 'pool:corrections', 'loss', true],
    [tradingFeesAccount, 'pool:trading-fees', 'conversion', true],
  ] as const)(
    'names %s, of one kind, which says whether it may be below zero',
    (made, name, kind, negative) => {
      expect(made).toBe(name);
      expect(kindOf(made)).toBe(kind);
      expect(mayBeNegative(made)).toBe(negative);
      expect(isMinersAccount(made)).toBe(name.startsWith('miner:'));
    },
  );

  it('has no other kind', () => {
    for (const name of ['miner:7:other', 'bank:7', ''])
      expect(() => kindOf(name as LedgerAccount)).toThrow(RangeError);
  });
});
