import { describe, expect, it } from 'vitest';
import { allFamilies } from './all-families.ts';
import { hederaChecksum } from './hedera.ts';

const evm = '0x718046867b5b1782379a14eA4fc0c9b724DA94Fc';

describe('one account under several spellings', () => {
  it.each([
    ['EVM', evm, evm],
    ['EVM', evm.toLowerCase(), evm],
    ['EVM', `0x${evm.slice(2).toUpperCase()}`, evm],
    ['ONE', evm.toLowerCase(), evm],
    ['ZIL', evm.toLowerCase(), evm],
    [
      'BCH',
      'qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
      'bitcoincash:qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
    ],
    [
      'BCH',
      'bitcoincash:qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
      'bitcoincash:qzf4dre3wlfthltxvlusufannz0k95t7xydvcs4gmy',
    ],
    ['XEC', 'pzukqjmcyzrkh3gsqzdcy3e3d39cqxhl3gkypy0vjg', 'ecash:pzukqjmcyzrkh3gsqzdcy3e3d39cqxhl3gkypy0vjg'],
    [
      'CFX',
      'CFX:TYPE.USER:AAK2RRA2NJVD77EZWJVX04KKDS9FZAGFE6KU8SCZ91',
      'cfx:aak2rra2njvd77ezwjvx04kkds9fzagfe6ku8scz91',
    ],
    [
      'XNO',
      'xrb_1ipx847tk8o46pwxt5qjdbncjqcbwcc1rrmqnkztrfjy5k7z4imsrata9est',
      'nano_1ipx847tk8o46pwxt5qjdbncjqcbwcc1rrmqnkztrfjy5k7z4imsrata9est',
    ],
    ['HBAR', '0.0.123-vfmkw', '0.0.123'],
    ['APT', `0x${'A'.repeat(60)}`, `0x0000${'a'.repeat(60)}`],
    ['SUI', `0x${'A'.repeat(64)}`, `0x${'a'.repeat(64)}`],
  ])('%s %s is stored as %s', (family, typed, canonical) => {
    expect(allFamilies[family]?.(typed)).toEqual({ kind: 'valid', canonical });
  });

  it.each([
    ['EVM', '0x718046867B5b1782379a14eA4fc0c9b724DA94Fc'],
    ['ZIL', '0x718046867B5b1782379a14eA4fc0c9b724DA94Fc'],
    ['HBAR', '0.0.123-vfmkx'],
    ['DCR', 'DsksmLD2wDoA8g8QfFvm99ASg8KsZL8eJdF'],
  ])('%s %s has a wrong checksum', (family, typed) => {
    expect(allFamilies[family]?.(typed)).toEqual({ kind: 'wrong-checksum' });
  });

  it.each([
    ['BTC', 'BC1QHKXH4RZMV43A55C2GW4KTRPZFY4TL7HENCJHHL'],
    ['ATOM', 'COSMOS13K0Q0L7LG2KR32KVT7LY236PPLDY8V9DZWH3GD'],
    ['CFX', 'cfx:type.contract:aak2rra2njvd77ezwjvx04kkds9fzagfe6ku8scz91'],
    ['FIL', 'f09223372036854775808'],
  ])('%s %s is not an address', (family, typed) => {
    expect(allFamilies[family]?.(typed)).toEqual({ kind: 'malformed' });
  });

  it("accepts Zilliqa's own mixed case beside EIP-55", () => {
    expect(allFamilies['ZIL']?.('0x4BAF5faDA8e5Db92C3d3242618c5B47133AE003C')).toEqual({
      kind: 'valid',
      canonical: '0x4bAf5fada8E5dB92C3D3242618C5b47133ae003c',
    });
  });
});

describe('hederaChecksum', () => {
  it.each([
    ['0.0.1', 'dfkxr'],
    ['0.0.123', 'vfmkw'],
    ['0.0.1234567890', 'zbhlt'],
  ])('is the one of HIP-15 for %s', (account, letters) => {
    expect(hederaChecksum(account)).toBe(letters);
  });
});
