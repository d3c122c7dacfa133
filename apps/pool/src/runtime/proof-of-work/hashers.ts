import { chainOf, hashAlephium } from '@openlode/pow/alephium';
import { createAutolykosHasher } from '@openlode/pow/autolykos';
import { hashBeam, judgeBeam } from '@openlode/pow/beamhash';
import { openDag } from '@openlode/pow/dag';
import {
  type DagSizes,
  etchashEpoch,
  etchashSizes,
  ethashEpoch,
  ethashSizes,
  fishhashSizes,
  kawpowEpoch,
  kawpowSizes,
  octopusEpoch,
  octopusSizes,
} from '@openlode/pow/dag-sizes';
import { judgeZcash } from '@openlode/pow/equihash';
import { hashIronFish, hashKarlsen } from '@openlode/pow/fishhash';
import { createGhostriderHasher } from '@openlode/pow/ghostrider';
import { type HeavyMatrix, hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import { hashNexa } from '@openlode/pow/nexapow';
import { createXelisHasher } from '@openlode/pow/xelishash';
import type { AlephiumInput, AlephiumVerdict } from '@openlode/stratum/dialects/alephium/alephium';
import type { BeamInput, BeamVerdict } from '@openlode/stratum/dialects/beam/beam';
import type { OctopusInput } from '@openlode/stratum/dialects/conflux/conflux';
import type { AutolykosInput } from '@openlode/stratum/dialects/ergo/ergo';
import type { EthashInput, EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import type { IronfishInput } from '@openlode/stratum/dialects/ironfish/ironfish';
import type { KaspaInput } from '@openlode/stratum/dialects/kaspa/jobs';
import type { NexaInput } from '@openlode/stratum/dialects/nexa/nexa';
import type { XelisInput } from '@openlode/stratum/dialects/xelis/xelis';
import type { ZcashSolution } from '@openlode/stratum/dialects/zcash/jobs';
import type { Hasher } from './hasher.ts';
import { epochKeys, type ProofKeys, seedKeys } from './proof-keys.ts';
import { openRandomx } from './randomx-hasher.ts';
import type { WasmModules } from './wasm-modules.ts';

/** What a thread has to build a hasher with. */
export interface HasherParts {
  readonly modules: WasmModules;
  /** For the threads of one key together: zero at first. */
  readonly shared: SharedArrayBuffer;
}

/** A proof of work that is calculated in threads. */
export interface ThreadedProof {
  /** What threads build things for; one for all inputs without it. */
  readonly keys?: ProofKeys;
  /** Whether the verdict on an input was given at a glance: what that takes says nothing of what a share takes. Never, without it. */
  readonly isGlance?: (input: unknown, verdict: unknown) => boolean;
  /** Whether a hasher holds memory outside of JavaScript, which it gives back only when it is closed. */
  readonly isClosed?: boolean;
  /** Builds it. */
  open(parts: HasherParts, key: string): Hasher | Promise<Hasher>;
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

function openKarlsenhash({ modules }: HasherParts): Hasher {
  const dag = openDag(modules.dag(), fishhashSizes);
  return (input) => {
    const { prePowHash, timestamp, nonce } = input as KaspaInput;
    return hashKarlsen(dag, prePowHash, timestamp, nonce).toReversed();
  };
}

function openFishhash({ modules }: HasherParts): Hasher {
  const dag = openDag(modules.dag(), fishhashSizes);
  return (input) => hashIronFish(dag, input as IronfishInput);
}

/** A claimed mix says in microseconds whether its hash is low enough; only then is the true one calculated. */
function openEthash({ modules }: HasherParts, sizes: DagSizes): Hasher {
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

/** The hash of the mix that was claimed, which is not calculated then. */
function isClaimedMix(input: unknown, verdict: unknown): boolean {
  const { mix } = input as EthashInput;
  return mix !== undefined && (verdict as EthashVerdict).mix === mix;
}

/** As Ethash, with a program that changes with the height. */
function openKawpow({ modules }: HasherParts, epoch: string): Hasher {
  const dag = openDag(modules.dag(), kawpowSizes(Number(epoch)));
  return (input): EthashVerdict => {
    const { headerHash, nonce, height, mix, limit } = input as EthashInput;
    if (mix !== undefined) {
      const hash = dag.kawpowFinal(headerHash, nonce, mix);
      if (Buffer.compare(hash, limit.toReversed()) > 0) return { mix, hash };
    }
    return dag.kawpow(headerHash, nonce, height);
  };
}

async function openGhostrider({ modules }: HasherParts): Promise<Hasher> {
  const hasher = await createGhostriderHasher(modules.ghostrider());
  return (input) => hasher.hash(input as Uint8Array).toReversed();
}

function openBlake3(): Hasher {
  return (input): AlephiumVerdict => {
    const { nonce, headerBlob } = input as AlephiumInput;
    const hash = hashAlephium(nonce, headerBlob);
    return { hash, chain: chainOf(hash) };
  };
}

async function openAutolykos(): Promise<Hasher> {
  const hasher = await createAutolykosHasher();
  return (input) => {
    const { message, nonce, height } = input as AutolykosInput;
    return hasher.hash(message, nonce, height);
  };
}

/** A hash that is too high says in microseconds what a look at the solution could not change. */
function openBeamhash(): Hasher {
  return (given): BeamVerdict => {
    const { input, nonce, output, limit } = given as BeamInput;
    const hash = hashBeam(output);
    if (Buffer.compare(hash, limit.toReversed()) > 0) return hash;
    return judgeBeam(input, nonce, output) === undefined ? hash : undefined;
  };
}

function isTooHigh(given: unknown, verdict: unknown): boolean {
  const { limit } = given as BeamInput;
  return verdict instanceof Uint8Array && Buffer.compare(verdict, limit.toReversed()) > 0;
}

function openEquihash(): Hasher {
  return (input) => {
    const { header, solution } = input as ZcashSolution;
    return judgeZcash(header, solution) === undefined;
  };
}

function openNexapow(): Hasher {
  return (input) => {
    const { commitment, nonce } = input as NexaInput;
    return hashNexa(commitment, nonce);
  };
}

function openOctopus({ modules }: HasherParts, epoch: string): Hasher {
  const dag = openDag(modules.dag(), octopusSizes(Number(epoch)));
  return (input) => {
    const { powHash, nonce } = input as OctopusInput;
    return dag.octopus(powHash, nonce);
  };
}

async function openXelishash({ modules }: HasherParts): Promise<Hasher> {
  const hasher = await createXelisHasher(modules.xelis());
  return (input) => hasher.hash(input as XelisInput, 3);
}

/** By algorithm. */
export const threadedProofs: ReadonlyMap<string, ThreadedProof> = new Map<string, ThreadedProof>([
  ['blake3', { open: openBlake3 }],
  ['autolykos', { open: openAutolykos }],
  ['beamhash', { isGlance: isTooHigh, open: openBeamhash }],
  ['equihash', { open: openEquihash }],
  ['nexapow', { open: openNexapow }],
  ['octopus', { keys: epochKeys(octopusEpoch), open: openOctopus }],
  ['xelishash', { open: openXelishash }],
  ['kheavyhash', { open: openKheavyhash }],
  ['karlsenhash', { open: openKarlsenhash }],
  ['fishhash', { open: openFishhash }],
  ['kawpow', { keys: epochKeys(kawpowEpoch), isGlance: isClaimedMix, open: openKawpow }],
  ['ghostrider', { open: openGhostrider }],
  [
    'ethash',
    {
      keys: epochKeys(ethashEpoch),
      isGlance: isClaimedMix,
      open: (parts, key) => openEthash(parts, ethashSizes(Number(key))),
    },
  ],
  [
    'etchash',
    {
      keys: epochKeys(etchashEpoch),
      isGlance: isClaimedMix,
      open: (parts, key) => openEthash(parts, etchashSizes(Number(key))),
    },
  ],
  ['randomx', { keys: seedKeys, isClosed: true, open: ({ shared }, seed) => openRandomx(seed, shared) }],
]);
