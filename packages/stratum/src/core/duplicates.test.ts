import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ShareMemory } from './duplicates.ts';

const hashOf = (index: number) => createHash('sha256').update(String(index)).digest();

describe('ShareMemory', () => {
  it('knows 50,000 shares again and takes none for another', () => {
    const memory = new ShareMemory();
    const outcomes = (): string[] => {
      const seen = new Set<string>();
      for (let index = 0; index < 50_000; index++) seen.add(memory.remember(hashOf(index)));
      return [...seen];
    };
    expect(outcomes()).toEqual(['new']);
    expect(memory.size).toBe(50_000);
    expect(outcomes()).toEqual(['duplicate']);
    expect(memory.size).toBe(50_000);
  });

  it('refuses what is new when it is full, and still knows what it holds [I8]', () => {
    const memory = new ShareMemory(3);
    for (let index = 0; index < 3; index++) memory.remember(hashOf(index));
    expect(memory.remember(hashOf(3))).toBe('full');
    expect(memory.remember(hashOf(0))).toBe('duplicate');
    expect(memory.remember(hashOf(3))).toBe('full');
  });

  it('tells hashes apart that differ in the low or the high word only', () => {
    const memory = new ShareMemory();
    const hash = new Uint8Array(32);
    expect(memory.knows(hash)).toBe(false);
    expect(memory.remember(hash)).toBe('new');
    expect(memory.knows(hash)).toBe(true);
    hash[4] = 1;
    expect(memory.knows(hash)).toBe(false);
    expect(memory.remember(hash)).toBe('new');
    hash[11] = 1;
    expect(memory.remember(hash)).toBe('new');
    expect(memory.remember(new Uint8Array(32))).toBe('duplicate');
  });
});
