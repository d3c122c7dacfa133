import type { AlgorithmWorkers, WorkerItem } from '@openlode/contracts/http/account-workers';
import type { WorkersByAlgorithm } from '../../address-api.ts';

export interface WorkerGroup {
  /** Code. */
  readonly algorithm: string;
  readonly workers: readonly WorkerItem[];
  readonly online: number;
  readonly chart: AlgorithmWorkers['chart'];
}

/** The algorithms that have workers, those with one online first. */
export function listWorkers(data: WorkersByAlgorithm): readonly WorkerGroup[] {
  return Object.entries(data)
    .filter(([, { workers }]) => workers.length > 0)
    .map(([algorithm, { workers, chart }]) => ({
      algorithm,
      workers,
      online: workers.filter((worker) => worker.online).length,
      chart,
    }))
    .toSorted((a, b) => Number(b.online > 0) - Number(a.online > 0));
}

/** The key under which the browser keeps that a worker is not listed. */
export function workerKey(uuid: string, algorithm: string, name: string): string {
  return `${uuid}:${algorithm}:${name}`;
}

/** The groups without the workers that were hidden; one that is online again is listed whatever was chosen. */
export function withoutHidden(
  groups: readonly WorkerGroup[],
  uuid: string,
  hidden: readonly string[],
): { readonly groups: readonly WorkerGroup[]; readonly hidden: readonly string[] } {
  const keys = new Set(hidden);
  const found: string[] = [];
  const listed = groups.map((group) => ({
    ...group,
    workers: group.workers.filter((worker) => {
      const key = workerKey(uuid, group.algorithm, worker.name);
      if (worker.online || !keys.has(key)) return true;
      found.push(key);
      return false;
    }),
  }));
  return { groups: listed.filter((group) => group.workers.length > 0), hidden: found };
}
