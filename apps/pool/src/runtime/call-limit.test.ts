import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallLimit, Unanswered } from './call-limit.ts';

describe('createCallLimit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const create = () => createCallLimit({ callMs: 30_000, pauseMs: 60_000, now: () => performance.now() });
  const hang = () => new Promise<never>(() => undefined);
  const messageOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'answered',
      (error: unknown) => (error instanceof Unanswered ? error.message : 'another error'),
    );

  it('answers and fails as the call does', async () => {
    const limit = create();
    expect(await limit('lookUp of DOGE', async () => 7)).toBe(7);
    await expect(limit('lookUp of DOGE', () => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up a call that does not end, and refuses others of its kind at once until one is tried after the pause', async () => {
    const limit = create();
    const first = messageOf(limit('lookUp of DOGE', hang));
    await vi.advanceTimersByTimeAsync(29_999);
    // A second one of the same time has its own limit.
    const second = messageOf(limit('lookUp of DOGE', async () => 1));
    expect(await second).toBe('answered');
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toBe('lookUp of DOGE: no answer within 30 s');
    let tried = 0;
    const call = () => {
      tried += 1;
      return hang();
    };
    expect(await messageOf(limit('lookUp of DOGE', call))).toBe(
      'lookUp of DOGE: an earlier call has not been answered yet',
    );
    expect(await limit('send of DOGE', async () => 'sent')).toBe('sent');
    expect(tried).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    const third = messageOf(limit('lookUp of DOGE', call));
    await vi.advanceTimersByTimeAsync(30_000);
    expect([tried, await third]).toEqual([1, 'lookUp of DOGE: no answer within 30 s']);
  });

  /** Calls about one thing each; those about `bad` never end. */
  const asked = (bad: readonly string[], options: { readonly isAlone?: boolean } = {}) => {
    const limit = create();
    return async (item: string): Promise<string> => {
      const answer = messageOf(
        limit('lookUp of DOGE', () => (bad.includes(item) ? hang() : Promise.resolve(1)), {
          item,
          ...options,
        }),
      );
      await vi.advanceTimersByTimeAsync(30_000);
      return answer;
    };
  };
  const late = 'lookUp of DOGE: no answer within 30 s';
  const paused = 'lookUp of DOGE: an earlier call has not been answered yet';

  it('pauses for one thing that the partner hangs on alone, and for all once it hangs on three in a row', async () => {
    const look = asked(['a', 'b', 'd']);
    expect([await look('a'), await look('a'), await look('c')]).toEqual([late, paused, 'answered']);
    expect([await look('a'), await look('b'), await look('d')]).toEqual([late, late, late]);
    expect([await look('c'), await look('c'), await look('c')]).toEqual([paused, paused, 'answered']);
  });

  it('lets three things that it hangs on stop nothing else for longer than a pause, however often they come first', async () => {
    const bad = ['a', 'b', 'd'];
    const look = asked(bad);
    const answers = new Map<string, number>();
    const tries = new Map<string, number>();
    // A pass over all of them, two hours long: those that hang come first in each.
    for (const began = performance.now(); performance.now() - began < 7_200_000; )
      for (const item of [...bad, 'x', 'y']) {
        const answer = await look(item);
        if (answer === 'answered') answers.set(item, (answers.get(item) ?? 0) + 1);
        if (answer === late) tries.set(item, (tries.get(item) ?? 0) + 1);
      }
    expect(Math.min(answers.get('x') ?? 0, answers.get('y') ?? 0)).toBeGreaterThan(30);
    for (const item of bad) {
      expect(tries.get(item)).toBeGreaterThan(3);
      expect(tries.get(item)).toBeLessThan(20);
    }
  });

  it('pauses for nothing else where each call is too urgent for that', async () => {
    const look = asked(['a', 'b', 'd'], { isAlone: true });
    expect([await look('a'), await look('b'), await look('d')]).toEqual([late, late, late]);
    expect([await look('c'), await look('d')]).toEqual(['answered', paused]);
  });

  it('takes the limits of a call in place of its own, and says that what is paused was not asked', async () => {
    const limit = create();
    const of = { callMs: 10_000, pauseMs: 2000 };
    const first = messageOf(limit('submitBlock of btc', hang, of));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toBe('submitBlock of btc: no answer within 10 s');
    await expect(limit('submitBlock of btc', hang, of)).rejects.toMatchObject({ isPaused: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await limit('submitBlock of btc', async () => 'taken', of)).toBe('taken');
  });

  it('takes calls again as soon as those that were given up have ended', async () => {
    const limit = create();
    let fail: (error: Error) => void = () => undefined;
    const first = messageOf(
      limit('sign of LTC', () => new Promise<never>((_resolve, reject) => void (fail = reject))),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await first).toBe('sign of LTC: no answer within 30 s');
    fail(new Error('connection reset'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await limit('sign of LTC', async () => 'signed')).toBe('signed');
  });
});
