import { Worker } from 'node:worker_threads';
import type { PowWorkerData } from '../pow-worker.ts';

const source = new URL('../pow-worker.ts', import.meta.url);
/** Where the suites' setup builds them. */
export const builtModules = new URL('../../../../../../packages/pow/dist/', import.meta.url);

/** The thread from its source: suites have no bundle. */
export function startPowWorker(data: Omit<PowWorkerData, 'modules'>): Worker {
  return new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`,
    { eval: true, workerData: { ...data, modules: builtModules.href } satisfies PowWorkerData },
  );
}
