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

  it('pauses for one thing that the partner hangs on alone, and for all once it hangs on three', async () => {
    const limit = create();
    const look = (item: string, call: () => Promise<unknown> = hang) =>
      messageOf(limit('lookUp of DOGE', call, { item }));
    const answer = async (): Promise<number> => 1;
    const hung = [look('a'), look('b')];
    await vi.advanceTimersByTimeAsync(30_000);
    await Promise.all(hung);
    const paused = 'lookUp of DOGE: an earlier call has not been answered yet';
    expect([await look('a', answer), await look('c', answer)]).toEqual([paused, 'answered']);
    const third = look('d');
    await vi.advanceTimersByTimeAsync(30_000);
    await third;
    expect(await look('c', answer)).toBe(paused);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await look('c', answer)).toBe('answered');
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
