import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type AdminClient, connectAdmin } from '../edges/admin/admin-client.ts';
import { adminSocketName, auditForOperator, databaseMark } from '../edges/admin/admin-actions.ts';
import { BackupFault } from '../domain/operations/backup/backup-format.ts';
import type { Operator } from '../edges/cli/operator.ts';
import type { Config } from '../config.ts';
import { DirectoryInUse, lockDirectory } from '../runtime/database/directory-lock.ts';
import { openDatabase } from '../runtime/database/open-database.ts';
import { refuseRetiredDirectory, RetiredDirectory } from './data-directory-state.ts';
import { listNews } from './list-news.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { OperatorFault } from './operator-fault.ts';
import { completeMove, refuseOtherLedger } from './refuse-other-ledger.ts';
import { restoreBackup } from './restore-backup.ts';
import { readExistingSecret } from './secret-file.ts';
import { CopyMismatch, NotEmpty } from '../domain/operations/backup/import-tables.ts';
import { UnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import { compareSecret } from '../domain/operations/claim-secret.ts';
import { readReceived } from '../domain/views/read-received.ts';
import { sandboxPayouts, sandboxWallet } from '../sandbox/rail/sandbox-rail.ts';
import { type DeskAnswer, runDesk } from '../domain/operations/desk.ts';
import { approveConversions } from '../domain/rounds/approve-conversions.ts';
import { readHeldConversions } from '../domain/rounds/held-conversions.ts';
import { readTreasury } from '../domain/views/read-treasury.ts';
import { writeBackup } from '../domain/operations/backup/write-backup.ts';
import { UnfinishedMove } from '../domain/operations/backup/unfinished-move.ts';

/** Where the parts of the built pool lie that the commands need. */
export interface OperatorFiles {
  readonly databaseWorker: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
  readonly news: URL;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'>;

const clock = { now: Date.now };

/** This process has no live connections; pages read what has changed with their next request. */
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
    sandboxWallet(join(config.sandboxChains, sandboxPayouts), () => readReceived(ctx));
  const askWallets = async <T>(request: Readonly<Record<string, unknown>>): Promise<T> => {
    const answer = await askPool(config, request);
    if (answer === undefined)
      throw new OperatorFault(
        'no pool runs on this data directory, and only a running pool can ask the wallets: start it, nothing leaves while payouts are suspended',
      );
    return answer.result as T;
  };
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
    backup: async (file) =>
      ask({ do: 'backup', file: resolve(file) }, async (ctx) => {
        const { dataDirectory } = config;
        const written = await writeBackup(ctx, { file, dataDirectory, version: manifest.version });
        // A pool that does not hear of it, or of an older release, changes nothing about the backup.
        await askPool(config, { do: 'backup-was-written', file: resolve(file), rows: written.rows }).catch(
          () => undefined,
        );
        return written;
      }),
    restore: (file, journals) => restoreBackup(config, files, file, journals),
    comparePayouts: (since) =>
      askWallets({ do: 'compare-payouts', actor, ...(since === undefined ? {} : { since }) }),
    adoptPayout: (txid, reason) => askWallets({ do: 'adopt-payout', txid, reason, actor }),
    disregardTransaction: (txid, reason) => askWallets({ do: 'disregard-transaction', txid, reason, actor }),
    moveToPostgres: (url) =>
      moveToPostgres(config, files.migrations, url, (work) =>
        withDatabase({ ...config, databaseUrl: undefined }, files, work),
      ),
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
  refuseRetiredDirectory(dataDirectory, url);
  if (url === undefined && !existsSync(directory)) {
    throw new OperatorFault(`there is no database in ${dataDirectory}: set OPENLODE_DATA or DATABASE_URL`);
  }
  const secret = readExistingSecret(join(dataDirectory, 'secret'));
  const lock = url === undefined ? lockDirectory(dataDirectory) : undefined;
  try {
    const db = await openDatabase({ url, directory, workerFile: files.databaseWorker });
    try {
      await refuseOtherLedger(db, { dataDirectory, url });
      await completeMove(db, dataDirectory);
      if ((await compareSecret(db, secret)) === 'other')
        throw new OperatorFault(
          `the secret in ${dataDirectory} is not the one of the database: set OPENLODE_DATA and DATABASE_URL of one pool`,
        );
      return await work({ db, clock, secret, publisher });
    } finally {
      await db.close();
    }
  } finally {
    lock?.release();
  }
}

/** Faults whose message says all there is to say. */
export function isOperatorsOwn(error: unknown): boolean {
  return [
    OperatorFault,
    BackupFault,
    CopyMismatch,
    NotEmpty,
    DirectoryInUse,
    RetiredDirectory,
    UnfinishedMove,
    UnfinishedRestore,
  ].some((kind) => error instanceof kind);
}
