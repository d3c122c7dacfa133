import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { fromDisplay, toDisplay } from '../../adapters/chains/bitcoin/hash-text.ts';
import { parseSandboxBlock, printSandboxBlock } from './sandbox-block.ts';
import { freeBytes } from '../../adapters/chains/bitcoin/coinbase.ts';
import { sandboxCoinbase } from './sandbox-coinbase.ts';
import { commonFaultOf, type NextBlock, type SandboxFamily } from './sandbox-family.ts';
import { otherTransaction } from './sandbox-transaction.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

interface HeaderParts {
  /** As printed. */
  readonly previous: string;
  readonly merkleRoot: Uint8Array;
  /** Unix seconds. */
  readonly time: number;
  readonly bits: number;
}

const headerBytes = 80;
const nothing = new Uint8Array(0);

/**
 * Blocks of Bitcoin's family. SHA-256d of the header names a block on every chain of it.
 *
 * @param proofOfWork the hash of a header that must meet the target
 */
export function bitcoinFamily(
  proofOfWork: (header: Uint8Array) => Uint8Array | Promise<Uint8Array> = sha256d,
): SandboxFamily {
  return {
    templateOf: ({ chain, height, previous, bits, networkWork, now, reward, clean }) => {
      const { prefix, suffix } = sandboxCoinbase(height, reward);
      return {
        family: 'bitcoin',
        chain,
        height,
        previousHash: fromDisplay(previous),
        coinbasePrefix: prefix,
        coinbaseSuffix: suffix,
        merkleBranch: [sha256d(otherTransaction(height))],
        version: 0x20000000,
        bits,
        time: Math.floor(now / 1000),
        networkWork,
        clean,
        submissionOf: (header, coinbase) =>
          printSandboxBlock({ header, transactions: [coinbase, otherTransaction(height)] }),
      };
    },
    read: (submission) => {
      const { header, transactions } = parseSandboxBlock(submission, headerBytes);
      if (header.length !== headerBytes) return `the header is not ${headerBytes} bytes`;
      const parts = parseHeader(header);
      const { previous, bits, time } = parts;
      return {
        hash: toDisplay(sha256d(header)),
        previous,
        bits,
        faultOf: async (next) => {
          const hash = BigInt(`0x${toDisplay(await proofOfWork(header))}`);
          const common = commonFaultOf({ target: targetOfBits(bits), hash, at: time * 1000 }, next.now);
          return common ?? transactionFault(transactions, parts, next);
        },
      };
    },
  };
}

function parseHeader(header: Uint8Array): HeaderParts {
  const view = Buffer.from(header);
  return {
    previous: toDisplay(view.subarray(4, 36)),
    merkleRoot: view.subarray(36, 68),
    time: view.readUInt32LE(68),
    bits: view.readUInt32LE(72),
  };
}

function transactionFault(
  [coinbase = nothing, other]: readonly Uint8Array[],
  { merkleRoot }: HeaderParts,
  { height, reward }: NextBlock,
): string | undefined {
  if (!isGivenOut(coinbase, sandboxCoinbase(height, reward)))
    return 'the coinbase is not the one that was given out';
  // A block of an earlier release came without it.
  const second = other ?? otherTransaction(height);
  if (Buffer.compare(second, otherTransaction(height)) !== 0)
    return 'a transaction is not the one that was given out';
  const root = sha256d(Buffer.concat([sha256d(coinbase), sha256d(second)]));
  return Buffer.compare(root, merkleRoot) === 0 ? undefined : 'the merkle root does not match';
}

function isGivenOut(
  coinbase: Uint8Array,
  { prefix, suffix }: { readonly prefix: Uint8Array; readonly suffix: Uint8Array },
): boolean {
  return (
    coinbase.length - prefix.length - suffix.length === freeBytes &&
    startsWith(coinbase, prefix) &&
    startsWith(coinbase.subarray(-suffix.length), suffix)
  );
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, start.length), start) === 0;
}
