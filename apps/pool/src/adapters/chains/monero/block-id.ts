import { keccak_256 } from '@noble/hashes/sha3.js';
import type { BlockParts } from './read-block.ts';
import { varint } from './varint.ts';

const noSignatures = keccak_256(Uint8Array.of(0));
const nothingToProve = new Uint8Array(32);

/** What miners hash: the header, the root of the transactions, and how many there are. */
export function hashingBlob(block: Uint8Array, parts: BlockParts): Uint8Array {
  const { transactions } = parts;
  return fillBlob(block, parts, treeBranch(transactions), transactions.length + 1);
}

/**
 * The same from the branch of the transactions, which does not change with the first one.
 *
 * @param branch of `treeBranch`
 * @param count of all transactions
 */
export function fillBlob(
  block: Uint8Array,
  parts: BlockParts,
  branch: readonly Uint8Array[],
  count: number,
): Uint8Array {
  const root = branch.reduce((left, right) => keccak(left, right), hashCoinbase(block, parts));
  return concat(block.subarray(0, parts.headerEnd), root, varint(count));
}

/** The name of the transaction that pays the miner, as nodes and wallets print it. */
export function coinbaseId(block: Uint8Array, parts: BlockParts): string {
  return Buffer.from(hashCoinbase(block, parts)).toString('hex');
}

function hashCoinbase(
  block: Uint8Array,
  { minerTransaction: { from, prefixEnd } }: Pick<BlockParts, 'minerTransaction'>,
): Uint8Array {
  return keccak(keccak_256(block.subarray(from, prefixEnd)), noSignatures, nothingToProve);
}

/** The name of a block, as nodes and explorers print it. */
export function blockId(blob: Uint8Array): string {
  return Buffer.from(keccak(varint(blob.length), blob)).toString('hex');
}

/**
 * What the hash of the first transaction is joined with, one after another, to make the root. The number of hashes is brought down to a power of
 * two first, by pairing the last ones only.
 *
 * @param others the hashes of all transactions but the first
 * @see https://github.com/monero-project/monero/blob/v0.18.0.0/src/crypto/tree-hash.c
 */
export function treeBranch(others: readonly Uint8Array[]): Uint8Array[] {
  const count = others.length + 1;
  let width = 1;
  while (width * 2 < count) width *= 2;
  const alone = 2 * width - count;
  const branch: Uint8Array[] = [];
  // The first place is the sought one: its hash is not known here, nor are those that it goes into.
  let row: (Uint8Array | undefined)[] = [undefined, ...others];
  if (count > 1) row = [...row.slice(0, alone), ...pairs(row.slice(alone), branch)];
  while (row.length > 1) row = pairs(row, branch);
  return branch;
}

function pairs(row: readonly (Uint8Array | undefined)[], branch: Uint8Array[]): (Uint8Array | undefined)[] {
  return Array.from({ length: row.length / 2 }, (_each, index) => {
    const [left, right] = row.slice(2 * index, 2 * index + 2);
    if (right === undefined) throw new RangeError('a hash has no partner');
    if (left === undefined) branch.push(right);
    return left === undefined ? undefined : keccak(left, right);
  });
}

function keccak(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concat(...parts));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
