import { targetOfBits } from '@openlode/stratum/core/difficulty';
import type { BlockTemplate } from '../../domain/kernel/chain.ts';
import { toDisplay } from './hash-text.ts';
import type { SandboxBlock } from './sandbox-block.ts';
import { freeBytes } from './sandbox-coinbase.ts';
import { otherTransaction } from './sandbox-transaction.ts';
import { sha256d } from './sha256d.ts';

interface HeaderParts {
  /** As printed. */
  readonly previous: string;
  readonly merkleRoot: Uint8Array;
  readonly time: number;
  readonly bits: number;
}

const nothing = new Uint8Array(0);
const timeAheadMaxS = 7200;

/** Undefined where it is not 80 bytes. */
export function parseHeader(header: Uint8Array): HeaderParts | undefined {
  if (header.length !== 80) return undefined;
  const view = Buffer.from(header);
  return {
    previous: toDisplay(view.subarray(4, 36)),
    merkleRoot: view.subarray(36, 68),
    time: view.readUInt32LE(68),
    bits: view.readUInt32LE(72),
  };
}

/** Why a block that follows the tip is no block of the chain; undefined for a sound one. `hash` is the proof of work, `now` in ms. */
export function faultOf(
  { transactions: [coinbase = nothing, other] }: Pick<SandboxBlock, 'transactions'>,
  parts: HeaderParts,
  rules: { readonly template: BlockTemplate; readonly hash: Uint8Array; readonly now: number },
): string | undefined {
  const { template, hash, now } = rules;
  if (BigInt(`0x${toDisplay(hash)}`) > targetOfBits(parts.bits)) return 'the hash does not meet its target';
  if (parts.time > now / 1000 + timeAheadMaxS) return 'the time lies too far ahead';
  if (!isGivenOut(coinbase, template)) return 'the coinbase is not the one that was given out';
  // A block of an earlier release came without it.
  const second = other ?? otherTransaction(template.height);
  if (Buffer.compare(second, otherTransaction(template.height)) !== 0)
    return 'a transaction is not the one that was given out';
  const root = sha256d(Buffer.concat([sha256d(coinbase), sha256d(second)]));
  return Buffer.compare(root, parts.merkleRoot) === 0 ? undefined : 'the merkle root does not match';
}

function isGivenOut(
  coinbase: Uint8Array,
  { coinbasePrefix: prefix, coinbaseSuffix: suffix }: BlockTemplate,
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
