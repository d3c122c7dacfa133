import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodejsPool } from './nodejs-pool.ts';
import { twoMiners } from './two-miners.ts';

const txid = 'ab'.repeat(32);
const xmr = 10n ** 18n;

describe('what nodejs-pool says of an account', () => {
  const stats = {
    hash: 1234.5,
    hash2: 99,
    identifier: 'global',
    lastHash: 1_796_000_000,
    totalHashes: 86_400_000,
    validShares: 10,
    invalidShares: 0,
    amtPaid: 1_500_000_000_000,
    amtDue: 250_000_000,
    txnCount: 1,
  };
  const payments = [{ pt: 'pplns', ts: 1_796_000_100, amount: 1_500_000_000_000, txnHash: txid, mixin: 16 }];

  it('is read from its two pages, in whole units of the coin', () => {
    expect(nodejsPool.paths('4A.x/y')).toEqual([
      '/miner/4A.x%2Fy/stats',
      '/miner/4A.x%2Fy/payments?limit=100&page=0',
    ]);
    expect(nodejsPool.read([stats, payments], 12)).toEqual({
      paid: (3n * xmr) / 2n,
      owed: 250_000_000n * 10n ** 6n,
      immature: undefined,
      hashrate: 1235n,
      hashes: 86_400_000n,
      payments: [{ txid, amount: (3n * xmr) / 2n, at: 1_796_000_100_000 }],
      isWhole: true,
    });
  });

  it('is nothing for an account without shares, and a list of a hundred is not all of it', () => {
    const nothing = { ...stats, hash: false, totalHashes: false, amtPaid: 0, amtDue: '0' };
    expect(nodejsPool.read([nothing, []], 12)).toMatchObject({ paid: 0n, hashrate: 0n, hashes: 0n });
    expect(nodejsPool.read([stats, Array(100).fill(payments[0])], 12).isWhole).toBe(false);
  });

  it.each([
    [{}, payments],
    [stats, { error: 'Issue getting miner payments' }],
    [{ ...stats, amtPaid: -1 }, payments],
    [{ ...stats, amtPaid: 1.5 }, payments],
    [{ ...stats, amtPaid: 2 ** 53 }, payments],
    [{ ...stats, amtDue: null }, payments],
    [{ ...stats, hash: 'fast' }, payments],
    [stats, [{ ...payments[0], txnHash: 'ab' }]],
    [stats, [{ ...payments[0], ts: 1e15 }]],
    [stats, [null]],
    ['stats', []],
  ])('is refused where it is of another shape: %j %j', (one, two) => {
    expect(() => nodejsPool.read([one, two], 12)).toThrow(TypeError);
  });
});

describe('what 2Miners says of an account', () => {
  const account = {
    '24hreward': 5,
    currentHashrate: 90,
    hashrate: 100,
    payments: [{ amount: 7_000_000, timestamp: 1_796_000_100, tx: `0x${txid.toUpperCase()}` }],
    paymentsTotal: 2,
    stats: { balance: 3_000_000, immature: 1_000_000, paid: 9_000_000, pending: false },
  };

  it('is read from one page, in units whose decimals the settings name', () => {
    expect(twoMiners.paths('0xA')).toEqual(['/accounts/0xA']);
    expect(twoMiners.read([account], 9)).toEqual({
      paid: 9n * 10n ** 15n,
      owed: 3n * 10n ** 15n,
      immature: 10n ** 15n,
      hashrate: 100n,
      hashes: undefined,
      payments: [{ txid, amount: 7n * 10n ** 15n, at: 1_796_000_100_000 }],
      isWhole: false,
    });
    const none = { ...account, payments: null, paymentsTotal: 0, stats: {} };
    expect(twoMiners.read([none], 8)).toMatchObject({ paid: 0n, owed: 0n, payments: [], isWhole: true });
  });

  it.each([
    [],
    [{ ...account, stats: undefined }],
    [{ ...account, stats: { paid: '-1' } }],
    [{ ...account, payments: {} }],
    [{ ...account, hashrate: undefined }],
  ])('is refused where it is of another shape: %j', (...answers) => {
    expect(() => twoMiners.read(answers, 9)).toThrow(TypeError);
  });
});

it('no answer makes them do anything but read it or refuse it by a TypeError', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, two) => {
      for (const shape of [nodejsPool, twoMiners]) {
        try {
          const { paid, owed } = shape.read([one, two], 12);
          expect(paid >= 0n && owed >= 0n).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }
    }),
  );
});
