import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from './database-error.ts';
import type { Connection } from './single-connection-database.ts';

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'query'; readonly text: string; readonly values: unknown[] }
  | { readonly id: number; readonly kind: 'execute'; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

export type WorkerAnswer =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | undefined } };

type Question =
  | { readonly kind: 'query'; readonly text: string; readonly values: unknown[] }
  | { readonly kind: 'execute'; readonly text: string }
  | { readonly kind: 'close' };

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

/** Runs PGlite on a directory in a worker thread. The caller holds the directory's lock. */
export async function openPgliteWorker(workerFile: URL, dataDir: string): Promise<Connection> {
  const worker = new Worker(workerFile, { workerData: { dataDir } });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;

  const endAll = (error: Error): void => {
    ended ??= error;
    for (const asker of waiting.values()) asker.reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: WorkerAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asker?.reject(new DatabaseError(answer.error.message, answer.error.code));
    else asker?.resolve(answer.rows);
  });
  worker.on('error', (error: unknown) => endAll(asError(error)));
  worker.on('exit', () => endAll(new Error('the database thread has ended')));

  const ask = (question: Question): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, ...question } satisfies WorkerRequest);
    });

  const opened = new Promise<unknown[]>((resolve, reject) => waiting.set(0, { resolve, reject }));
  await opened;
  return {
    query: (text, values) => ask({ kind: 'query', text, values }),
    execute: async (text) => {
      await ask({ kind: 'execute', text });
    },
    close: async () => {
      await ask({ kind: 'close' });
      const exit = once(worker, 'exit');
      await worker.terminate();
      await exit.catch(() => undefined);
    },
  };
}

/** The file system of the embedded database throws objects that are no errors, with the numbers of WASI: 51 is a full disk. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const { errno } = thrown as { readonly errno?: unknown };
  return errno === 51
    ? new DatabaseError('the embedded database cannot write: no space left on device', 'ENOSPC')
    : new Error(`the embedded database ended with a fault of its files (WASI errno ${String(errno)})`);
}
