import type { WorkersByAlgorithm } from './address-api.ts';

/** The charts of the workers' tab, and what they cover. */
export interface RecentCharts {
  readonly data: WorkersByAlgorithm;
  readonly hours: 1 | 24;
  /** When they were fetched, in ms. */
  readonly fetchedAt: number;
}
