import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '../../apps/pool/src/db/migrate.ts';
import { openPgliteConnection } from '../../apps/pool/src/db/pglite-connection.ts';
import { singleConnectionDatabase } from '../../apps/pool/src/db/single-connection-database.ts';
import { ROOT } from '../root.ts';

/** Makes an embedded database with today's schema and nothing in it, of which a first start takes a copy. */
export async function prepareDatabase(): Promise<void> {
  const directory = join(ROOT, 'apps/pool/dist/prepared-database');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const database = singleConnectionDatabase(await openPgliteConnection({ dataDir: directory }));
  const migrations = pathToFileURL(`${join(ROOT, 'apps/pool/src/db/migrations')}/`);
  await migrate(database, migrations, Date.now());
  await database.close();
}
