import { setImmediate } from 'node:timers/promises';

/** A connection whose miner is to connect again, to another process. */
export interface MovedConnection {
  /** Whether it is closed as soon as everything is sent. */
  readonly ending: boolean;
  /** Asks its miner to connect again, and serves it on until it does; false where its dialect has no such line. */
  askToReconnect(): boolean;
  /** Reads no more of it, and closes it once everything that was read is answered. */
  letGo(): void;
}

/** A port whose miners are moved. */
export interface MovedListener {
  /** Takes no more connections; those that are there are served on. */
  stopAccepting(): unknown;
  readonly connected: Iterable<MovedConnection>;
}

export interface MovePlan {
  /** How many connections are asked, or closed unasked, at each turn. */
  readonly batch: number;
  readonly everyMs: number;
  /** How long a miner that was asked may take, before its connection is closed. */
  readonly graceMs: number;
}

const everyMs = 100;
const batchMin = 10;
const graceMsMax = 5000;

/**
 * All connections are asked within a third of the limit, a hundred a second where that is enough: other processes have as many logins. The
 * slowest is closed by the second third, and what it waits for has the last.
 */
export function planMove(connections: number, limitMs: number): MovePlan {
  const turns = Math.max(1, Math.floor(limitMs / 3 / everyMs));
  return {
    everyMs,
    batch: Math.max(batchMin, Math.ceil(connections / turns)),
    graceMs: Math.min(graceMsMax, limitMs / 3),
  };
}

export interface Moved {
  /** Connections whose miners were asked to connect again. */
  readonly asked: number;
  /** Connections that we closed: of miners that cannot be asked, or did not come again. */
  readonly closed: number;
  /** Connections that are still there. */
  readonly left: number;
}

/** What is done at each turn, whatever waits in between. Times are ms since the first turn. */
export class MoveTurns {
  readonly #plan: MovePlan;
  /** When each was asked; -∞ for those that cannot be, +∞ for those that are let go. */
  readonly #askedAt = new WeakMap<MovedConnection, number>();
  #asked = 0;
  #closed = 0;

  constructor(plan: MovePlan) {
    this.#plan = plan;
  }

  /** Asks a batch of those that are there, and closes those whose time is over; answers what has been done up to now. */
  take(connections: readonly MovedConnection[], now: number): Moved {
    let room = this.#plan.batch;
    for (const connection of connections) {
      if (connection.ending) continue;
      if (!this.#askedAt.has(connection)) {
        if (room === 0) continue;
        room -= 1;
        this.#ask(connection, now);
      }
      const askedAt = this.#askedAt.get(connection) ?? now;
      if (now - askedAt < this.#plan.graceMs) continue;
      connection.letGo();
      this.#askedAt.set(connection, Number.POSITIVE_INFINITY);
      this.#closed += 1;
    }
    return { asked: this.#asked, closed: this.#closed, left: connections.length };
  }

  #ask(connection: MovedConnection, now: number): void {
    const isAsked = connection.askToReconnect();
    if (isAsked) this.#asked += 1;
    this.#askedAt.set(connection, isAsked ? now : Number.NEGATIVE_INFINITY);
  }
}

/**
 * Takes no more connections and moves those that are there to other processes, in small batches: each is served, jobs and answers, until
 * it is gone. Resolves when all are, when the limit is over, or when it is ended by `signal`.
 */
export async function moveMiners(
  listeners: readonly MovedListener[],
  {
    limitMs,
    signal,
    steadyNow,
    pause,
  }: {
    readonly limitMs: number;
    readonly signal: AbortSignal;
    /** A monotonic clock, ms. */
    readonly steadyNow: () => number;
    readonly pause: (ms: number) => Promise<void>;
  },
): Promise<Moved> {
  for (const listener of listeners) listener.stopAccepting();
  const connected = (): MovedConnection[] => listeners.flatMap((listener) => [...listener.connected]);
  const plan = planMove(connected().length, limitMs);
  const turns = new MoveTurns(plan);
  for (const since = steadyNow(); ; await pause(plan.everyMs)) {
    await socketsRead();
    const moved = turns.take(connected(), steadyNow() - since);
    if (moved.left === 0 || signal.aborted || steadyNow() - since >= limitMs) return moved;
  }
}

/**
 * Whatever this is called in, the event loop has read its sockets once before it goes on: a share that has arrived is taken before its
 * connection is closed, however long the loop was busy.
 */
async function socketsRead(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
