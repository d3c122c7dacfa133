import type { WorkersByAlgorithm } from '../../address-api.ts';

/** Pages of workers as one answer. A worker that came online between two of them is on both: the later page knows it as it is now. */
export function joinPages(pages: readonly WorkersByAlgorithm[]): WorkersByAlgorithm {
  const [first = {}, ...later] = pages;
  if (later.length === 0) return first;
  return Object.fromEntries(
    Object.entries(first).map(([algorithm, { workers, chart }]) => {
      const all = [workers, ...later.map((page) => page[algorithm]?.workers ?? [])].flat();
      return [
        algorithm,
        { workers: [...new Map(all.map((worker) => [worker.name, worker])).values()], chart },
      ];
    }),
  );
}

/** The workers of a page over all algorithms. */
export function countPage(page: WorkersByAlgorithm): number {
  return Object.values(page).reduce((sum, { workers }) => sum + workers.length, 0);
}
