import { randomxSeedHeight } from '@openlode/pow/randomx';
import { nonceAt, type RandomxInput } from '@openlode/stratum/dialects/monero/jobs';
import type { HeaderRules } from './header-family.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

/** How long before a seed comes into force templates name it: as in Monero. */
const seedAheadBlocks = 64;
const varintMore = 0x80;

/**
 * Monero: miners are given a hashing blob of 76 bytes, with the hash of the sandbox's header where the root of the transactions is. The seal
 * is the nonce, four bytes as sent.
 */
export function moneroRules(verify: (input: RandomxInput) => Promise<Uint8Array>): HeaderRules {
  return {
    family: 'monero',
    sealBytes: 4,
    workOf: hashingBlob,
    seedsOf,
    async proofOf({ work, seal, height }) {
      const blob = work.slice();
      blob.set(seal, nonceAt);
      const hash = await verify({ blob, seedHash: seedOf(height), algorithm: 'rx/0' });
      return BigInt(`0x${Buffer.from(hash.toReversed()).toString('hex')}`);
    },
  };
}

/** Versions, the time in seconds, the previous hash, a nonce of four bytes, the root and the number of transactions. */
function hashingBlob(header: Uint8Array): Uint8Array {
  const given = Buffer.from(header);
  const time = varint(Number(given.readBigUInt64BE(64) / 1000n));
  const nonce = Buffer.alloc(4);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([16, 16]),
      time,
      given.subarray(0, 32),
      nonce,
      sha256d(given),
      Buffer.from([1]),
    ]),
  );
}

/** Seven bits a byte, the least significant first. Times of these centuries take five bytes. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / varintMore)) {
    if (rest < varintMore) return Buffer.from([...bytes, rest]);
    bytes.push((rest % varintMore) + varintMore);
  }
}

function seedsOf(height: number): { seedHash: Uint8Array; nextSeedHash?: Uint8Array } {
  const next = randomxSeedHeight(height + seedAheadBlocks);
  const seedHash = seedOf(height);
  return next === randomxSeedHeight(height) ? { seedHash } : { seedHash, nextSeedHash: seedAt(next) };
}

function seedOf(height: number): Uint8Array {
  return seedAt(randomxSeedHeight(height));
}

/** The sandbox needs no secret seeds, and this one no look at its blocks. */
function seedAt(height: number): Uint8Array {
  return sha256d(Buffer.from(`Openlode sandbox, seed ${height}`, 'latin1'));
}
