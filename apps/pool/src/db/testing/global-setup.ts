import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../migrate.ts';
import { openPgliteConnection } from '../pglite-connection.ts';
import { openPostgres } from '../postgres-database.ts';
import { singleConnectionDatabase } from '../single-connection-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A gzipped PGlite directory with the schema of today. */
    readonly migratedDump: string;
    /** A PostgreSQL server and the name of a database on it with the schema of today; undefined without `DATABASE_URL`. */
    readonly postgres: { readonly url: string; readonly template: string } | undefined;
  }
}

const migrations = new URL('../migrations/', import.meta.url);

/** Migrates once an engine; every suite starts from a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'openlode-dump-'));
  const connection = await openPgliteConnection({});
  await migrate(singleConnectionDatabase(connection), migrations, 0);
  const dump = join(directory, 'migrated.tar.gz');
  await writeFile(dump, Buffer.from(await (await connection.dump()).arrayBuffer()));
  await connection.close();
  project.provide('migratedDump', dump);

  const url = process.env['DATABASE_URL'];
  const template = `openlode_template_${process.pid}`;
  if (url !== undefined) await makeTemplate(url, template);
  project.provide('postgres', url === undefined ? undefined : { url, template });

  return async () => {
    await rm(directory, { recursive: true, force: true });
    if (url !== undefined) await dropDatabase(url, template);
  };
}

async function makeTemplate(url: string, template: string): Promise<void> {
  const server = openPostgres(url, 1);
  await server.execute(`DROP DATABASE IF EXISTS ${template}`);
  await server.execute(`CREATE DATABASE ${template}`);
  await server.close();
  const database = openPostgres(databaseUrl(url, template), 1);
  await migrate(database, migrations, 0);
  await database.close();
}

async function dropDatabase(url: string, name: string): Promise<void> {
  const server = openPostgres(url, 1);
  await server.execute(`DROP DATABASE IF EXISTS ${name}`);
  await server.close();
}

function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
