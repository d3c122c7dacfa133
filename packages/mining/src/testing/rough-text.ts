import * as fc from 'fast-check';
import cases from './address-cases.json' with { type: 'json' };
import { codePoint } from './code-point.ts';

const addresses = Object.values(cases.coins).flatMap(({ valid, invalid }) =>
  [...valid, ...invalid].map(({ address }) => address),
);
const symbols = Object.keys(cases.coins);

/** Pieces that mean something to a parser of user strings, mixed with text that does not. */
const piece = fc.oneof(
  fc.constantFrom(
    '.',
    ':',
    '#',
    '?ref=',
    ' ',
    '\t',
    '..',
    '::',
    '##',
    'K-ABCDEFGHIJKLMNOP2345',
    'kaspa:',
    '\u0000',
  ),
  fc.constantFrom(...symbols),
  fc.constantFrom(...addresses),
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
);

/** Arbitrary text, some of it close to a login, up to 10 kB. */
export const roughUserString = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc
    .tuple(fc.constantFrom(...symbols), fc.constantFrom(...addresses), fc.array(piece, { maxLength: 6 }))
    .map(([symbol, address, rest]) => `${symbol}:${address}${rest.join('')}`),
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc
    .tuple(piece, fc.nat(10_000))
    .map(([text, length]) => text.repeat(Math.ceil(length / (text.length + 1))).slice(0, 10_000)),
);
