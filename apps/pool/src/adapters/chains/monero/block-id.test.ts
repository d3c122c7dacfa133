import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { treeBranch } from './block-id.ts';

const leaf = (index: number): Uint8Array => keccak_256(Uint8Array.of(index));
const join = (left: Uint8Array, right: Uint8Array): Uint8Array => keccak_256(Buffer.concat([left, right]));
const hex = (hash: Uint8Array | undefined): string => Buffer.from(hash ?? []).toString('hex');

/** The root as `tree-hash.c` builds it, with every hash known. */
function rootOf(count: number): Uint8Array {
  const hashes = Array.from({ length: count }, (_each, index) => leaf(index));
  if (count === 1) return leaf(0);
  if (count === 2) return join(leaf(0), leaf(1));
  let width = 1;
  while (width * 2 < count) width *= 2;
  const alone = 2 * width - count;
  let row = hashes.slice(0, alone);
  for (let at = alone; at < count; at += 2) row.push(join(hashes[at] ?? leaf(0), hashes[at + 1] ?? leaf(0)));
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_each, index) =>
      join(row[2 * index] ?? leaf(0), row[2 * index + 1] ?? leaf(0)),
    );
  return row[0] ?? leaf(0);
}

describe('the branch of the first transaction', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 100])('leads to the root of %i', (count) => {
    const others = Array.from({ length: count - 1 }, (_each, index) => leaf(index + 1));
    expect(hex(treeBranch(others).reduce(join, leaf(0)))).toBe(hex(rootOf(count)));
  });
});
