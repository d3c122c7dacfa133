import { unitsPerSatoshi } from '@openlode/money/amount';
import { targetOfBits } from '@openlode/stratum/core/difficulty';
import type { HeaderFamily, ProofSeeds } from '../../domain/kernel/block-template.ts';
import { parseSandboxBlock, printSandboxBlock } from './sandbox-block.ts';
import { commonFaultOf, type NextBlock, type SandboxFamily } from './sandbox-family.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

/** A block as its proof of work sees it. */
export interface SealedBlock {
  /** What miners were given. */
  readonly work: Uint8Array;
  /** What a miner added. */
  readonly seal: Uint8Array;
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly timestamp: bigint;
}

/** What tells a chain of the sandbox's own headers from another one. */
export interface HeaderRules {
  readonly family: HeaderFamily;
  /** How long a seal is: more that a family's miners add, which this chain has no use for, is left out. */
  readonly sealBytes: number;
  /** What miners are given of a header; its SHA-256d without it. */
  readonly workOf?: (header: Uint8Array) => Uint8Array;
  /** What the cache of the proof of work is made of at a height. */
  readonly seedsOf?: (height: number) => ProofSeeds;
  /** What names a block, 32 bytes as printed; the SHA-256d of header and seal without it. */
  readonly nameOf?: (seal: Uint8Array) => Uint8Array;
  /** The number that must meet the target; undefined where the seal is none whatever its hash. */
  readonly proofOf: (block: SealedBlock) => Promise<bigint | undefined>;
}

/** Previous hash and merkle root, 32 bytes each; the time in ms, 8 bytes; bits and height, 4 bytes each. Numbers begin with their most significant byte. */
const headerBytes = 80;
const saltBytes = 16;
const tag = Buffer.from('/Openlode sandbox/', 'latin1');
const nothing = new Uint8Array(0);

/**
 * Blocks with a header of the sandbox's own, for chains whose miners are given no more than the hash of one, or bytes that are made of it. A block is that header,
 * the seal and one transaction, the coinbase; the SHA-256d of header and seal names it.
 */
export function headerFamily({
  family,
  sealBytes,
  workOf = sha256d,
  seedsOf,
  nameOf,
  proofOf,
}: HeaderRules): SandboxFamily {
  const blockHash = (header: Uint8Array, seal: Uint8Array): string =>
    textOf(nameOf?.(seal) ?? sha256d(Buffer.concat([header, seal])));
  return {
    templateOf: (next) => ({
      family,
      chain: next.chain,
      height: next.height,
      previousHash: bytesOf(next.previous),
      networkTarget: targetOfBits(next.bits),
      bits: next.bits,
      networkWork: next.networkWork,
      clean: next.clean,
      timestamp: BigInt(next.now),
      ...(seedsOf === undefined ? {} : { seeds: seedsOf(next.height) }),
      blockWith: (salt) => {
        const coinbase = coinbaseOf(next, salt);
        const header = headerOf(next, coinbase, BigInt(next.now));
        const sealed = (seal: Uint8Array): Uint8Array => seal.subarray(0, sealBytes);
        return {
          work: workOf(header),
          hashOf: (seal) => blockHash(header, sealed(seal)),
          submissionOf: (seal) =>
            printSandboxBlock({ header: Buffer.concat([header, sealed(seal)]), transactions: [coinbase] }),
        };
      },
    }),
    read: (submission) => {
      const { header, transactions } = parseSandboxBlock(submission, headerBytes + sealBytes);
      if (header.length !== headerBytes + sealBytes)
        return `the header is not ${headerBytes + sealBytes} bytes`;
      const bytes = Buffer.from(header.subarray(0, headerBytes));
      const [coinbase = nothing] = transactions;
      const bits = bytes.readUInt32BE(72);
      return {
        hash: blockHash(bytes, header.subarray(headerBytes)),
        previous: textOf(bytes.subarray(0, 32)),
        bits,
        faultOf: async (next) => {
          const given = { ...next, bits };
          const timestamp = bytes.readBigUInt64BE(64);
          if (Buffer.compare(coinbase, coinbaseOf(given, coinbase.subarray(-saltBytes))) !== 0)
            return 'the coinbase is not the one that was given out';
          if (Buffer.compare(bytes, headerOf(given, coinbase, timestamp)) !== 0)
            return 'the header is not the one that was given out';
          const seal = header.slice(headerBytes);
          const work = workOf(bytes);
          const hash = await proofOf({ work, seal, height: next.height, timestamp });
          if (hash === undefined) return 'the seal is no proof of work';
          return commonFaultOf({ target: targetOfBits(bits), hash, at: Number(timestamp) }, next.now);
        },
      };
    },
  };
}

/** Height and reward, 8 bytes each; what the coins are; and the salt of a job. */
function coinbaseOf({ height, reward }: NextBlock, salt: Uint8Array): Uint8Array {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(BigInt(height));
  numbers.writeBigUInt64BE(reward / unitsPerSatoshi, 8);
  return Buffer.concat([numbers, tag, salt]);
}

function headerOf(
  { previous, height, bits }: NextBlock,
  coinbase: Uint8Array,
  timestamp: bigint,
): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.set(bytesOf(previous));
  header.set(sha256d(coinbase), 32);
  header.writeBigUInt64BE(timestamp, 64);
  header.writeUInt32BE(bits, 72);
  header.writeUInt32BE(height, 76);
  return header;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
