import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBigEndian, reversed, u32ToLittleEndian, u64ToLittleEndian } from './integers.ts';

describe('bytes and whole numbers', () => {
  it('reads the most significant byte first, nothing as zero', () => {
    expect(fromBigEndian(new Uint8Array())).toBe(0n);
    expect(fromBigEndian(Uint8Array.of(0, 0, 1, 2))).toBe(258n);
    expect(fromBigEndian(new Uint8Array(32).fill(255))).toBe(2n ** 256n - 1n);
  });

  it('writes the least significant byte first, up to the largest', () => {
    expect(u32ToLittleEndian(0x0102_0304)).toEqual(Uint8Array.of(4, 3, 2, 1));
    expect(u32ToLittleEndian(2 ** 32 - 1)).toEqual(new Uint8Array(4).fill(255));
    expect(u64ToLittleEndian(0x0102n)).toEqual(Uint8Array.of(2, 1, 0, 0, 0, 0, 0, 0));
    expect(u64ToLittleEndian(2n ** 64n - 1n)).toEqual(new Uint8Array(8).fill(255));
  });

  it('reads back what it wrote, turned around, and leaves what it turns around as it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const bytes = u64ToLittleEndian(value);
        expect(fromBigEndian(reversed(bytes))).toBe(value);
        expect(bytes).toEqual(u64ToLittleEndian(value));
      }),
    );
  });
});
