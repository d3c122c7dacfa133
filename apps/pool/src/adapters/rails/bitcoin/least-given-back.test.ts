import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastGivenBack, type WaitingSend } from './least-given-back.ts';

const send = (coins: readonly string[], back: bigint): WaitingSend => ({ coins, back });

it.each([
  ['nothing', [], 0n],
  ['two that share nothing', [send(['a'], 4n), send(['b'], 3n)], 7n],
  ['a payment and what cancels it', [send(['a', 'b'], 4n), send(['a', 'b'], 9n)], 4n],
  [
    'a payment and three that cancel it',
    [send(['a'], 9n), send(['a'], 8n), send(['a'], 6n), send(['a'], 7n)],
    6n,
  ],
  ['one that spends what two others spend', [send(['a'], 4n), send(['b'], 3n), send(['a', 'b'], 8n)], 7n],
  [
    'a chain of three, of which the ends may both be taken',
    [send(['a'], 4n), send(['a', 'b'], 5n), send(['b'], 3n)],
    5n,
  ],
] as const)('counts %s', (_what, sends, least) => {
  expect(leastGivenBack(sends)).toBe(least);
});

it('is the least of all that blocks could take', () => {
  const sends = fc.array(
    fc.record({
      coins: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }),
      back: fc.bigInt(0n, 20n),
    }),
    { maxLength: 7 },
  );
  fc.assert(
    fc.property(sends, (all) => {
      const shares = (one: WaitingSend, other: WaitingSend) =>
        one.coins.some((coin) => other.coins.includes(coin));
      let least: bigint | undefined;
      for (let chosen = 0; chosen < 2 ** all.length; chosen += 1) {
        const taken = all.filter((_each, at) => Math.floor(chosen / 2 ** at) % 2 === 1);
        const left = all.filter((each) => !taken.includes(each));
        if (taken.some((one) => taken.some((other) => one !== other && shares(one, other)))) continue;
        if (left.some((each) => !taken.some((other) => shares(each, other)))) continue;
        const back = taken.reduce((sum, each) => sum + each.back, 0n);
        if (least === undefined || back < least) least = back;
      }
      expect(leastGivenBack(all)).toBe(least);
    }),
  );
});
