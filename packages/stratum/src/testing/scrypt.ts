import { scryptSync } from 'node:crypto';

/** Scrypt as Litecoin uses it, which is the password and the salt in one: N = 1024, r = p = 1. */
export function scrypt(header: Uint8Array): Uint8Array {
  return scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });
}
