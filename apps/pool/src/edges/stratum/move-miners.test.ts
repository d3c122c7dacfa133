import { describe, expect, it } from 'vitest';
import { type MovedConnection, type MovedListener, moveMiners, MoveTurns, planMove } from './move-miners.ts';

/** A connection of a test; one that `isHeld` has an answer that it waits for until the end. */
class FakeConnection implements MovedConnection {
  ending = false;
  asked = 0;
  letGoes = 0;
  isHeld = false;
  readonly #canAsk: boolean;

  constructor(canAsk = true) {
    this.#canAsk = canAsk;
  }

  askToReconnect(): boolean {
    this.asked += 1;
    return this.#canAsk;
  }

  letGo(): void {
    this.letGoes += 1;
    this.ending = !this.isHeld;
  }
}

const many = (count: number, canAsk = true): FakeConnection[] =>
  Array.from({ length: count }, () => new FakeConnection(canAsk));
const askedOf = (connections: readonly FakeConnection[]): number =>
  connections.filter(({ asked }) => asked > 0).length;

describe('the plan of a move', () => {
  it.each([
    [0, 30_000, { everyMs: 100, batch: 10, graceMs: 5000 }],
    [300, 30_000, { everyMs: 100, batch: 10, graceMs: 5000 }],
    [1000, 30_000, { everyMs: 100, batch: 10, graceMs: 5000 }],
    [20_000, 30_000, { everyMs: 100, batch: 200, graceMs: 5000 }],
    [20_000, 600_000, { everyMs: 100, batch: 10, graceMs: 5000 }],
    [1000, 3000, { everyMs: 100, batch: 100, graceMs: 1000 }],
    [50, 100, { everyMs: 100, batch: 50, graceMs: 100 / 3 }],
  ])('of %i connections within %i ms', (connections, limitMs, plan) => {
    expect(planMove(connections, limitMs)).toEqual(plan);
  });
});

describe('the turns of a move', () => {
  const plan = { everyMs: 100, batch: 2, graceMs: 1000 };

  it('ask each connection once, a batch at a time, in their order', () => {
    const turns = new MoveTurns(plan);
    const connections = many(5);
    expect(turns.take(connections, 0)).toEqual({ asked: 2, closed: 0, left: 5 });
    expect(connections.map(({ asked }) => asked)).toEqual([1, 1, 0, 0, 0]);
    expect(turns.take(connections, 100)).toEqual({ asked: 4, closed: 0, left: 5 });
    // One of them has gone, and a newcomer has finished its handshake.
    const [newcomer] = many(1) as [FakeConnection];
    const now = [...connections.slice(1), newcomer];
    expect(turns.take(now, 200)).toEqual({ asked: 6, closed: 0, left: 5 });
    expect(turns.take(now, 300)).toEqual({ asked: 6, closed: 0, left: 5 });
    expect([...connections, newcomer].map(({ asked }) => asked)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('close those that do not go within their time, each a while after it was asked', () => {
    const turns = new MoveTurns(plan);
    const connections = many(4);
    turns.take(connections, 0);
    turns.take(connections, 100);
    expect(turns.take(connections, 999)).toEqual({ asked: 4, closed: 0, left: 4 });
    expect(turns.take(connections, 1000)).toEqual({ asked: 4, closed: 2, left: 4 });
    expect(connections.map(({ ending }) => ending)).toEqual([true, true, false, false]);
    expect(turns.take(connections, 1100)).toEqual({ asked: 4, closed: 4, left: 4 });
  });

  it('close those that cannot be asked in batches, and at once', () => {
    const turns = new MoveTurns(plan);
    const connections = many(5, false);
    expect(turns.take(connections, 0)).toEqual({ asked: 0, closed: 2, left: 5 });
    expect(turns.take(connections, 100)).toEqual({ asked: 0, closed: 4, left: 5 });
  });

  it('let a connection go once, and keep no other from its turn while that waits for an answer', () => {
    const turns = new MoveTurns({ ...plan, batch: 1 });
    const [first, second] = many(2, false) as [FakeConnection, FakeConnection];
    first.isHeld = true;
    expect(turns.take([first, second], 0)).toEqual({ asked: 0, closed: 1, left: 2 });
    expect(turns.take([first, second], 100)).toEqual({ asked: 0, closed: 2, left: 2 });
    expect(turns.take([first], 5000)).toEqual({ asked: 0, closed: 2, left: 1 });
    expect([first.letGoes, second.letGoes]).toEqual([1, 1]);
  });
});

describe('a move', () => {
  /** Ports whose miners go `afterMs` after they were asked; never, where it is undefined. Time passes where it is waited for. */
  function movable(connections: readonly FakeConnection[], afterMs: number | undefined) {
    let now = 5000;
    const askedAt = new Map<FakeConnection, number>();
    let stopped = 0;
    const present = new Set(connections);
    const listener = (own: readonly FakeConnection[]): MovedListener => ({
      stopAccepting: () => {
        stopped += 1;
      },
      get connected() {
        return own.filter((each) => present.has(each));
      },
    });
    const half = connections.length / 2;
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      steadyNow: () => now,
      pause: async (ms: number) => {
        now += ms;
        for (const each of present) {
          if (each.asked > 0 && !askedAt.has(each)) askedAt.set(each, now);
          const goes = afterMs !== undefined && now - (askedAt.get(each) ?? now) >= afterMs;
          if (each.ending || goes) present.delete(each);
        }
      },
    };
    return {
      listeners: [listener(connections.slice(0, half)), listener(connections.slice(half))],
      options,
      controller,
      stopped: () => stopped,
      elapsed: () => now - 5000,
    };
  }

  it('closes the ports first, and ends as soon as every miner has gone', async () => {
    const connections = many(100);
    const move = movable(connections, 200);
    expect(await moveMiners(move.listeners, { ...move.options, limitMs: 30_000 })).toEqual({
      asked: 100,
      closed: 0,
      left: 0,
    });
    expect(move.stopped()).toBe(2);
    // Ten turns of ten, and what the last of them take.
    expect(move.elapsed()).toBe(1200);
  });

  it('has nothing to wait for where no miner is there', async () => {
    const move = movable([], undefined);
    expect(await moveMiners(move.listeners, { ...move.options, limitMs: 30_000 })).toEqual({
      asked: 0,
      closed: 0,
      left: 0,
    });
    expect(move.elapsed()).toBe(0);
  });

  it('has closed those that stay long before the limit', async () => {
    const move = movable(many(2000), undefined);
    expect(await moveMiners(move.listeners, { ...move.options, limitMs: 30_000 })).toEqual({
      asked: 2000,
      closed: 2000,
      left: 0,
    });
    expect(move.elapsed()).toBeLessThanOrEqual(15_100);
  });

  it('ends at its limit, whatever is still waited for', async () => {
    const connections = many(4, false);
    for (const each of connections) each.isHeld = true;
    const move = movable(connections, undefined);
    expect(await moveMiners(move.listeners, { ...move.options, limitMs: 3000 })).toEqual({
      asked: 0,
      closed: 4,
      left: 4,
    });
    expect(move.elapsed()).toBe(3000);
  });

  it('ends when it is ended', async () => {
    const connections = many(100);
    const move = movable(connections, undefined);
    const pause = async (ms: number): Promise<void> => {
      await move.options.pause(ms);
      if (move.elapsed() === 300) move.controller.abort();
    };
    const moved = await moveMiners(move.listeners, { ...move.options, pause, limitMs: 30_000 });
    expect(moved).toEqual({ asked: 40, closed: 0, left: 100 });
    expect(askedOf(connections)).toBe(40);
  });
});
