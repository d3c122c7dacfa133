import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Lays a copy of the prepared database, made and migrated when the pool was built, where an embedded database is to be and
 * none is: making one from nothing takes seconds. The copy gets its name only when it is whole, so that a start which was
 * killed meanwhile leaves nothing that passes for a database. The caller holds the lock of the directory.
 */
export async function layPreparedDatabase(prepared: URL, directory: string): Promise<void> {
  if (existsSync(directory) || !existsSync(prepared)) return;
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(fileURLToPath(prepared), unfinished, { recursive: true });
  await rename(unfinished, directory);
}
