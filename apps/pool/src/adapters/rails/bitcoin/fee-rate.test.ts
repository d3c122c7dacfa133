import { expect, it } from 'vitest';
import { feeOf, feeRate } from './fee-rate.ts';

const rates = { floor: 10_000n, cap: 200_000n };
const word = (estimate: bigint | undefined, least = 1000n) => ({ estimate, least });

it.each([
  ['the floor where no node has an estimate', [word(undefined), word(undefined)], 10_000n],
  ['the floor where estimates are lower', [word(2000n)], 10_000n],
  ['the highest estimate', [word(20_000n), word(35_000n)], 35_000n],
  ['the cap where an estimate is higher', [word(10n ** 12n)], 200_000n],
  ['what a node takes at least, where that is more', [word(20_000n, 50_000n), word(30_000n)], 50_000n],
] as const)('pays %s', (_name, words, rate) => {
  expect(feeRate(rates, words)).toBe(rate);
});

it('pays nothing where a node takes nothing below more than the cap', () => {
  expect(() => feeRate(rates, [word(undefined, 200_001n)])).toThrow('the cap of the settings is 200000');
});

it.each([
  [10_000n, 141, 1410n],
  [1000n, 141, 141n],
  [1001n, 141, 142n],
] as const)('rounds the fee up: %s a kilobyte for %s bytes', (rate, size, fee) => {
  expect(feeOf(rate, size)).toBe(fee);
});
