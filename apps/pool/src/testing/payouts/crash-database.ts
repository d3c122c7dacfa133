import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';
import { migrate } from '../../runtime/database/migrate.ts';
import { openPgliteConnection } from '../../runtime/database/pglite-connection.ts';
import { openPostgres } from '../../runtime/database/postgres-database.ts';
import { singleConnectionDatabase } from '../../runtime/database/single-connection-database.ts';
import { createTestPostgres, type Engine } from '../../runtime/database/testing/create-test-database.ts';
import { patient } from '../../runtime/database/testing/patient.ts';
import type { PayoutProcessPlan } from './payout-process.ts';

export const migrationsFolder = new URL('../../runtime/database/migrations/', import.meta.url);

/** The database that processes share, which a suite can take back to an earlier state under them. */
export interface CrashDatabase {
  /** Undefined for the embedded one, which only one process can have open: it is copied and replaced between two processes. */
  readonly url: string | undefined;
  readonly forChild: PayoutProcessPlan['database'];
  open(): Promise<Database>;
  /** Keeps the database as it is now. Sessions are cut for it. */
  keepCopy(name: string): Promise<void>;
  /**
   * Puts the copy in its place, as after a failover to a standby that lacks the newest transactions; the copy stays. `sequenceGap`: how far
   * ahead its payout ids are, because a server logs 32 values of a sequence at a time.
   */
  takeBack(name: string, sequenceGap: 0 | 33): Promise<void>;
  /** Replaces it by one without a table, into which a backup is restored. */
  makeEmpty(): Promise<void>;
  /** Ends every session but its own. */
  cutSessions(): Promise<void>;
  drop(): Promise<void>;
}

/** A database with the schema of today. `dataDirectory`: where an embedded one lies, in `database`. */
export async function makeCrashDatabase(
  engine: Engine,
  dataDirectory: string,
  at: number,
): Promise<CrashDatabase> {
  return engine === 'postgres' ? onPostgres() : embedded(dataDirectory, at);
}

const others = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function onPostgres(): Promise<CrashDatabase> {
  const made = await createTestPostgres();
  const { url } = made;
  const name = new URL(url).pathname.slice(1);
  const serverUrl = new URL(url);
  serverUrl.pathname = '/postgres';
  const server = openPostgres(serverUrl.href, 1, patient);
  const copies = new Set<string>();
  const copyName = (copy: string): string => `${name}_${copy}`;
  const databaseUrl = (database: string): string => {
    const other = new URL(url);
    other.pathname = `/${database}`;
    return other.href;
  };

  /** Refuses new sessions and waits until the last one has ended: a database can be copied, renamed or dropped only without sessions. */
  async function withoutSessions(work: () => Promise<void>): Promise<void> {
    await server.execute(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    for (;;) {
      const left = await server.query(
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`,
      );
      if (left.length === 0) break;
    }
    await work();
  }

  return {
    url,
    forChild: { url },
    open: async () => openPostgres(url, 2, patient),
    keepCopy: async (copy) => {
      copies.add(copy);
      await withoutSessions(() => server.execute(`CREATE DATABASE ${copyName(copy)} TEMPLATE ${name}`));
      await server.execute(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    },
    takeBack: async (copy, sequenceGap) => {
      const next = `${name}_next`;
      await server.execute(`CREATE DATABASE ${next} TEMPLATE ${copyName(copy)}`);
      if (sequenceGap > 0) {
        const db = openPostgres(databaseUrl(next), 1, patient);
        await db.query(
          sql`SELECT setval(pg_get_serial_sequence('payouts', 'id'), (SELECT coalesce(max(id), 0) FROM payouts) + ${raw(String(sequenceGap))})`,
        );
        await db.close();
      }
      await withoutSessions(() => server.execute(`DROP DATABASE ${name}`));
      await server.execute(`ALTER DATABASE ${next} RENAME TO ${name}`);
    },
    makeEmpty: async () => {
      await withoutSessions(() => server.execute(`DROP DATABASE ${name}`));
      await server.execute(`CREATE DATABASE ${name}`);
    },
    cutSessions: async () => {
      const db = openPostgres(url, 1, patient);
      await db.query(others).catch(() => undefined);
      await db.close().catch(() => undefined);
    },
    drop: async () => {
      for (const copy of [...copies, 'next'])
        await server.execute(`DROP DATABASE IF EXISTS ${copyName(copy)} WITH (FORCE)`);
      await server.close();
      await made.drop();
    },
  };
}

async function embedded(dataDirectory: string, at: number): Promise<CrashDatabase> {
  const directory = join(dataDirectory, 'database');
  mkdirSync(directory, { recursive: true });
  const open = async (): Promise<Database> =>
    singleConnectionDatabase(await openPgliteConnection({ dataDir: directory }));
  const replace = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  };
  const db = await open();
  await migrate(db, migrationsFolder, at);
  await db.close();
  return {
    url: undefined,
    forChild: { directory },
    open,
    keepCopy: async (name) => replace(directory, `${dataDirectory}-${name}`),
    takeBack: async (name) => replace(`${dataDirectory}-${name}`, directory),
    makeEmpty: async () => rmSync(directory, { recursive: true, force: true }),
    cutSessions: async () => undefined,
    drop: async () => undefined,
  };
}

export async function withDatabase<T>(
  { open }: Pick<CrashDatabase, 'open'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
