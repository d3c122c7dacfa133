import { type HeavyMatrix, hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import type { KaspaInput } from '@openlode/stratum/dialects/kaspa/jobs';
import type { WasmModules } from './wasm-modules.ts';

/** Calculates the verdict on one input. Takes all that a core can give. */
export type Hasher = (input: unknown) => unknown;

/** A proof of work that is calculated in threads. */
export interface ThreadedProof {
  /** What a thread builds before it can verify shares of a height, such as the number of an epoch; one for all heights without it. */
  readonly epochOf?: (height: number) => number;
  /** Builds it. */
  open(modules: WasmModules, epoch: number): Hasher | Promise<Hasher>;
}

/** The number of jobs whose matrices are kept, 16 kB each. */
const matricesMax = 4096;

function openKheavyhash(): Hasher {
  const matrices = new Map<string, HeavyMatrix>();
  return (input) => {
    const { prePowHash, timestamp, nonce } = input as KaspaInput;
    const key = Buffer.from(prePowHash).toString('latin1');
    let matrix = matrices.get(key);
    if (matrix === undefined) {
      matrices.set(key, (matrix = heavyMatrix(prePowHash)));
      for (const oldest of matrices.keys()) {
        if (matrices.size <= matricesMax) break;
        matrices.delete(oldest);
      }
    }
    return hashKaspa(prePowHash, matrix, timestamp, nonce).reverse();
  };
}

/** By algorithm. */
export const threadedProofs: ReadonlyMap<string, ThreadedProof> = new Map<string, ThreadedProof>([
  ['kheavyhash', { open: openKheavyhash }],
]);
