import * as fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** A letter by its number among all code points that are no surrogates. */
function letterOf(number: number): string {
  return String.fromCodePoint(number < firstSurrogate ? number : number + surrogates);
}

function numberOf(letter: unknown): number {
  const point = typeof letter === 'string' ? (letter.codePointAt(0) ?? -1) : -1;
  const number = point < firstSurrogate ? point : point - surrogates;
  if (number < 0 || letterOf(number) !== letter) throw new RangeError('no single letter');
  return number;
}

/**
 * Any letter there is: what `unit: 'binary'` of fast-check draws, from the same seed the same. That one keeps a list of all 1.1 million, which every
 * process that draws a single text takes a second to make.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates })
  .map(letterOf, numberOf);
