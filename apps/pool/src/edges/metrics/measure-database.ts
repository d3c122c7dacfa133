import { Histogram, type Registry } from 'prom-client';
import { gauges } from './read-gauges.ts';

/** What the database tells of itself, as `runtime/database/database-watch.ts` says it. */
export interface DatabaseMeasure {
  answered(kind: 'statement' | 'transaction', ms: number): void;
  connected(read: () => Connections): void;
}

interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A statement is ended after 30 s; what takes longer is a recording or a round with a limit of its own. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

/** How long a PostgreSQL server takes, with the time for which a connection was waited for, and the connections themselves. */
export function measureDatabase(registers: Registry[]): DatabaseMeasure {
  const durations = new Histogram({
    name: 'openlode_database_duration_seconds',
    help: 'How long single statements and whole transactions took, with the wait for a connection, also of those that failed',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  let read: (() => Connections) | undefined;
  gauges(
    registers,
    {
      name: 'openlode_database_connections',
      help: 'Connections of this process to PostgreSQL: busy and idle; waiting are statements and transactions without one',
      labelNames: ['state'],
    },
    async () => Object.entries(read?.() ?? {}).map(([state, count]) => [{ state }, Number(count)] as const),
  );
  return {
    answered: (kind, ms) => durations.observe({ kind }, ms / 1000),
    connected: (connections) => {
      read = connections;
    },
  };
}
