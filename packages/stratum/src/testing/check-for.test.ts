import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFor } from './check-for.ts';

it('goes on where the time was over before enough was tried', () => {
  let tried = 0;
  const trying = fc.property(fc.nat(), () => void (tried += 1));
  checkFor(0.001, trying, () => tried >= 2000);
  expect(tried).toBeGreaterThanOrEqual(2000);
});

it('ends where nothing is ever enough', () => {
  let looks = 0;
  checkFor(
    0,
    fc.property(fc.nat(), () => undefined),
    () => {
      looks += 1;
      return false;
    },
  );
  expect(looks).toBe(999);
});

it('throws with the shortest case that fails, and its seed', () => {
  const small = fc.property(fc.nat(), (number) => number < 7);
  const check = () => checkFor(60, small, () => true);
  expect(check).toThrow('Counterexample: [7]');
  expect(check).toThrow('seed: ');
});
