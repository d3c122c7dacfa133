import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAtColon, decodeUser } from './user-in-url.ts';

it.each([
  ['DOGE:D1.rig1', 'DOGE:D1.rig1'],
  ['DOGE%3AD1.rig1', 'DOGE:D1.rig1'],
  ['DOGE%3ad1.rig1%23abcd-1234', 'DOGE:d1.rig1#abcd-1234'],
  ['XRP%3Ar1%3A12345.rig1', 'XRP:r1:12345.rig1'],
  ['A%40B%2erig1', 'A@B.rig1'],
  // As ethminer writes a password.
  ['DOGE%3AD1.rig1:x', 'DOGE:D1.rig1'],
  ['r%C3%A9', 'ré'],
])('%s is the login %s', (text, login) => {
  expect(decodeUser(text)).toBe(login);
});

it.each([
  ['100%', '100%'],
  ['%4', '%4'],
  ['%zz%3', '%zz%3'],
  ['%FF', '%FF'],
  ['DOGE%3A%FF%C3.rig1', 'DOGE:%FF%C3.rig1'],
])('%s has what cannot be decoded, and keeps it: %s', (text, login) => {
  expect(decodeUser(text)).toBe(login);
});

it.each([
  ['DOGE:D1.rig1', { user: 'DOGE', corrected: 'DOGE%3AD1.rig1' }],
  ['XRP:r1:12345.rig1', { user: 'XRP', corrected: 'XRP%3Ar1%3A12345.rig1' }],
  ['DOGE%3AD1.rig1:x', null],
  ['K-7QZ2MDXA4KPLW3RTBC5E.rig1:x', null],
  ['DOGE', null],
])('%s is cut at its coin, or is not: %o', (text, cut) => {
  expect(cutAtColon(text)).toEqual(cut);
});

it('never throws', () => {
  const piece = fc.constantFrom('%', '%3A', '%f', '%C3', '%A9', ':', '@', 'a', '.', '%00');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(decodeUser(pieces.join(''))).toBeTypeOf('string');
    }),
  );
});
