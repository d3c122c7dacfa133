import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A seed is hashed once more every 30,000 blocks: some sixty years of Ethereum Classic, and what one that is none costs to look for. */
const roundsMax = 4096;
const blocksOfRound = 30_000;
/** From the height of 11,700,000 on Ethereum Classic has epochs of two rounds (ECIP-1099). */
const etchashRounds = 390;

const rounds = new Map<string, number>();
let newest: Uint8Array = new Uint8Array(32);

/** How many times a seed was hashed; those that were counted are kept. */
function roundsOf(seed: string): number | undefined {
  while (!rounds.has(seed) && rounds.size < roundsMax) {
    rounds.set(bytesToHex(newest), rounds.size);
    newest = keccak_256(newest);
  }
  return rounds.get(seed);
}

/** Of that many rounds; undefined for more than are counted. */
function seedOf(times: number): string | undefined {
  roundsOf('');
  return [...rounds.keys()][times];
}

/** The seed of the epoch of Ethash that a height is in, as 64 digits; undefined beyond all that are counted: a node that says such a height lies. */
export function ethashSeed(height: number): string | undefined {
  return seedOf(Math.floor(height / blocksOfRound));
}

/** The same of Etchash. */
export function etchashSeed(height: number): string | undefined {
  const times = Math.floor(height / blocksOfRound);
  return seedOf(times < etchashRounds ? times : times - (times % 2));
}

/** The first height of the epoch of Ethash that has this seed, 64 digits in lower case; undefined where none has. */
export function ethashHeight(seed: string): number | undefined {
  const hashed = roundsOf(seed);
  return hashed === undefined ? undefined : hashed * blocksOfRound;
}

/** The same of Etchash. */
export function etchashHeight(seed: string): number | undefined {
  const hashed = roundsOf(seed);
  if (hashed === undefined || (hashed >= etchashRounds && hashed % 2 !== 0)) return undefined;
  return hashed * blocksOfRound;
}
