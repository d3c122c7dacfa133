import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type AdminClient, connectAdmin } from '../admin/admin-client.ts';
import { adminSocketName, auditForOperator, databaseMark } from '../admin/admin-actions.ts';
import { BackupFault } from '../backup/backup-format.ts';
import type { Operator } from '../cli/operator.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { DirectoryInUse, lockDirectory } from '../db/directory-lock.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openPostgres } from '../db/postgres-database.ts';
import { backupTables, checkBackup, restoreFiles } from '../backup/read-backup.ts';
import { listNews } from './list-news.ts';
import { readExistingSecret } from './secret-file.ts';
import { CopyMismatch, importTables } from '../services/backup/import-tables.ts';
import { readMigrations } from '../services/backup/read-migrations.ts';
import type { ServiceContext } from '../services/context.ts';
import type { Wallet } from '../services/ports/wallet.ts';
import { readReceived } from '../services/treasury/read-received.ts';
import { sandboxPayouts, sandboxWallet } from '../rails/sandbox-rail.ts';
import { type DeskAnswer, runDesk } from '../services/desk/desk.ts';
import { approveConversions } from '../services/rounds/approve-conversions.ts';
import { readHeldConversions } from '../services/rounds/held-conversions.ts';
import { readTreasury } from '../services/treasury/read-treasury.ts';
import { writeBackup } from '../backup/write-backup.ts';

/** Where the parts of the built pool lie that the commands need. */
export interface OperatorFiles {
  readonly databaseWorker: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
  readonly news: URL;
}

