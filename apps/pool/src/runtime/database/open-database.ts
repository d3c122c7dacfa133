import type { Database } from './database.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { openPgliteWorker } from './pglite-worker-client.ts';
import { layPreparedDatabase } from './prepared-database.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

export interface DatabaseLocation {
  /** A PostgreSQL server; undefined for the embedded database. */
  readonly url: string | undefined;
  /** Where the embedded database lives; the caller holds the lock of the directory around it. */
  readonly directory: string;
  readonly workerFile: URL;
  /** Where the build prepared a database: a copy of it is where an embedded one begins. Without it, one is made from nothing. */
  readonly prepared?: URL;
  /** Measures a PostgreSQL server; the embedded database is not measured. */
  readonly watch?: DatabaseWatch;
}

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const { url, directory, workerFile, prepared, watch } = location;
  if (url !== undefined) {
    // A process on an embedded database never reads the code of the other.
    const { openPostgres } = await import('./postgres-database.ts');
    return openPostgres(url, undefined, { watch });
  }
  if (prepared !== undefined) await layPreparedDatabase(prepared, directory);
  return singleConnectionDatabase(await openPgliteWorker(workerFile, directory));
}
