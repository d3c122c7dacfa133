import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCoins, type Coin, type CoinGoal } from './choose-coins.ts';
import { feeOf } from './fee-rate.ts';
import { virtualBytes } from './transaction-size.ts';

const goal: CoinGoal = {
  kind: 'witness-key',
  beside: 0,
  amount: 100_000n,
  scriptLengths: [22],
  changeScriptLength: 22,
  rate: 10_000n,
  dust: 5460n,
};
const coin = (name: string, value: bigint): Coin => ({ name, value });
const chosen = (coins: readonly Coin[], more: Partial<CoinGoal> = {}, first?: ReadonlySet<string>) => {
  const choice = chooseCoins(coins, { ...goal, ...more }, first);
  return choice.kind === 'chosen'
    ? [choice.coins.map(({ name }) => name).join(' '), choice.fee, choice.change]
    : choice;
};

describe('chooseCoins', () => {
  it('takes the smallest coin that is enough', () => {
    expect(chosen([coin('a', 500_000n), coin('b', 200_000n), coin('c', 90_000n)])).toEqual([
      'b',
      1410n,
      98_590n,
    ]);
  });

  it('takes the largest ones where none is enough, and what is reserved for the payment before all others', () => {
    const all = [coin('a', 60_000n), coin('b', 70_000n), coin('c', 50_000n), coin('d', 65_000n)];
    expect(chosen(all)).toEqual(['b d', 2090n, 32_910n]);
    expect(chosen(all, {}, new Set(['c']))).toEqual(['c a', 1778n + 312n, 7910n]);
    expect(chosen([...all, coin('e', 900_000n)], {}, new Set(['c']))).toEqual(['c a', 2090n, 7910n]);
  });

  it('spends what has to be shared also where it costs more than it is worth', () => {
    expect(chosen([coin('a', 500_000n), coin('s', 300n)], {}, new Set(['s']))).toEqual([
      's a',
      2090n,
      398_210n,
    ]);
  });

  it('leaves change that no node would take to the fee', () => {
    expect(chosen([coin('a', 106_000n)])).toEqual(['a', 6000n, 0n]);
    expect(chosen([coin('a', 101_100n)])).toEqual(['a', 1100n, 0n]);
    expect(chosen([coin('a', 101_099n)])).toEqual({ kind: 'short', missing: 1n });
  });

  it('says what is missing, the fee included', () => {
    expect(chosen([])).toEqual({ kind: 'short', missing: 101_100n });
    expect(chosen([coin('a', 40_000n), coin('b', 680n)])).toEqual({ kind: 'short', missing: 61_100n });
  });

  it('spends no more coins than a transaction should', () => {
    const many = Array.from({ length: 500 }, (_value, at) => coin(`c${at}`, 1000n));
    expect(chosen(many, { amount: 130_000n })).toEqual({ kind: 'too-many' });
  });

  it('pays just the amounts, a fee of the rate or more, and gives back the rest', () => {
    const coins = fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 12 });
    fc.assert(
      fc.property(
        coins,
        fc.bigInt({ min: 5460n, max: 10n ** 9n }),
        fc.bigInt({ min: 1000n, max: 10n ** 6n }),
        (values, amount, rate) => {
          const all = values.map((value, at) => coin(`c${at}`, value));
          const choice = chooseCoins(all, { ...goal, amount, rate });
          if (choice.kind !== 'chosen') return;
          const sum = choice.coins.reduce((total, { value }) => total + value, 0n);
          expect(sum).toBe(amount + choice.fee + choice.change);
          const scripts = choice.change > 0n ? [22, 22] : [22];
          const least = feeOf(rate, virtualBytes('witness-key', choice.coins.length, scripts));
          expect(choice.fee >= least).toBe(true);
          // What a change output costs, and what would be too little for one.
          expect(choice.fee - least <= feeOf(rate, 32) + 5460n).toBe(true);
          expect(choice.change === 0n || choice.change >= 5460n).toBe(true);
        },
      ),
    );
  });
});
