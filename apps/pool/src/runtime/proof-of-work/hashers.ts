import { openDag } from '@openlode/pow/dag';
import {
  type DagSizes,
  etchashEpoch,
  etchashSizes,
  ethashEpoch,
  ethashSizes,
  fishhashSizes,
} from '@openlode/pow/dag-sizes';
import { hashKarlsen } from '@openlode/pow/fishhash';
import { createGhostriderHasher } from '@openlode/pow/ghostrider';
import { type HeavyMatrix, hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import type { EthashInput, EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
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

function openKarlsenhash(modules: WasmModules): Hasher {
  const dag = openDag(modules.dag(), fishhashSizes);
  return (input) => {
    const { prePowHash, timestamp, nonce } = input as KaspaInput;
    return hashKarlsen(dag, prePowHash, timestamp, nonce).toReversed();
  };
}

/** A claimed mix says in microseconds whether its hash is low enough; only then is the true one calculated. */
function openEthash(modules: WasmModules, sizes: DagSizes): Hasher {
  const dag = openDag(modules.dag(), sizes);
  return (input): EthashVerdict => {
    const { headerHash, nonce, mix, limit } = input as EthashInput;
    if (mix !== undefined) {
      const hash = dag.ethashFinal(headerHash, nonce, mix);
      if (Buffer.compare(hash, limit.toReversed()) > 0) return { mix, hash };
    }
    return dag.ethash(headerHash, nonce);
  };
}

async function openGhostrider(modules: WasmModules): Promise<Hasher> {
  const hasher = await createGhostriderHasher(modules.ghostrider());
  return (input) => hasher.hash(input as Uint8Array).toReversed();
}

/** By algorithm. */
export const threadedProofs: ReadonlyMap<string, ThreadedProof> = new Map<string, ThreadedProof>([
  ['kheavyhash', { open: openKheavyhash }],
  ['karlsenhash', { open: openKarlsenhash }],
  ['ghostrider', { open: openGhostrider }],
  ['ethash', { epochOf: ethashEpoch, open: (modules, epoch) => openEthash(modules, ethashSizes(epoch)) }],
  ['etchash', { epochOf: etchashEpoch, open: (modules, epoch) => openEthash(modules, etchashSizes(epoch)) }],
]);
