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
});
