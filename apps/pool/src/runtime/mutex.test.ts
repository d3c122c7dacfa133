import { describe, expect, it } from 'vitest';
import { KeyedMutex, Mutex } from './mutex.ts';

/** Work that ends when it is told to. */
function step(name: string, seen: string[]) {
  let finish: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const work = async (): Promise<string> => {
    seen.push(`${name} begins`);
    await ended;
    seen.push(`${name} ends`);
    return name;
  };
  return { work, finish, fail };
}

describe('a mutex', () => {
  it('runs work one after another, answers what it answers, and goes on after a failure', async () => {
    const seen: string[] = [];
    const [one, two, three] = ['one', 'two', 'three'].map((name) => step(name, seen));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three steps');
    const mutex = new Mutex();
    const results = [mutex.run(one.work), mutex.run(two.work), mutex.run(three.work)];
    three.finish();
    two.fail(new Error('broken'));
    await Promise.resolve();
    expect(seen).toEqual(['one begins']);
    expect(mutex.isIdle).toBe(false);
    one.finish();
    expect(await Promise.allSettled(results)).toEqual([
      { status: 'fulfilled', value: 'one' },
      { status: 'rejected', reason: new Error('broken') },
      { status: 'fulfilled', value: 'three' },
    ]);
    await mutex.settled();
    expect(mutex.isIdle).toBe(true);
    expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'three begins', 'three ends']);
  });

  it('goes on after work that throws before it begins', async () => {
    const mutex = new Mutex();
    const broken = mutex.run(() => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await mutex.run(async () => 7)).toBe(7);
  });
});

describe('a mutex by key', () => {
  it('delays work of the same key only', async () => {
    const seen: string[] = [];
    const [one, two, other] = ['one', 'two', 'other'].map((name) => step(name, seen));
    if (one === undefined || two === undefined || other === undefined) throw new Error('three steps');
    const mutex = new KeyedMutex();
    const first = mutex.run('a', one.work);
    void mutex.run('a', two.work);
    other.finish();
    expect(await mutex.run('b', other.work)).toBe('other');
    expect(seen).toEqual(['one begins', 'other begins', 'other ends']);
    one.finish();
    two.finish();
    await first;
    await mutex.settled();
    expect(seen.slice(3)).toEqual(['one ends', 'two begins', 'two ends']);
  });
});
