import { mayBeNegative } from './accounts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedEntry, canonicalContent, type Posting } from './posting.ts';

const entry = (...postings: Posting[]) => ({ key: 'k', kind: 'test', at: 0, postings });

describe('balancedEntry', () => {
  it('joins postings of one ledger account, drops zeros and sorts', () => {
    const built = balancedEntry(
      entry(
        { account: 'miner:2:mining', asset: 'BTC', amount: 3n },
        { account: 'ext:chain', asset: 'BTC', amount: -8n },
        { account: 'pool:fees', asset: 'BTC', amount: 0n },
        { account: 'miner:2:mining', asset: 'BTC', amount: 5n },
      ),
    );
    expect(built.postings).toEqual([
      { account: 'ext:chain', asset: 'BTC', amount: -8n },
      { account: 'miner:2:mining', asset: 'BTC', amount: 8n },
    ]);
  });

  it('cannot be made unbalanced in any asset, even when two assets cancel out [L1]', () => {
    const off = entry(
      { account: 'ext:chain', asset: 'BTC', amount: -5n },
      { account: 'miner:1:mining', asset: 'DOGE', amount: 5n },
    );
    expect(() => balancedEntry(off)).toThrow('off by -5 units of BTC');
  });

  it('cannot move nothing', () => {
    expect(() => balancedEntry(entry())).toThrow(RangeError);
    expect(() => balancedEntry(entry({ account: 'conv:desk', asset: 'BTC', amount: 0n }))).toThrow(
      RangeError,
    );
  });

  it('sums to zero for every asset whenever it can be made', () => {
    const posting = fc.record({
      account: fc.constantFrom('ext:a', 'conv:desk', 'pool:fees', 'miner:1:mining' as const),
      asset: fc.constantFrom('BTC', 'DOGE'),
      amount: fc.bigInt({ min: -5n, max: 5n }),
    });
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 6 }), (postings) => {
        const sum = (asset: string) =>
          postings.filter((p) => p.asset === asset).reduce((total, p) => total + p.amount, 0n);
        const balanced = sum('BTC') === 0n && sum('DOGE') === 0n;
        let made = true;
        try {
          balancedEntry(entry(...(postings as Posting[])));
        } catch {
          made = false;
        }
        if (made) expect(balanced).toBe(true);
      }),
    );
  });

  it('says the same content for the same movement, whatever the order', () => {
    const a: Posting = { account: 'ext:chain', asset: 'BTC', amount: -5n };
    const b: Posting = { account: 'pool:fees', asset: 'BTC', amount: 5n };
    const said = (...postings: Posting[]) =>
      [...canonicalContent(balancedEntry(entry(...postings)))].join('');
    expect(said(a, b)).toBe(said(b, a));
    expect(said(a, b)).toBe('test\nBTC ext:chain -5\nBTC pool:fees 5');
  });
});

describe('mayBeNegative', () => {
  it('lets only external, conversion and loss accounts be negative [L4]', () => {
    expect(mayBeNegative('ext:chain:btc')).toBe(true);
    expect(mayBeNegative('conv:desk')).toBe(true);
    expect(mayBeNegative('pool:reorg-loss')).toBe(true);
    expect(mayBeNegative('pool:network-fees')).toBe(true);
    expect(mayBeNegative('pool:corrections')).toBe(true);
    expect(mayBeNegative('pool:capital')).toBe(false);
    expect(mayBeNegative('inflight:3')).toBe(false);
    expect(mayBeNegative('pool:fees')).toBe(false);
    expect(mayBeNegative('miner:1:mining')).toBe(false);
    expect(mayBeNegative('round:9')).toBe(false);
  });
});
