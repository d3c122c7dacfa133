import { unitsPerSatoshi } from '@openlode/money/amount';
import {
  hashKaspaHeader,
  type KaspaHeader,
  kaspaBlockHash,
  kaspaPrePowHash,
  kaspaTransactionHash,
  printKaspaHeader,
} from '@openlode/pow/kaspa-header';
import { targetOfBits } from '@openlode/stratum/core/difficulty';
import type { KaspaInput } from '@openlode/stratum/dialects/kaspa/jobs';
import { parseSandboxBlock, printSandboxBlock } from './sandbox-block.ts';
import { commonFaultOf, type NextBlock, type ReadBlock, type SandboxFamily } from './sandbox-family.ts';

/** Calculates the proof of work: 32 bytes, least significant first. */
export type KaspaProof = (input: KaspaInput) => Promise<Uint8Array>;

const saltBytes = 16;
const tag = Buffer.from('/Openlode sandbox/', 'latin1');
const zero = new Uint8Array(32);

/** Where the fields of a header with one parent and no blue work begin, in bytes. */
const parentAt = 18;
const merkleRootAt = 50;
const timestampAt = 146;
const bitsAt = 154;
const nonceAt = 158;
const headerBytes = 222;

/**
 * Blocks of Kaspa's family, with Kaspa's header. The sandbox has a chain and no graph: each block has one parent, the scores are its
 * height, and it holds one transaction, the coinbase.
 */
export function kaspaFamily(proofOfWork: KaspaProof): SandboxFamily {
  return {
    templateOf: (next) => {
      const timestamp = BigInt(next.now);
      return {
        family: 'kaspa',
        chain: next.chain,
        height: next.height,
        previousHash: bytesOf(next.previous),
        networkTarget: targetOfBits(next.bits),
        bits: next.bits,
        networkWork: next.networkWork,
        clean: next.clean,
        timestamp,
        blockWith: (salt) => {
          const coinbase = coinbaseOf(next, salt);
          const header = headerOf(next, coinbase, timestamp);
          return {
            work: kaspaPrePowHash(header),
            hashOf: (seal) => textOf(kaspaBlockHash({ ...header, nonce: nonceOf(seal) })),
            submissionOf: (seal) =>
              printSandboxBlock({
                header: printKaspaHeader({ ...header, nonce: nonceOf(seal) }),
                transactions: [coinbase],
              }),
          };
        },
      };
    },
    read: (submission) => {
      const { header, transactions } = parseSandboxBlock(submission, headerBytes);
      if (header.length !== headerBytes) return `the header is not ${headerBytes} bytes`;
      return readBlock(Buffer.from(header), transactions, proofOfWork);
    },
  };
}

function readBlock(
  bytes: Buffer,
  [coinbase = zero]: readonly Uint8Array[],
  proofOfWork: KaspaProof,
): ReadBlock {
  const bits = bytes.readUInt32LE(bitsAt);
  const timestamp = bytes.readBigUInt64LE(timestampAt);
  const nonce = bytes.readBigUInt64LE(nonceAt);
  return {
    hash: textOf(hashKaspaHeader(bytes)),
    previous: textOf(bytes.subarray(parentAt, parentAt + 32)),
    bits,
    faultOf: async (next) => {
      const salt = coinbase.subarray(-saltBytes);
      if (Buffer.compare(coinbase, coinbaseOf(next, salt)) !== 0)
        return 'the coinbase is not the one that was given out';
      const header = headerOf({ ...next, bits }, coinbase, timestamp);
      if (Buffer.compare(bytes.subarray(merkleRootAt, merkleRootAt + 32), header.merkleRoot) !== 0)
        return 'the merkle root does not match';
      if (Buffer.compare(bytes, printKaspaHeader({ ...header, nonce })) !== 0)
        return 'the header is not the one that was given out';
      const proof = await proofOfWork({ prePowHash: kaspaPrePowHash(header), timestamp, nonce });
      const hash = BigInt(`0x${textOf(proof.toReversed())}`);
      return commonFaultOf({ target: targetOfBits(bits), hash, at: Number(timestamp) }, next.now);
    },
  };
}

/** Height and reward (in 10^-8), 8 bytes each, least significant first; what the coins are; and the salt of a job. */
function coinbaseOf({ height, reward }: NextBlock, salt: Uint8Array): Uint8Array {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64LE(BigInt(height));
  numbers.writeBigUInt64LE(reward / unitsPerSatoshi, 8);
  return Buffer.concat([numbers, tag, salt]);
}

function headerOf(
  { previous, height, bits }: NextBlock,
  coinbase: Uint8Array,
  timestamp: bigint,
): KaspaHeader {
  return {
    version: 1,
    parents: [[bytesOf(previous)]],
    merkleRoot: kaspaTransactionHash(coinbase),
    acceptedRoot: zero,
    utxoCommitment: zero,
    timestamp,
    bits,
    nonce: 0n,
    daaScore: BigInt(height),
    blueScore: BigInt(height),
    blueWork: 0n,
    pruningPoint: zero,
  };
}

/** The seal of a block: its nonce, as in the header. */
function nonceOf(seal: Uint8Array): bigint {
  return Buffer.from(seal).readBigUInt64LE();
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Kaspa prints hashes as they are. */
function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
