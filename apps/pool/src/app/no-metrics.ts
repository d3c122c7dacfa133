import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';

/** For a pool that is not scraped: a registry observes the whole process, so only a process has one. */
export const noMetrics: PoolMetrics = {
  share: () => undefined,
  session: () => undefined,
  answered: () => undefined,
  refused: () => undefined,
  called: () => undefined,
  database: { answered: () => undefined, connected: () => undefined },
  payoutFailed: () => undefined,
  taskEnded: () => undefined,
  happened: () => undefined,
  observe: () => undefined,
  text: async () => '',
};
