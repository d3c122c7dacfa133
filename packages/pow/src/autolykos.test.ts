import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { createAutolykosHasher, tableSize } from './autolykos.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/autolykos.json' with { type: 'json' };

const hashed = file.vectors.filter((vector) => vector.hit !== undefined);

describe('proof of work of Ergo', () => {
  it('has vectors', () => {
    expect(hashed).toHaveLength(5);
  });

  it.each(hashed)('hashes $name', async (vector) => {
    const hasher = await createAutolykosHasher();
    expect(bytesToHex(hasher.hash(bytesOf(vector.msg), bytesOf(vector.nonce), vector.height ?? 0))).toBe(
      vector.hit,
    );
  });

  it('grows its table as the reference does', () => {
    const rows = Object.entries(file.vectors.find((vector) => vector.rows !== undefined)?.rows ?? {});
    expect(rows.length).toBeGreaterThan(5);
    for (const [height, size] of rows) expect([height, tableSize(Number(height))]).toEqual([height, size]);
  });

  it.each([
    [0, 67_108_864],
    [614_399, 67_108_864],
    // Each step cuts to whole hundreds before it adds a twentieth: 671,088 of them.
    [614_400, 70_464_240],
    [665_599, 70_464_240],
    [665_600, 73_987_410],
  ])('has at height %i a table of %i elements', (height, size) => {
    expect(tableSize(height)).toBe(size);
  });

  it('freezes its table at height 4,198,400', () => {
    expect(tableSize(4_198_399)).toBeLessThan(tableSize(4_198_400));
    expect(tableSize(4_198_400)).toBe(2_143_944_600);
    expect(tableSize(4_198_400 + 51_200)).toBe(2_143_944_600);
    expect(tableSize(100_000_000)).toBe(2_143_944_600);
  });

  it('hashes the height with the share, also within one size of the table', async () => {
    const hasher = await createAutolykosHasher();
    const [message, nonce] = [new Uint8Array(32).fill(7), new Uint8Array(8).fill(9)];
    const hashes = [614_399, 614_400, 614_401].map((height) =>
      bytesToHex(hasher.hash(message, nonce, height)),
    );
    expect(new Set(hashes).size).toBe(3);
    // A hasher keeps nothing of a share.
    expect(bytesToHex(hasher.hash(message, nonce, 614_400))).toBe(hashes[1]);
  });
});
