import { scryptSync } from 'node:crypto';

/** Scrypt as Litecoin uses it for headers. A block comes about once a minute, so its check may block for a moment. */
export function scrypt(header: Uint8Array): Uint8Array {
  return scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });
}
