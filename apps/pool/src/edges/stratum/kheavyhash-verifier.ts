import { type HeavyMatrix, hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import type { KaspaInput } from '@openlode/stratum/dialects/kaspa/jobs';
import type { PowVerifier } from './pow-verifier.ts';

/**
 * kHeavyHash, on the event loop: a share takes some hundredths of a millisecond. The matrix of a job takes half a millisecond, is
 * calculated for its first share and is kept as long as the job.
 */
export function createKheavyhashVerifier(): PowVerifier<KaspaInput, Uint8Array> {
  const matrices = new WeakMap<Uint8Array, HeavyMatrix>();
  return {
    async verify({ prePowHash, timestamp, nonce }) {
      let matrix = matrices.get(prePowHash);
      if (matrix === undefined) matrices.set(prePowHash, (matrix = heavyMatrix(prePowHash)));
      return hashKaspa(prePowHash, matrix, timestamp, nonce).reverse();
    },
    waiting: () => 0,
  };
}
