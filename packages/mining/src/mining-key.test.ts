import { describe, expect, it } from 'vitest';
import { canonicalMiningKey, isMiningKey } from './mining-key.ts';

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
});
