import { Worker } from 'node:worker_threads';

const source = new URL('../search-worker.ts', import.meta.url);

/** The thread from its source: suites have no bundle. */
export function startSearchWorker(): Worker {
  return new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`,
    { eval: true },
  );
}
