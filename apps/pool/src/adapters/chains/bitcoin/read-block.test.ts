import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBlock } from './read-block.ts';
import { height131 } from './testing/recorded.ts';

const block = Buffer.concat([
  Buffer.from(height131.header, 'hex'),
  Buffer.of(1),
  Buffer.from(height131.coinbase, 'hex'),
]);

it('reads hash and first output of a block without witnesses', () => {
  expect(readBlock(block)).toEqual({ hash: height131.hash, value: 5_000_004_230n });
});

it('refuses what ends too early', () => {
  expect(() => readBlock(block.subarray(0, 138))).toThrow(RangeError);
  expect(() => readBlock(new Uint8Array(0))).toThrow(RangeError);
});

it('reads or refuses any bytes, and throws nothing but a RangeError', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.uint8Array({ maxLength: 40 }), (length, tail) => {
      try {
        readBlock(Buffer.concat([block.subarray(0, length), tail]));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
