import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRlp, listBytes, numberOf, shortest } from './rlp.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

it('reads what it writes, and numbers of every size', () => {
  const item = fc.oneof(
    fc.uint8Array({ maxLength: 70 }),
    fc.constant([] as const),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(shortest),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (items) => {
      expect(decodeRlp(Uint8Array.from(listBytes(items)))).toEqual(
        items.map((each) => (each instanceof Uint8Array ? Uint8Array.from(each) : each)),
      );
    }),
    { numRuns: 100 },
  );
  expect(numberOf(shortest(2n ** 256n - 1n))).toBe(2n ** 256n - 1n);
  expect(numberOf(new Uint8Array())).toBe(0n);
});

describe('what is not written in the one way', () => {
  it.each([
    '',
    'c1',
    '8100',
    'b801ff',
    'b90001',
    'f800',
    'c0c0',
    'c28101',
    'bfffffffffffffffff',
    'c1c1c1c1c1c0',
  ])('is refused: %s', (text) => {
    expect(() => decodeRlp(bytesOf(text))).toThrow(RangeError);
  });
  it('is refused as a number', () => {
    expect(() => numberOf(bytesOf('0001'))).toThrow(RangeError);
    expect(() => numberOf([])).toThrow(RangeError);
  });
});
