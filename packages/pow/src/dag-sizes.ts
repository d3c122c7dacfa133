import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

/** What a dataset of an epoch is made of. */
export interface DagSizes {
  /** 32 bytes. */
  readonly seed: Uint8Array;
  /** Items of the light cache, 64 bytes each. */
  readonly cacheItems: number;
  /** Cache items that make one dataset item. */
  readonly parents: 256 | 512;
  /** Dataset pages, of the size that the algorithm reads at once. */
  readonly pages: number;
}

const cacheItemBytes = 64;

function isPrime(value: number): boolean {
  if (value < 2 || value % 2 === 0) return value === 2;
  for (let divisor = 3; divisor * divisor <= value; divisor += 2) if (value % divisor === 0) return false;
  return true;
}

/** The largest prime count of units that fits, less one unit: sizes are kept prime so that indices do not repeat. */
function primeCount(bytes: number, unit: number): number {
  let count = bytes / unit - 1;
  while (!isPrime(count)) count -= 2;
  return count;
}

function seedAfter(rounds: number): Uint8Array {
  let seed: Uint8Array = new Uint8Array(32);
  for (let round = 0; round < rounds; round++) seed = keccak_256(seed);
  return seed;
}

function ethashFamily(epoch: number, seedRounds: number): Omit<DagSizes, 'parents'> {
  return {
    seed: seedAfter(seedRounds),
    cacheItems: primeCount(2 ** 24 + 2 ** 17 * epoch, cacheItemBytes),
    pages: primeCount(2 ** 30 + 2 ** 23 * epoch, 128),
  };
}

/** The epoch of a height on a chain that never changed Ethash. */
export function ethashEpoch(height: number): number {
  return Math.floor(height / 30_000);
}

/** Sizes of Ethash, pages of 128 bytes (Ethereum Yellow Paper, appendix J). */
export function ethashSizes(epoch: number): DagSizes {
  return { ...ethashFamily(epoch, epoch), parents: 256 };
}

/** Ethereum Classic doubled its epochs at this height (ECIP-1099). */
const etchashHeight = 11_700_000;

/** The epoch of a height of Ethereum Classic. */
export function etchashEpoch(height: number): number {
  return Math.floor(height / (height < etchashHeight ? 30_000 : 60_000));
}

/**
 * Sizes of Etchash for heights from 11,700,000 on. The seed goes on counting epochs of 30,000 blocks, so that
 * it is hashed twice as often as the epoch's number says.
 */
export function etchashSizes(epoch: number): DagSizes {
  return { ...ethashFamily(epoch, 2 * epoch), parents: 256 };
}

/** The epoch of a height of Ravencoin. */
export function kawpowEpoch(height: number): number {
  return Math.floor(height / 7_500);
}

/** Sizes of KawPow: those of Ethash, pages of 256 bytes. */
export function kawpowSizes(epoch: number): DagSizes {
  const sizes = ethashFamily(epoch, epoch);
  return { ...sizes, pages: Math.floor(sizes.pages / 2), parents: 512 };
}

/** The epoch ("stage") of a height of Conflux. */
export function octopusEpoch(height: number): number {
  return Math.floor(height / 524_288);
}

/** Sizes of Octopus, pages of 256 bytes (conflux-rust, cfxcore/pow). */
export function octopusSizes(epoch: number): DagSizes {
  return {
    seed: seedAfter(epoch),
    cacheItems: primeCount(2 ** 24 + 2 ** 16 * epoch, cacheItemBytes),
    parents: 256,
    pages: primeCount(2 ** 32 + 2 ** 24 * epoch, 256),
  };
}

/** The one dataset of FishHash and FishHash+, pages of 128 bytes (iron-fish/fish-hash). It never changes. */
export const fishhashSizes: DagSizes = {
  seed: hexToBytes('eb0163aef2ab1c5a66310c1c14d60f4255a9b39b0edf26539844f117ad672119'),
  cacheItems: 1_179_641,
  parents: 512,
  pages: 37_748_717,
};
