import { describe, expect, it } from 'vitest';
import { lowerThreadPriority } from './lower-thread-priority.ts';

function niceAfter(nice: number, platform = 'linux'): number {
  let current = nice;
  lowerThreadPriority(
    {
      getPriority: () => current,
      setPriority: (_pid, wanted) => {
        if (wanted < current) throw new Error('uv_os_setpriority returned EACCES');
        current = wanted;
      },
    },
    platform,
  );
  return current;
}

describe('lowerThreadPriority', () => {
  it.each([
    [0, 5],
    [-10, 5],
    [5, 5],
    [10, 10],
    [19, 19],
  ])('leaves a thread of nice %i at %i, and never raises it', (before, after) => {
    expect(niceAfter(before)).toBe(after);
  });

  it('leaves other systems alone, where it would mean the whole process', () => {
    expect(niceAfter(0, 'darwin')).toBe(0);
  });
});
