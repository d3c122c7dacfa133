import type { WorkersByAlgorithm } from './address-api.ts';

/** Every worker of the miner, online or not; one that mines two algorithms counts twice. */
export function countWorkers(workers: WorkersByAlgorithm): number {
  return Object.values(workers).reduce((sum, algorithm) => sum + algorithm.workers.length, 0);
}
