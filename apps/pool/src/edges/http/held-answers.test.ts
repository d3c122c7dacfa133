import { describe, expect, it } from 'vitest';
import { holdAnswers } from './held-answers.ts';

describe('answers that cost much', () => {
  function asking(keysMax = 2) {
    const asked: string[] = [];
    const world = { now: 0, took: 0, fails: false };
    const answerOf = holdAnswers(
      async (key: string) => {
        const count = asked.push(key);
        await Promise.resolve();
        world.now += world.took;
        if (world.fails) throw new Error('the database is away');
        return `${key}${count}`;
      },
      () => world.now,
      { leastMs: 1000, factor: 50, keysMax },
    );
    return { asked, world, answerOf };
  }

  it('are asked once by all who ask meanwhile, and again when they are old', async () => {
    const { asked, world, answerOf } = asking();
    expect(await Promise.all([answerOf('a'), answerOf('a'), answerOf('b')])).toEqual(['a1', 'a1', 'b2']);
    world.now = 999;
    expect(await answerOf('a')).toBe('a1');
    world.now = 1000;
    expect(await answerOf('a')).toBe('a3');
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('are held the longer the longer they took', async () => {
    const { world, answerOf } = asking();
    world.took = 100;
    expect(await answerOf('a')).toBe('a1');
    world.now = 5099;
    expect(await answerOf('a')).toBe('a1');
    world.now = 5100;
    expect(await answerOf('a')).toBe('a2');
  });

  it('are asked again at once where it failed', async () => {
    const { world, answerOf } = asking();
    world.fails = true;
    await expect(answerOf('a')).rejects.toThrow('away');
    world.fails = false;
    expect(await answerOf('a')).toBe('a2');
  });

  it('fail for a while where it failed after long', async () => {
    const { world, answerOf } = asking();
    [world.fails, world.took] = [true, 30_000];
    await expect(answerOf('a')).rejects.toThrow('away');
    world.fails = false;
    world.now = 30_000 + 50 * 30_000 - 1;
    await expect(answerOf('a')).rejects.toThrow('away');
    world.now += 1;
    expect(await answerOf('a')).toBe('a2');
  });

  it('are held for two keys, the oldest forgotten first', async () => {
    const { asked, answerOf } = asking();
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await answerOf(key);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });
});
