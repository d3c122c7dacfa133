import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  type EquihashForm,
  hashZcash,
  judgeIndices,
  judgeZcash,
  unpackIndices,
  zcashForm,
} from './equihash.ts';
import { differingBits, flipBit } from './testing/flip-bit.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/equihash.json' with { type: 'json' };

const small: EquihashForm = { n: 96, k: 5, personalization: 'ZcashPoW' };
const whole = file.vectors.filter((vector) => vector.solution1344 !== undefined);
const listed = file.vectors.filter((vector) => vector.indices !== undefined);

describe('Equihash', () => {
  it('has vectors', () => {
    expect(whole).toHaveLength(5);
    expect(listed).toHaveLength(10);
  });

  it.each(whole)('judges $name', (vector) => {
    const header = bytesOf(vector.header140);
    const solution = bytesOf(vector.solution1344);
    expect(judgeZcash(header, solution) === undefined).toBe(vector.valid);
    if (vector.pow_hash_be !== undefined)
      expect(bytesToHex(hashZcash(header, solution))).toBe(vector.pow_hash_be);
  });

  it.each(listed)('judges the indices of $name', (vector) => {
    const input = concatBytes(utf8ToBytes(vector.input_utf8 ?? ''), bytesOf(vector.nonce32_le));
    const fault = judgeIndices(small, input, Uint32Array.from(vector.indices ?? []));
    expect(fault === undefined).toBe(vector.valid);
  });

  it('names what is wrong', () => {
    const faults = listed.map((vector) =>
      judgeIndices(
        small,
        concatBytes(utf8ToBytes(vector.input_utf8 ?? ''), bytesOf(vector.nonce32_le)),
        Uint32Array.from(vector.indices ?? []),
      ),
    );
    expect(new Set(faults)).toEqual(new Set([undefined, 'no-collision', 'wrong-order', 'duplicate-index']));
    expect(judgeZcash(new Uint8Array(140), new Uint8Array(1343))).toBe('wrong-length');
  });

  it('refuses a solution of which any bit is another', () => {
    const sound = whole.find((vector) => vector.valid && vector.kind === 'share');
    const header = bytesOf(sound?.header140);
    const solution = bytesOf(sound?.solution1344);
    for (const bit of [0, 20, 21, 1000, 5376, 10_730, 10_731, 10_751])
      expect(judgeZcash(header, flipBit(solution, bit))).toBeDefined();
  });

  it('refuses a solution under another header: nonce, time, version', () => {
    const sound = whole.find((vector) => vector.valid && vector.kind === 'share');
    const header = bytesOf(sound?.header140);
    const solution = bytesOf(sound?.solution1344);
    for (const bit of [0, 100 * 8, 108 * 8, 139 * 8 + 7])
      expect(judgeZcash(flipBit(header, bit), solution)).toBe('no-collision');
    const hash = hashZcash(header, solution);
    expect(differingBits(hash, hashZcash(flipBit(header, 1119), solution))).toBeGreaterThan(64);
    expect(differingBits(hash, hashZcash(header, flipBit(solution, 10_751)))).toBeGreaterThan(64);
  });

  it('takes pairs in one order only', () => {
    const sound = listed.find((vector) => vector.valid);
    const input = concatBytes(utf8ToBytes(sound?.input_utf8 ?? ''), bytesOf(sound?.nonce32_le));
    const indices = Uint32Array.from(sound?.indices ?? []);
    expect(judgeIndices(small, input, indices)).toBeUndefined();
    const half = indices.length / 2;
    const turned = Uint32Array.from([...indices.subarray(half), ...indices.subarray(0, half)]);
    expect(judgeIndices(small, input, turned)).toBe('wrong-order');
    const swapped = indices.slice();
    swapped.set([indices[1] ?? 0, indices[0] ?? 0]);
    expect(judgeIndices(small, input, swapped)).toBe('wrong-order');
    expect(judgeIndices(small, input, indices.subarray(0, half))).toBe('wrong-length');
  });

  it('reads indices most significant bit first', () => {
    // 512 indices of 21 bits: the first is 1, the second 2^20.
    const solution = new Uint8Array(1344);
    solution.set([0b00000000, 0b00000000, 0b00001100], 0);
    expect(unpackIndices(zcashForm, solution)?.subarray(0, 3)).toEqual(Uint32Array.of(1, 2 ** 20, 0));
  });
});
