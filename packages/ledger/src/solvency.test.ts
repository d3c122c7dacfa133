import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedAt, hiddenBetween, owedInWallets, shortfalls, shortWallets } from './solvency.ts';

describe('shortfalls', () => {
  it('reports every asset of which less is held than owed, even by one unit', () => {
    expect(
      shortfalls([
        { asset: 'BTC', held: 10n, owed: 10n },
        { asset: 'DOGE', held: 2n ** 200n - 1n, owed: 2n ** 200n },
        { asset: 'LTC', held: 5n, owed: 0n },
      ]),
    ).toEqual([{ asset: 'DOGE', short: 1n }]);
  });
});

describe('what lies at an exchange', () => {
  const coin = { bought: 7n, booked: 10n, difference: 0n, isKnown: true };
  it.each([
    ['counts as far as trades have brought it', {}, 7n],
    ['counts as far as it is there', { booked: 5n }, 5n],
    ['counts as far as the exchange has it', { difference: -4n }, 6n],
    ['does not count for more because the exchange has more', { difference: 4n }, 7n],
    ['does not count where nothing is left', { difference: -11n }, 0n],
    ['does not count where the exchange has long said nothing', { isKnown: false }, 0n],
    ['does not count where trades have brought nothing', { bought: 0n }, 0n],
  ])('%s', (_name, more, expected) => {
    expect(countedAt({ ...coin, ...more })).toBe(expected);
  });

  it.each([
    ["all of the pool's own in wallets", { theirs: 100n, ownInWallets: 5n, counted: 0n }, 105n],
    ["all of the pool's own elsewhere", { theirs: 100n, ownInWallets: 0n, counted: 0n }, 100n],
    ['more elsewhere than trades brought', { theirs: 100n, ownInWallets: -9n, counted: 0n }, 100n],
    ['what trades brought elsewhere', { theirs: 100n, ownInWallets: -9n, counted: 9n }, 91n],
    ['some of it gone', { theirs: 100n, ownInWallets: -9n, counted: 6n }, 94n],
  ])('leaves wallets to hold the rest: %s', (_name, question, expected) => {
    expect(owedInWallets(question)).toBe(expected);
  });
});

describe('wallets of one coin on several networks', () => {
  const wallet = (network: string, booked: bigint, held: bigint) => ({ network, booked, held });

  it('are short each by itself, and what one has too much hides nothing', () => {
    const wallets = [wallet('ETH', 100n, 90n), wallet('BSC', 50n, 53n), wallet('SOL', 7n, 7n)];
    expect(shortWallets(wallets)).toEqual([{ network: 'ETH', short: 10n }]);
    expect(hiddenBetween(wallets)).toBe(3n);
  });

  it('hide nothing where none is short, or none has too much', () => {
    expect(hiddenBetween([wallet('ETH', 100n, 120n), wallet('BSC', 50n, 50n)])).toBe(0n);
    expect(hiddenBetween([wallet('ETH', 100n, 90n), wallet('BSC', 50n, 40n)])).toBe(0n);
    expect(hiddenBetween([])).toBe(0n);
  });

  it('lack in sum, without what hides it, just what each lacks by itself', () => {
    const amount = fc.bigInt(0n, 1000n);
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1 }), (pairs) => {
        const wallets = pairs.map(([booked, held], at) => wallet(String(at), booked, held));
        const short = shortWallets(wallets).reduce((sum, each) => sum + each.short, 0n);
        const beyond = pairs.reduce((sum, [booked, held]) => sum + held - booked, 0n);
        expect(beyond - hiddenBetween(wallets)).toBe(short > 0n ? -short : beyond);
      }),
    );
  });
});
