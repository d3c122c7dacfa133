import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('repeat', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

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
    await vi.advanceTimersByTimeAsync(100);
    expect(turns).toBeGreaterThan(3);
    const stopped = repetition.stop();
    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    expect([inside, most, faults]).toEqual([0, 1, [new Error('no luck')]]);
    const atStop = turns;
    await vi.advanceTimersByTimeAsync(60_000);
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
    await vi.advanceTimersByTimeAsync(435);
    const [first = 0] = began;
    expect(began.map((at) => at - first)).toEqual([0, 11, 221, 431]);
    const stopped = repetition.stop();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
  });

  it('goes on at once after one turn in which the machine stood still', async () => {
    const began: number[] = [];
    const lengths = [1, 8000, 1, 1];
    const repetition = repeat(
      50,
      async () => {
        began.push(performance.now());
        await sleep(lengths[began.length - 1] ?? 1);
      },
      () => undefined,
    );
    await vi.advanceTimersByTimeAsync(8160);
    const [first = 0] = began;
    expect(began.map((at) => at - first)).toEqual([0, 51, 8101]);
    const stopped = repetition.stop();
    await vi.advanceTimersByTimeAsync(8000);
    await stopped;
  });
});
