import { describe, expect, it } from 'vitest';
import { readAddress, targetOf } from './address.ts';

const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
const account = '5e7b112523f68d2f5e879db4eac51c6698a69304';

/** Of ripple-address-codec (test/index.test.ts). */
const spelled = [
  [
    undefined,
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
  ],
  [1, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE'],
  [14, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvqXVCALUGJGSbNV3x'],
  [
    11747,
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A',
    'T719a5UwUCnEs54UsxG9CJYYDhwmFCziiNHtUukubF2Mg6t',
  ],
] as const;

describe('an address with a tag', () => {
  it.each(spelled)('says tag %s on both networks, and none of the other', (tag, main, test) => {
    expect(readAddress('XRP', main)).toEqual({ account, tag });
    expect(readAddress('XRP-regtest', test)).toEqual({ account, tag });
    expect(readAddress('XRP', test)).toBeUndefined();
    expect(readAddress('XRP-regtest', main)).toBeUndefined();
  });
});

it('knows both spellings of an account for one, and another tag for another payee', () => {
  expect(targetOf('XRP', classic)).toBe(account);
  expect(targetOf('XRP', spelled[0][1])).toBe(account);
  expect(targetOf('XRP', spelled[1][1])).toBe(`${account}:1`);
});

it.each([
  ['with a wrong letter', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58'],
  ['of no key', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['of no key either', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ['of another kind', 'sp5fghtJtpUorTwvof1NpDXAzNwf5'],
  ['of another chain', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['that is empty', ''],
])('is none %s', (_name, text) => {
  expect(targetOf('XRP', text)).toBeUndefined();
});
