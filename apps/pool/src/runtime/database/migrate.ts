import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';

interface Migration {
  readonly name: string;
  readonly script: string;
  readonly checksum: string;
}

/** The database lacks what this release brings, and this process may not bring it. */
export class PendingMigrations extends Error {
  override readonly name = 'PendingMigrations';
}

/** The database was brought to the schema of a later release, which this one cannot read. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor(migration: string) {
    super(
      `This database is of a newer release: it has migration ${migration}, which this one does not know. Start that release again, or restore the backup that was made before the upgrade.`,
    );
  }
}

/**
 * Brings the schema forward, one transaction a file, in the order of the file names. Throws when a file that has run was
 * changed or is gone: the schema on disk would then not be the one the database was written in. With `only`, the others wait.
 */
export async function migrate(
  database: Database,
  directory: URL,
  now: number,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const pending = await pendingMigrations(database, directory, only);
  for (const { name, script, checksum } of pending) {
    const at = new Date(now).toISOString();
    await database.execute(
      `BEGIN;\nSET LOCAL statement_timeout = 0;\n${script}\nINSERT INTO schema_migrations VALUES ('${name}', '${checksum}', '${at}');\nCOMMIT;`,
    );
  }
  return pending.map((migration) => migration.name);
}

/** Throws `PendingMigrations` where other processes use the database, and this release would change it under them. */
export async function refuseMigrations(database: Database, directory: URL): Promise<void> {
  const names = (await pendingMigrations(database, directory)).map(({ name }) => name);
  if (names.length === 0) return;
  throw new PendingMigrations(
    `this release changes the database (${names.join(', ')}), which processes of the release before it use: stop all of them, then start this one`,
  );
}

async function pendingMigrations(
  database: Database,
  directory: URL,
  only?: ReadonlySet<string>,
): Promise<Migration[]> {
  await database.execute(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)`);
  const migrations = await readMigrations(directory);
  const applied = await database.query<{ name: string; checksum: string }>(
    sql`SELECT name, checksum FROM schema_migrations ORDER BY name`,
  );
  for (const { name, checksum } of applied) {
    const file = migrations.find((migration) => migration.name === name);
    if (file === undefined) throw new NewerDatabase(name);
    if (file.checksum !== checksum) throw new Error(`migration ${name} was changed after it ran`);
  }
  return migrations.filter(
    ({ name }) => (only?.has(name) ?? true) && !applied.some((each) => each.name === name),
  );
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
  if (names.length === 0) throw new Error(`no migrations in ${directory.pathname}`);
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(name, directory), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}
