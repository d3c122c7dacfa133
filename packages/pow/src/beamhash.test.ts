import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { hashBeam, judgeBeam, meetsBeamDifficulty } from './beamhash.ts';
import { differingBits, flipBit } from './testing/flip-bit.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/beamhash.json' with { type: 'json' };

describe('BeamHash III', () => {
  it.each(file.vectors)('judges $name', ({ input, nonce, output, valid }) => {
    expect(judgeBeam(bytesOf(input), bytesOf(nonce), bytesOf(output)) === undefined).toBe(valid);
  });

  it('names what is wrong', () => {
    const [sound] = file.vectors;
    const judge = (output: Uint8Array) => judgeBeam(bytesOf(sound?.input), bytesOf(sound?.nonce), output);
    const output = bytesOf(sound?.output);
    expect(judge(output.subarray(1))).toBe('wrong-length');
    expect(judge(new Uint8Array(104))).toBe('duplicate-index');
    expect(judge(output.with(103, (output[103] ?? 0) ^ 1))).toBe('no-collision');
  });

  it('refuses a solution of which any bit is another, or that belongs to another job', () => {
    const sound = file.vectors.find(({ valid }) => valid);
    const [input, nonce, output] = [bytesOf(sound?.input), bytesOf(sound?.nonce), bytesOf(sound?.output)];
    expect(judgeBeam(input, nonce, output)).toBeUndefined();
    for (const bit of [0, 7, 24, 25, 200, 399, 400, 799, 800, 831])
      expect(judgeBeam(input, nonce, flipBit(output, bit))).toBeDefined();
    for (const bit of [0, 128, 255]) expect(judgeBeam(flipBit(input, bit), nonce, output)).toBeDefined();
    for (const bit of [0, 63]) expect(judgeBeam(input, flipBit(nonce, bit), output)).toBeDefined();
    expect(differingBits(hashBeam(output), hashBeam(flipBit(output, 831)))).toBeGreaterThan(64);
  });

  it('takes the lowest hash at the highest difficulty, and none above it', () => {
    const lowest = new Uint8Array(32);
    expect(meetsBeamDifficulty(lowest, 0xffffffff)).toBe(true);
    // Order 0, mantissa 2^24: difficulty 1, which every hash meets; the next one up is refused the highest hash.
    const highest = new Uint8Array(32).fill(255);
    expect(meetsBeamDifficulty(highest, 0)).toBe(true);
    expect(meetsBeamDifficulty(highest, 1)).toBe(false);
  });

  it('compares a hash with a packed difficulty', () => {
    const block = file.vectors.find((vector) => vector.kind === 'real');
    const hash = hashBeam(bytesOf(block?.output));
    expect(bytesToHex(hash)).toBe(block?.solution_sha256);
    expect(meetsBeamDifficulty(hash, block?.difficulty_packed ?? 0)).toBe(true);
    // The block reached 41,805,693: order 25, mantissa 2^24 + 4,125,630 is 41,805,692; the next number is above it.
    expect(meetsBeamDifficulty(hash, (25 << 24) | 4_125_630)).toBe(true);
    expect(meetsBeamDifficulty(hash, (25 << 24) | 4_125_631)).toBe(false);
  });
});
