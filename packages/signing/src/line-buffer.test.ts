import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineBuffer } from './line-buffer.ts';

const cut = (text: string, places: readonly number[], lengthMax: number) => {
  const buffer = new LineBuffer(lengthMax);
  const at = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  const lines = at.slice(1).flatMap((end, index) => buffer.push(text.slice(at[index], end)));
  return { lines, isTooLong: buffer.isTooLong, isInside: buffer.isInside };
};

it('hands on the same lines however they come in pieces', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r'), maxLength: 60 });
  fc.assert(
    fc.property(letters, fc.array(fc.nat(60), { maxLength: 60 }), (text, places) => {
      const parts = text.split('\n');
      const long = parts.findIndex(({ length }) => length > 8);
      expect(cut(text, places, 8)).toEqual({
        lines: parts.slice(0, long < 0 ? -1 : long),
        isTooLong: long >= 0,
        isInside: long < 0 && parts.at(-1) !== '',
      });
    }),
    { numRuns: 200 },
  );
});

it('takes a long line letter by letter', () => {
  const buffer = new LineBuffer(20_000);
  for (let at = 0; at < 20_000; at += 1) buffer.push('x');
  expect(buffer.push('\n')).toEqual(['x'.repeat(20_000)]);
});
