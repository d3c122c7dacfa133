import { describe, expect, it } from 'vitest';
import { bitsOfMiningKey, canonicalMiningKey, isMiningKey, makeMiningKey } from './mining-key.ts';

describe('Mining Keys', () => {
  it('are K- and 20 base32 characters, in either case', () => {
    expect(isMiningKey('K-ABCDEFGHIJKLMNOP2345')).toBe(true);
    expect(canonicalMiningKey('k-abcdefghijklmnop2345')).toBe('K-ABCDEFGHIJKLMNOP2345');
  });

  it.each([
    'K-ABCDEFGHIJKLMNOP234',
    'K-ABCDEFGHIJKLMNOP23456',
    'K-ABCDEFGHIJKLMNOP0189',
    'KABCDEFGHIJKLMNOP23456',
    'ſ-ABCDEFGHIJKLMNOP2345',
    'K-ABCDEFGHIJKLMNOP234ı',
    '',
  ])('are not %j', (text) => {
    expect(isMiningKey(text)).toBe(false);
  });

  it('are made from 20 bytes', () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index * 13);
    expect(makeMiningKey(bytes)).toBe('K-AN2HUBO3IVCP4JWDQ5KX');
    expect(isMiningKey(makeMiningKey(bytes))).toBe(true);
    expect(makeMiningKey(new Uint8Array(20).fill(255))).toBe('K-77777777777777777777');
    expect(() => makeMiningKey(new Uint8Array(19))).toThrow(RangeError);
  });

  it('are read back as the bits that they were made from', () => {
    expect(bitsOfMiningKey('K-AAAAAAAAAAAAAAAAAAAA')).toBe(0n);
    expect(bitsOfMiningKey('k-aaaaaaaaaaaaaaaaaabc')).toBe(34n);
    expect(bitsOfMiningKey('K-77777777777777777777')).toBe(2n ** 100n - 1n);
    expect(bitsOfMiningKey('K-1')).toBeNull();
  });
});
