import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { auditPool } from '../domain/operations/audit-pool.ts';
import { backupTables, checkBackup } from '../domain/operations/backup/read-backup.ts';
import { writeBackup } from '../domain/operations/backup/write-backup.ts';
import type { Config } from '../config.ts';
import { refuseBrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import type { Database } from '../runtime/database/database.ts';
import { dropTables, hasTables } from '../domain/operations/backup/drop-tables.ts';
import { importTables } from '../domain/operations/backup/import-tables.ts';
import { readMigrations } from '../domain/operations/backup/read-migrations.ts';
import { beginMove, endMove, readMove } from '../domain/operations/backup/unfinished-move.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { crashPoint } from '../domain/kernel/crash-point.ts';
import { markMoved, readMoved } from './data-directory-state.ts';
import { migrateAs } from './migrate-as.ts';
import { moveFile } from './move-file.ts';
import { OperatorFault } from './operator-fault.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'>;

/**
 * Copies the embedded ledger into an empty PostgreSQL database, through a backup on disk: one way of copying, that is rehearsed by every
 * backup. The target is marked from its first step on, so that no process opens it. The marker in the data directory decides: before it
 * the embedded ledger is the valid one, after it the other; a process of this directory that finds the mark of the same move in its
 * database removes it. A move that fails leaves the target empty. `onEmbedded` opens the embedded database for this process alone.
 */
export async function moveToPostgres<T>(
  config: Config,
  migrations: URL,
  given: string | undefined,
  onEmbedded: (work: (ctx: Context) => Promise<MovedTables>) => Promise<T>,
): Promise<T> {
  const url = given ?? config.databaseUrl;
  if (url === undefined)
    throw new OperatorFault('name the database to move to: set DATABASE_URL, or give its URL');
  if (given !== undefined && config.databaseUrl !== undefined && given !== config.databaseUrl)
    throw new OperatorFault('DATABASE_URL names another database than the one given: leave one of them out');
  await refuseBrokenPooler(url);
  return onEmbedded(async (ctx) => {
    const before = await auditPool(ctx);
    if (before.findings.length > 0) {
      throw new OperatorFault(
        `the ledger is not sound (${before.findings.length} findings): see openlode audit; nothing was moved`,
      );
    }
    const { openPostgres } = await import('../runtime/database/postgres-database.ts');
    const target = openPostgres(url, 2);
    try {
      return await moveInto(target, { ctx, dataDirectory: config.dataDirectory, migrations, url });
    } finally {
      await target.close();
    }
  });
}

type MovedTables = Awaited<ReturnType<typeof copyInto>>;

async function moveInto(
  target: Database,
  from: {
    readonly ctx: Context;
    readonly dataDirectory: string;
    readonly migrations: URL;
    readonly url: string;
  },
): Promise<MovedTables> {
  const { ctx, dataDirectory, url } = from;
  await refuseUnlessEmpty(target);
  const move = randomUUID();
  try {
    await target.transaction((tx) => beginMove(tx, move));
    crashPoint('move-begun');
    const copied = await copyInto(target, from);
    if (copied.findings.length > 0) await dropTables(target);
    if (copied.findings.length > 0) return copied;
    markMoved(dataDirectory, { url, move, at: ctx.clock.now() });
    crashPoint('move-marked');
    // From here on the target is the ledger: where this fails, the next process of this data directory removes the mark.
    await endMove(target).catch(() => undefined);
    return copied;
  } catch (error) {
    // Where the target does not answer either, its mark keeps it closed. Once the marker stands, it is the ledger.
    if (readMoved(dataDirectory)?.move !== move) await dropTables(target).catch(() => undefined);
    throw error;
  }
}

async function refuseUnlessEmpty(target: Database): Promise<void> {
  if ((await readMove(target)) !== undefined)
    throw new OperatorFault(
      'a move into the PostgreSQL database is running or was interrupted: make a new one, and move into that',
    );
  if (await hasTables(target))
    throw new OperatorFault('the PostgreSQL database is not empty: move into a new one');
}

async function copyInto(
  target: Database,
  {
    ctx,
    dataDirectory,
    migrations,
  }: { readonly ctx: Context; readonly dataDirectory: string; readonly migrations: URL },
) {
  // Inside the data directory, where alone the pool's user may write; it is in no backup.
  const file = join(dataDirectory, moveFile);
  rmSync(file, { force: true });
  try {
    await migrateAs(target, migrations, await readMigrations(ctx));
    crashPoint('move-migrated');
    await writeBackup(ctx, { file, dataDirectory, version: manifest.version, isInside: true });
    await checkBackup(file);
    crashPoint('move-written');
    const tables = await importTables({ db: target }, backupTables(file));
    crashPoint('move-imported');
    const { findings } = await auditPool({ ...ctx, db: target });
    crashPoint('move-audited');
    return { tables, findings };
  } finally {
    rmSync(file, { force: true });
  }
}
