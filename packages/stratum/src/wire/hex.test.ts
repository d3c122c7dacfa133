import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfHex, hexOfBytes, printUint32, readUint32 } from './hex.ts';

describe('hex', () => {
  it('reads eight digits of either case as one number', () => {
    expect(readUint32('6b001e44')).toBe(0x6b001e44);
    expect(readUint32('FFFFFFFF')).toBe(4294967295);
    expect(readUint32('00000000')).toBe(0);
    expect(readUint32('80000001')).toBe(2147483649);
  });

  it('refuses every other spelling', () => {
    for (const text of [
      '',
      '0',
      '6b001e4',
      '6b001e440',
      '0x001e44',
      'zzzzzzzz',
      ' b001e44',
      '6b001e4\n',
      '６b001e44',
    ]) {
      expect(readUint32(text)).toBe(-1);
    }
    for (const value of [undefined, null, 12345678, ['6b001e44'], {}]) expect(readUint32(value)).toBe(-1);
  });

  it('prints what it reads', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffffffff }),
        (value) => readUint32(printUint32(value)) === value,
      ),
    );
    expect(printUint32(255)).toBe('000000ff');
  });

  it('turns bytes into digits and back, by exact length', () => {
    expect(hexOfBytes(Uint8Array.of(0, 1, 0xab, 0xff))).toBe('0001abff');
    expect(bytesOfHex('0001ABff', 4)).toEqual(Uint8Array.of(0, 1, 0xab, 0xff));
    expect(bytesOfHex('0001ABff', 3)).toBeUndefined();
    expect(bytesOfHex('0001ABfg', 4)).toBeUndefined();
    expect(bytesOfHex('', 0)).toEqual(new Uint8Array(0));
  });
});
