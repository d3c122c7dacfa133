import { hash } from 'node:crypto';

/** SHA-256 twice, as Bitcoin hashes headers and transactions. The one-shot call does twice the hashes of `createHash`. */
export function sha256d(bytes: Uint8Array): Uint8Array {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}
