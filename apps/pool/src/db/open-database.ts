import type { Database } from './database.ts';
import { openPgliteWorker } from './pglite-worker-client.ts';
import { openPostgres } from './postgres-database.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

export interface DatabasePlace {
  /** A PostgreSQL server; undefined for the embedded database. */
  readonly url: string | undefined;
  /** Where the embedded database lives; the caller holds the lock of the directory around it. */
  readonly directory: string;
  readonly workerFile: URL;
}

export async function openDatabase({ url, directory, workerFile }: DatabasePlace): Promise<Database> {
  if (url !== undefined) return openPostgres(url);
  return singleConnectionDatabase(await openPgliteWorker(workerFile, directory));
}
