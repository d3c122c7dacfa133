import { mkdir, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { migrate } from './runtime/database/migrate.ts';
import { openPgliteConnection } from './runtime/database/pglite-connection.ts';
import { singleConnectionDatabase } from './runtime/database/single-connection-database.ts';

/** A step of the build: an embedded database with today's schema and nothing in it, of which a first start takes a copy. */
const [dataDir, migrations] = process.argv.slice(2);
if (dataDir === undefined || migrations === undefined)
  throw new Error('usage: prepare-database DIRECTORY MIGRATIONS');
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
const database = singleConnectionDatabase(await openPgliteConnection({ dataDir }));
await migrate(database, pathToFileURL(`${migrations}/`), Date.now());
await database.close();
