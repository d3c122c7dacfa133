import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrainLimits } from './drain-pool.ts';
import { endOnSignal } from './end-on-signal.ts';

describe('a signal', () => {
  let now: number;
  let events: string[];
  let drained: DrainLimits | undefined;
  let finishDrain: () => void;
  let failDrain: (error: Error) => void;
  let finishStop: () => void;
  let signalled: (signal: NodeJS.Signals) => void;

  beforeEach(() => {
    vi.useFakeTimers();
    now = 0;
    events = [];
    const draining = new Promise<void>((resolve, reject) => {
      finishDrain = resolve;
      failDrain = reject;
    });
    const stopping = new Promise<void>((resolve) => {
      finishStop = resolve;
    });
    signalled = endOnSignal(
      {
        drain: (limits) => {
          events.push(`drain ${limits.limitMs}`);
          drained = limits;
          limits.signal.addEventListener('abort', () => finishDrain());
          return draining;
        },
        stop: () => {
          events.push('stop');
          return stopping;
        },
      },
      {
        drainMs: 30_000,
        log: { info: () => undefined, error: (...said: unknown[]) => void events.push(String(said.at(-1))) },
        exit: (exitCode) => void events.push(`exit ${exitCode}`),
        steadyNow: () => now,
      },
    );
  });
  afterEach(() => vi.useRealTimers());

  /** Lets what waits for a promise go on. */
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  it('to end hands the miners over, closes the pool, and ends the process', async () => {
    signalled('SIGTERM');
    await settle();
    expect(events).toEqual(['drain 30000']);
    finishDrain();
    await settle();
    expect(events).toEqual(['drain 30000', 'stop']);
    finishStop();
    await settle();
    expect(events).toEqual(['drain 30000', 'stop', 'exit 0']);
  });

  it('of a person at the terminal hands nothing over', async () => {
    signalled('SIGINT');
    await settle();
    expect(events).toEqual(['drain 0']);
  });

  it('that comes twice at once is one', async () => {
    signalled('SIGTERM');
    now = 2000;
    signalled('SIGTERM');
    await settle();
    expect(drained?.signal.aborted).toBe(false);
    expect(events).toEqual(['drain 30000']);
  });

  it('of a person ends what a supervisor began, at once', async () => {
    signalled('SIGTERM');
    now = 1;
    signalled('SIGINT');
    await settle();
    expect(events).toEqual(['drain 30000', 'stop']);
    signalled('SIGTERM');
    expect(events).toEqual(['drain 30000', 'stop']);
  });

  it('again later closes the pool without those that are still there, and then ends the process', async () => {
    signalled('SIGTERM');
    now = 2001;
    signalled('SIGTERM');
    await settle();
    expect(events).toEqual(['drain 30000', 'stop']);
    // Counted from the close on.
    now = 4001;
    signalled('SIGTERM');
    expect(events).toEqual(['drain 30000', 'stop']);
    now = 4002;
    signalled('SIGTERM');
    expect(events).toEqual(['drain 30000', 'stop', 'exit 1']);
  });

  it('ends a process whose pool does not close in fifteen seconds, however long it handed over', async () => {
    signalled('SIGTERM');
    await vi.advanceTimersByTimeAsync(29_000);
    finishDrain();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(events).toEqual(['drain 30000', 'stop']);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['drain 30000', 'stop', 'the pool did not close in time', 'exit 1']);
  });

  it('closes the pool when its miners cannot be handed over', async () => {
    signalled('SIGTERM');
    failDrain(new Error('no'));
    await settle();
    expect(events).toEqual(['drain 30000', 'the miners could not be handed over', 'stop']);
  });
});
