import { lowerThreadPriority } from '../lower-thread-priority.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { openPgliteConnection } from './pglite-connection.ts';
import type { WorkerAnswer, WorkerRequest } from './pglite-worker-client.ts';

/** The other end of `pglite-worker-client`: PGlite blocks its thread for tens of milliseconds, so it runs in a worker thread. */
async function serve(): Promise<void> {
  if (parentPort === null) throw new Error('pglite-worker runs only as a worker thread');
  const port = parentPort;
  const { dataDir } = workerData as { dataDir: string };
  lowerThreadPriority();
  const connection = await openPgliteConnection({ dataDir });
  port.on('message', (request: WorkerRequest) => {
    const work =
      request.kind === 'query'
        ? connection.query(request.text, request.values)
        : request.kind === 'execute'
          ? connection.execute(request.text).then(() => [])
          : connection.close().then(() => []);
    work.then(
      (rows) => port.postMessage({ id: request.id, rows } satisfies WorkerAnswer),
      (error: unknown) => port.postMessage({ id: request.id, error: describe(error) } satisfies WorkerAnswer),
    );
  });
  port.postMessage({ id: 0, rows: [] } satisfies WorkerAnswer);
}

function describe(error: unknown): { message: string; code: string | undefined } {
  const { message, code: errorCode } = error as { message?: string; code?: string };
  return { message: message ?? String(error), code: errorCode };
}

await serve();
