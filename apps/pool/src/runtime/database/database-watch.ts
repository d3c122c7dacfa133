/** Connections of a process to its server, and who waits for one. */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  /** Statements and transactions that wait for a free connection. */
  readonly waiting: number;
}

/** What is measured of a database. A measure must not throw. */
export interface DatabaseWatch {
  /** A statement by itself, or a whole transaction, has answered or failed, after `ms`, of which it may have waited for a connection. */
  answered(kind: 'statement' | 'transaction', ms: number): void;
  /** Called once, where there are connections: how to read them. */
  connected(read: () => Connections): void;
}

/** Measures how long something takes, whether it succeeds or fails. */
export async function timed<T>(
  watch: DatabaseWatch | undefined,
  kind: 'statement' | 'transaction',
  work: () => Promise<T>,
): Promise<T> {
  if (watch === undefined) return work();
  const from = performance.now();
  try {
    return await work();
  } finally {
    watch.answered(kind, performance.now() - from);
  }
}
