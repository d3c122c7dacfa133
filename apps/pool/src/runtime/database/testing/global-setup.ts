import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { TestProject } from 'vitest/node';
import { migrate } from '../migrate.ts';
import { openPgliteConnection } from '../pglite-connection.ts';
import { openPostgres } from '../postgres-database.ts';
import { singleConnectionDatabase } from '../single-connection-database.ts';
import { patient } from './patient.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with a PGlite directory of the schema of today, as a tar. */
    readonly migratedDump: string;
    /** A PostgreSQL server and the name of a database on it with the schema of today; undefined without `DATABASE_URL`. */
    readonly postgres: { readonly url: string; readonly template: string } | undefined;
  }
}

const migrations = new URL('../migrations/', import.meta.url);

const cache = new URL('../../../../../../.cache/suites/', import.meta.url);

/** Migrates once an engine; every suite starts from a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('migratedDump', await migratedDump());

  const url = process.env['DATABASE_URL'];
  const template = `openlode_template_${process.pid}`;
  if (url !== undefined) await makeTemplate(url, template);
  project.provide('postgres', url === undefined ? undefined : { url, template });

  return async () => {
    if (url !== undefined) await dropAll(url, template);
  };
}

/** The dump of this schema, made by the first run that asks for it: making one takes longer than most suites. */
async function migratedDump(): Promise<string> {
  const dump = fileURLToPath(new URL(`migrated-${await schemaPrint()}.tar`, cache));
  if (existsSync(dump)) return dump;
  const { folder, connection } = await openNew();
  await migrate(singleConnectionDatabase(connection), migrations, 0);
  for (const statement of whatIsLeftOut) await connection.execute(statement);
  const bytes = Buffer.from(await (await connection.dump()).arrayBuffer());
  await connection.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
  await mkdir(cache, { recursive: true });
  // Those of other schemas are 30 MB each, and will not be asked for again. Another run may be writing this one.
  for (const name of await readdir(cache))
    if (!name.startsWith(basename(dump))) await rm(new URL(name, cache), { force: true });
  const unfinished = `${dump}.${process.pid}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, dump);
  return dump;
}

/** A new database: a copy of the one that was just built where `npm test` names it, and migrations are the most of what a dump costs. */
async function openNew(): Promise<{
  folder: string | undefined;
  connection: Awaited<ReturnType<typeof openPgliteConnection>>;
}> {
  const built = process.env['BUILT_DATABASE'];
  if (built === undefined) return { folder: undefined, connection: await openPgliteConnection({}) };
  const folder = await mkdtemp(join(tmpdir(), 'openlode-migrated-'));
  await cp(built, folder, { recursive: true });
  return { folder, connection: await openPgliteConnection({ dataDir: folder }) };
}

/** Two databases that PGlite never connects to are a third of a dump, and what is not written yet would be replayed by everyone who opens it. */
const whatIsLeftOut = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'CHECKPOINT',
];

/** Changes with a byte of a migration, with the version of PGlite and with what is done here besides. */
async function schemaPrint(): Promise<string> {
  const hash = createHash('sha256').update(whatIsLeftOut.join(';'));
  hash.update(await readFile(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
  for (const name of (await readdir(migrations)).toSorted())
    hash.update(`\0${name}\0`).update(await readFile(new URL(name, migrations)));
  return hash.digest('hex').slice(0, 16);
}

async function makeTemplate(url: string, template: string): Promise<void> {
  const server = openPostgres(url, 1, patient);
  await server.execute(`DROP DATABASE IF EXISTS ${template}`);
  await server.execute(`CREATE DATABASE ${template}`);
  await server.close();
  const database = openPostgres(databaseUrl(url, template), 1, patient);
  await migrate(database, migrations, 0);
  await database.close();
}

/** The template and the copies of it that suites kept for each other. */
async function dropAll(url: string, template: string): Promise<void> {
  const server = openPostgres(url, 1, patient);
  const databases = await server.query<{ datname: string }>(
    sql`SELECT datname FROM pg_database WHERE starts_with(datname, ${template})`,
  );
  for (const { datname } of databases)
    await server.execute(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await server.close();
}

function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