/** The operator meant another place than the one that was found, or the pool is in the way. */
class OperatorFault extends Error {
  override readonly name = 'OperatorFault';
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'>;

const clock = { now: Date.now };

/** Nobody watches through this process; pages read what has changed when they ask next. */
const publisher = { publish: () => undefined };

/**
 * The commands of the operator on a deployment. What is decided goes through its running pool, which has to know; so does
 * everything where that holds the database. Without a pool the commands do it themselves. `actor` is who gives them.
 */
export function operatorActions(config: Config, files: OperatorFiles, actor: string): Operator {
  const ask = <T>(
    request: Readonly<Record<string, unknown>>,
    byItself: (ctx: Context) => Promise<T>,
  ): Promise<T> => throughPoolOrAlone(config, files, request, byItself);
  const walletOf = (ctx: Context): Wallet =>
    sandboxWallet(join(config.dataDirectory, sandboxPayouts), () => readReceived(ctx));
  const tell = async <T>(
    request: Readonly<Record<string, unknown>>,
    byItself: (ctx: Context) => Promise<T>,
  ): Promise<T> => {
    const answer = await askPool(config, { ...request, actor });
    return answer === undefined ? withDatabase(config, files, byItself) : (answer.result as T);
  };
  return {
    audit: () => ask({ do: 'audit' }, (ctx) => auditForOperator(ctx, walletOf(ctx))),
    treasury: () => ask({ do: 'treasury' }, (ctx) => readTreasury(ctx, walletOf(ctx))),
    heldConversions: () => ask({ do: 'list-conversions' }, (ctx) => readHeldConversions(ctx)),
    approveConversions: (id, reason) =>
      tell({ do: 'approve-conversions', id, reason }, (ctx) =>
        approveConversions({ ...ctx, actor }, { id, reason }),
      ),
    desk: (verb, input) =>
      tell({ do: 'desk', verb, input }, async (ctx) => {
        const { answer } = await runDesk({ ...ctx, actor }, verb, input);
        return answer as DeskAnswer<typeof verb>;
      }),
    news: () => listNews(files.news),
    backup: (file) =>
      ask({ do: 'backup', file: resolve(file) }, (ctx) =>
        writeBackup(ctx, { file, dataDirectory: config.dataDirectory, version: manifest.version }),
      ),
    restore: (file) => restore(config, files, file),
    moveToPostgres: (url) => moveToPostgres(config, files, url),
  };
}

async function throughPoolOrAlone<T>(
  config: Config,
  files: OperatorFiles,
  request: Readonly<Record<string, unknown>>,
  byItself: (ctx: Context) => Promise<T>,
): Promise<T> {
  // A shared database is read beside the pool: a whole audit would keep its miners waiting.
  const answer = config.databaseUrl === undefined ? await askPool(config, request) : undefined;
  // It is the pool's own, made by the same release from the same types.
  return answer === undefined ? withDatabase(config, files, byItself) : (answer.result as T);
}

/** What the running pool of this data directory answers; undefined where none runs, or one of another database. */
async function askPool(
  config: Config,
  request: Readonly<Record<string, unknown>>,
): Promise<{ readonly result: unknown } | undefined> {
  const admin: AdminClient | undefined = await connectAdmin(join(config.dataDirectory, adminSocketName));
  if (admin === undefined) return undefined;
  try {
    const { database } = (await admin.ask({ do: 'which' })) as { readonly database: string };
    if (database !== databaseMark(config.databaseUrl)) return undefined;
    return { result: await admin.ask(request) };
  } finally {
    admin.close();
  }
}

/** Opens the database that is there, and makes none. The embedded one is for this process alone meanwhile. */
async function withDatabase<T>(
  config: Config,
  files: OperatorFiles,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { dataDirectory, databaseUrl: url } = config;
  const directory = join(dataDirectory, 'database');
  if (url === undefined && !existsSync(directory)) {
    throw new OperatorFault(`there is no database in ${dataDirectory}: set OPENLODE_DATA or DATABASE_URL`);
  }
  const secret = readExistingSecret(join(dataDirectory, 'secret'));
  const lock = url === undefined ? lockDirectory(dataDirectory) : undefined;
  try {
    const db = await openDatabase({ url, directory, workerFile: files.databaseWorker });
    try {
      return await work({ db, clock, secret, publisher });
    } finally {
      await db.close();
    }
  } finally {
    lock?.release();
  }
}

async function restore(config: Config, files: OperatorFiles, file: string) {
  const backup = await checkBackup(file);
  const { dataDirectory, databaseUrl: url } = config;
  if (existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0) {
    throw new OperatorFault(`${dataDirectory} is not empty: restore into a directory that is`);
  }
  const lock = lockDirectory(dataDirectory);
  // The prepared database has today's schema; a backup of an older release begins with nothing.
  const isOfToday = backup.migrations.length === readdirSync(files.migrations).length;
  try {
    const db = await openDatabase({
      url,
      directory: join(dataDirectory, 'database'),
      workerFile: files.databaseWorker,
      ...(isOfToday ? { prepared: files.preparedDatabase } : {}),
    });
    try {
      await migrateAs(db, files, backup.migrations);
      const tables = await importTables({ db }, backupTables(file));
      const restored = await restoreFiles(file, dataDirectory);
      const secret = readExistingSecret(join(dataDirectory, 'secret'));
      const { findings } = await auditForOperator({ db, clock, secret });
      return { createdAt: backup.createdAt, tables, files: restored, findings };
    } finally {
      await db.close();
    }
  } catch (error) {
    // It was empty before: half a restore is worth less than none.
    for (const name of readdirSync(dataDirectory)) {
      if (name !== 'openlode.lock') rmSync(join(dataDirectory, name), { recursive: true });
    }
    throw error;
  } finally {
    lock.release();
    rmSync(join(dataDirectory, 'openlode.lock'), { force: true });
  }
}

/** Copies through a backup on disk: one way of copying, that is rehearsed by every backup. */
async function moveToPostgres(config: Config, files: OperatorFiles, url: string) {
  if (config.databaseUrl !== undefined) {
    throw new OperatorFault('DATABASE_URL is set: this pool is on PostgreSQL already');
  }
  return withDatabase(config, files, async (ctx) => {
    const before = await auditForOperator(ctx);
    if (before.findings.length > 0) {
      throw new OperatorFault(
        `the books are not sound (${before.findings.length} findings): see openlode audit; nothing was moved`,
      );
    }
    const file = `${config.dataDirectory}.move-${process.pid}`;
    const target = openPostgres(url, 2);
    try {
      await migrateAs(target, files, await readMigrations(ctx));
      await writeBackup(ctx, { file, dataDirectory: config.dataDirectory, version: manifest.version });
      await checkBackup(file);
      const tables = await importTables({ db: target }, backupTables(file));
      const { findings } = await auditForOperator({ ...ctx, db: target });
      return { tables, findings };
    } finally {
      rmSync(file, { force: true });
      await target.close();
    }
  });
}

/** Brings an empty database to the very schema of the copy; the pool migrates it further when it starts. */
async function migrateAs(
  db: Database,
  files: OperatorFiles,
  migrations: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  await migrate(db, files.migrations, clock.now(), new Set(migrations.map(({ name }) => name)));
  const there = await readMigrations({ db });
  const isSame = (each: { name: string; checksum: string }, index: number): boolean =>
    each.name === there[index]?.name && each.checksum === there[index]?.checksum;
  if (there.length !== migrations.length || !migrations.every(isSame)) {
    throw new BackupFault('the schema of the copy is not one that this release, or the target, knows');
  }
}

/** Faults whose message says all there is to say. */
export function isOperatorsOwn(error: unknown): boolean {
  return [OperatorFault, BackupFault, CopyMismatch, DirectoryInUse].some((kind) => error instanceof kind);
}
