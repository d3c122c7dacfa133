import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedEntry, type Entry } from './posting.ts';
import { type BookedFill, fillEntry } from './trade-entries.ts';

const sale: BookedFill = {
  place: 'kraken',
  exchangeId: 'T1',
  side: 'sell',
  base: 'LTC',
  quote: 'USD',
  amount: 2n,
  value: 200n,
  fees: [],
};
const lines = (entry: Entry) =>
  balancedEntry(entry).postings.map(({ account, asset, amount }) => `${asset} ${account} ${amount}`);

describe('the entry of a trade at an exchange', () => {
  it.each([
    [
      "a sale of the pool's own, with a fee of what it brings",
      { fees: [{ coin: 'USD', amount: 3n }] },
      0n,
      [
        'LTC conv:desk -2',
        'LTC ext:exchange:kraken 2',
        'USD conv:desk 200',
        'USD ext:exchange:kraken:bought -197',
        'USD pool:trading-fees -3',
      ],
    ],
    [
      'a purchase out of what a sale has brought, with a fee beside it',
      { side: 'buy', fees: [{ coin: 'USD', amount: 3n }] },
      150n,
      [
        'LTC conv:desk 2',
        'LTC ext:exchange:kraken:bought -2',
        'USD conv:desk -200',
        'USD ext:exchange:kraken 53',
        'USD ext:exchange:kraken:bought 150',
        'USD pool:trading-fees -3',
      ],
    ],
    [
      'a fee in a coin of the venue',
      { fees: [{ coin: 'KFEE', amount: 5n }] },
      2n,
      [
        'KFEE ext:exchange:kraken 5',
        'KFEE pool:trading-fees -5',
        'LTC conv:desk -2',
        'LTC ext:exchange:kraken:bought 2',
        'USD conv:desk 200',
        'USD ext:exchange:kraken:bought -200',
      ],
    ],
  ] as const)('books %s', (_name, more, boughtBefore, expected) => {
    expect(lines(fillEntry({ ...sale, ...more }, boughtBefore, 7))).toEqual(expected);
  });

  it('has one key for each trade of an exchange', () => {
    expect(fillEntry(sale, 0n, 7)).toMatchObject({ key: 'fill:kraken:T1', kind: 'treasury-fill', at: 7 });
  });

  it('moves at the exchange and of conversions the same, whatever was brought before, and never spends more of that than is there [L1]', () => {
    const amount = fc.bigInt(1n, 10n ** 24n);
    fc.assert(
      fc.property(
        fc.record({ side: fc.constantFrom('sell' as const, 'buy' as const), amount, value: amount }),
        fc.bigInt(0n, 10n ** 24n),
        fc.record({ coin: fc.constantFrom('LTC', 'USD', 'KFEE'), amount: fc.bigInt(0n, 10n ** 20n) }),
        (traded, boughtBefore, fee) => {
          const { postings } = balancedEntry(fillEntry({ ...sale, ...traded, fees: [fee] }, boughtBefore, 0));
          const given = traded.side === 'sell' ? 'LTC' : 'USD';
          const of = (coin: string, names: RegExp) =>
            postings.reduce(
              (sum, each) => (each.asset === coin && names.test(each.account) ? sum + each.amount : sum),
              0n,
            );
          for (const coin of ['LTC', 'USD', 'KFEE'])
            expect(of(coin, /^ext:/)).toBe(-of(coin, /^conv:desk$|^pool:trading-fees$/));
          expect(of(given, /:bought$/)).toBeLessThanOrEqual(boughtBefore);
          expect(of(given, /:bought$/)).toBeGreaterThanOrEqual(0n);
        },
      ),
    );
  });
});
