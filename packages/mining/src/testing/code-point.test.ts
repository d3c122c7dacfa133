import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePoint } from './code-point.ts';

it('draws single letters of all planes, and no half of a pair', () => {
  const letters = fc.sample(codePoint, { seed: 1, numRuns: 20_000 });
  expect(letters.filter((letter) => !/^\P{Cs}$/u.test(letter))).toEqual([]);
  const planes = new Set(letters.map((letter) => (letter.codePointAt(0) ?? 0) >> 16));
  expect([...planes].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 17 }, (_, at) => at),
  );
});

it('finds a failure down to its smallest letter, and knows the letters that it draws', () => {
  const { counterexample } = fc.check(
    fc.property(codePoint, (letter) => (letter.codePointAt(0) ?? 0) < 0xe000),
    { seed: 1 },
  );
  expect(counterexample).toEqual(['\u{e000}']);
  for (const letter of ['\0', '\u{d7ff}', '\u{e000}', '\u{10ffff}'])
    expect([letter, codePoint.canShrinkWithoutContext(letter)]).toEqual([letter, true]);
  for (const other of ['', 'ab', '\ud800', '\u{1f468}\u{200d}', 5])
    expect([other, codePoint.canShrinkWithoutContext(other)]).toEqual([other, false]);
});
