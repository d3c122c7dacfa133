import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import type { WorkersByAlgorithm } from '../../address-api.ts';

export interface WorkerGroup {
  /** Code. */
  readonly algorithm: string;
  readonly workers: readonly WorkerItem[];
  readonly online: number;
}

/** The algorithms that have workers, those with one online first; their workers online first, then by name. */
export function listWorkers(data: WorkersByAlgorithm): readonly WorkerGroup[] {
  return Object.entries(data)
    .filter(([, { workers }]) => workers.length > 0)
    .map(([algorithm, { workers }]) => ({
      algorithm,
      workers: workers.toSorted(onlineFirst),
      online: workers.filter((worker) => worker.online).length,
    }))
    .toSorted((a, b) => Number(b.online > 0) - Number(a.online > 0));
}

function onlineFirst(a: WorkerItem, b: WorkerItem): number {
  return Number(b.online) - Number(a.online) || a.name.localeCompare(b.name, 'en', { numeric: true });
}
