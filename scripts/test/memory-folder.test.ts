import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRoomy, makeMemoryFolder } from './memory-folder.ts';

const GIB = 2 ** 30;

describe('temporary files of a run', () => {
  it.each([
    [{ inMemory: 24 * GIB, memory: 16 * GIB }, true],
    [{ inMemory: 4 * GIB, memory: 8 * GIB }, true],
    // What a container has by default.
    [{ inMemory: 64 * 2 ** 20, memory: 16 * GIB }, false],
    [{ inMemory: 8 * GIB, memory: 7 * GIB }, false],
    [{ inMemory: undefined, memory: 64 * GIB }, false],
  ])('lie in memory where %j is free: %s', (free, expected) => {
    expect(isRoomy(free)).toBe(expected);
  });

  it('lie where they always do without such a folder', () => {
    expect(makeMemoryFolder(join(tmpdir(), 'there-is-none'))).toBeUndefined();
  });
});
