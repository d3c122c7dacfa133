import { Counter, Histogram, type Registry } from 'prom-client';

/** A page waits this long at most, s; what takes longer is in the last bucket. */
const buckets = [0.005, 0.02, 0.1, 0.3, 1, 3, 10];

export interface ReadyAnswers {
  readonly whole: number;
  readonly known: number;
}

export interface CallMetrics {
  /** A call of a kind was answered with a status, after `ms`. */
  readonly called: (kind: string, status: number, ms: number) => void;
  /** Where the number of those is read that are answered from ready bytes, which are counted by themselves. */
  observe(ready: () => ReadyAnswers): void;
}

/** Calls of the site and of the API: how many by kind and class of status, and how long the router took for them. */
export function measureCalls(registers: Registry[]): CallMetrics {
  let ready: (() => ReadyAnswers) | undefined;
  const counted = { whole: 0, known: 0 };
  const calls = new Counter({
    name: 'openlode_http_requests_total',
    help: 'Calls by kind (ready: from ready bytes; api; post: what sends something there; page) and class of status',
    labelNames: ['kind', 'status'],
    registers,
    collect() {
      if (ready === undefined) return;
      const { whole, known } = ready();
      this.inc({ kind: 'ready', status: '2xx' }, whole - counted.whole);
      this.inc({ kind: 'ready', status: '3xx' }, known - counted.known);
      Object.assign(counted, { whole, known });
    },
  });
  const durations = new Histogram({
    name: 'openlode_http_request_duration_seconds',
    help: 'How long calls took that are not answered from ready bytes, by kind',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  return {
    called: (kind, status, ms) => {
      calls.inc({ kind, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ kind }, ms / 1000);
    },
    observe: (read) => {
      ready = read;
    },
  };
}
