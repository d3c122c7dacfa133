import { hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';

/** Kaspa's proof of work of one block: its matrix is made for it alone. */
export function kheavyhash(prePowHash: Uint8Array, timestamp: bigint, nonce: bigint): Uint8Array {
  return hashKaspa(prePowHash, heavyMatrix(prePowHash), timestamp, nonce);
}
