import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingEntry, placeCorrectionEntry, transitEntry, type TransitState } from './place-entries.ts';
import { balancedEntry, type Entry } from './posting.ts';
import { sweepEntry, sweepUndoneEntry } from './treasury-entries.ts';

const transit = { place: 'kraken', network: 'LTC', asset: 'LTC', amount: 30n, txid: 'ab', moves: 0 };
const sweep = { asset: 'LTC', network: 'LTC', amount: 30n, to: 'kraken', txid: 'ab', before: 0 };
const lines = ({ key, postings }: Entry) => [
  key,
  ...postings.map(({ account, asset, amount }) => `${asset} ${account} ${amount}`),
];

describe('the entries of places', () => {
  it.each([
    [sweepEntry(sweep, 7), ['sweep:ab:1', 'LTC ext:network:LTC 30', 'LTC ext:transit:LTC:kraken -30']],
    [
      transitEntry(transit, 'open', 'arrived', 7),
      ['transit:kraken:ab:1', 'LTC ext:transit:LTC:kraken 30', 'LTC ext:exchange:kraken -30'],
    ],
    [
      transitEntry({ ...transit, isToSell: true }, 'open', 'arrived', 7),
      ['transit:kraken:ab:1', 'LTC ext:transit:LTC:kraken 30', 'LTC ext:exchange:kraken:bought -30'],
    ],
    [
      transitEntry(transit, 'open', 'written-off', 7),
      ['transit:kraken:ab:1', 'LTC ext:transit:LTC:kraken 30', 'LTC pool:corrections -30'],
    ],
    [
      transitEntry({ ...transit, moves: 1 }, 'written-off', 'arrived', 7),
      ['transit:kraken:ab:2', 'LTC pool:corrections 30', 'LTC ext:exchange:kraken -30'],
    ],
    [
      sweepUndoneEntry(sweep, 7),
      ['sweep-undone:ab:1', 'LTC ext:network:LTC -30', 'LTC ext:transit:LTC:kraken 30'],
    ],
    [
      openingEntry('kraken', 'LTC', 5n, 7),
      ['place-opened:kraken:LTC', 'LTC ext:exchange:kraken -5', 'LTC pool:capital 5'],
    ],
    [
      balancedEntry(
        placeCorrectionEntry(
          { place: 'kraken', asset: 'LTC', amount: -2n, booked: 9n, bought: 7n, look: '9' },
          7,
        ),
      ),
      ['place-corrected:kraken:LTC:9', 'LTC ext:exchange:kraken 2', 'LTC pool:corrections -2'],
    ],
    [
      placeCorrectionEntry(
        { place: 'kraken', asset: 'LTC', amount: -5n, booked: 9n, bought: 7n, look: '9' },
        7,
      ),
      [
        'place-corrected:kraken:LTC:9',
        'LTC ext:exchange:kraken:bought 3',
        'LTC ext:exchange:kraken 2',
        'LTC pool:corrections -5',
      ],
    ],
    [
      balancedEntry(
        placeCorrectionEntry(
          { place: 'kraken', asset: 'LTC', amount: -7n, booked: 7n, bought: 7n, look: '9' },
          7,
        ),
      ),
      ['place-corrected:kraken:LTC:9', 'LTC ext:exchange:kraken:bought 7', 'LTC pool:corrections -7'],
    ],
    [
      balancedEntry(
        placeCorrectionEntry(
          { place: 'kraken', asset: 'LTC', amount: 5n, booked: 9n, bought: 3n, look: '9' },
          7,
        ),
      ),
      ['place-corrected:kraken:LTC:9', 'LTC ext:exchange:kraken -5', 'LTC pool:corrections 5'],
    ],
  ] as const)('move it from one place to another', (entry, expected) => {
    expect(lines(entry)).toEqual(expected);
  });

  it('keep the sum of wallet, way, exchange and loss, whatever states a transfer goes through [L1]', () => {
    const state = fc.constantFrom<TransitState>('open', 'arrived', 'written-off');
    fc.assert(
      fc.property(fc.array(state), fc.bigInt(1n, 10n ** 30n), (states, amount) => {
        const sums = new Map<string, bigint>();
        const book = ({ postings }: Entry) => {
          for (const each of postings) sums.set(each.account, (sums.get(each.account) ?? 0n) + each.amount);
        };
        let from: TransitState = 'open';
        book(sweepEntry({ ...sweep, amount }, 0));
        for (const [moves, to] of states.entries()) {
          book(transitEntry({ ...transit, amount, moves }, from, to, 0));
          from = to;
        }
        expect([...sums.values()].reduce((a, b) => a + b, 0n)).toBe(0n);
        const open = sums.get('ext:transit:LTC:kraken') ?? 0n;
        expect(open).toBe(from === 'open' ? -amount : 0n);
        expect(sums.get('ext:network:LTC')).toBe(amount);
      }),
    );
  });
});
