import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

describe('repeat', () => {
  it('goes on after a failure, never overlaps itself, and is quiet once it was stopped', async () => {
    const faults: unknown[] = [];
    let turns = 0;
    let inside = 0;
    let most = 0;
    const repetition = repeat(
      1,
      async () => {
        turns += 1;
        inside += 1;
        most = Math.max(most, inside);
        await sleep(1);
        inside -= 1;
        if (turns === 1) throw new Error('no luck');
      },
      (error) => faults.push(error),
    );
    await vi.waitFor(() => expect(turns).toBeGreaterThan(3));
    await repetition.stop();
    expect([inside, most, faults]).toEqual([0, 1, [new Error('no luck')]]);
    const atStop = turns;
    await sleep(60);
    expect(turns).toBe(atStop);
  });

  it('takes no more than a twentieth of the time', async () => {
    const began: number[] = [];
    const repetition = repeat(
      1,
      async () => {
        began.push(performance.now());
        await sleep(10);
      },
      () => undefined,
    );
    await vi.waitFor(() => expect(began.length).toBeGreaterThan(1));
    await repetition.stop();
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(100);
  });
});
