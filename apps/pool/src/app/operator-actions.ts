import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Contexts, Need } from '../edges/operator/contexts.ts';
import type { Transport } from '../edges/operator/prepare-verb.ts';
import { BackupFault } from '../runtime/backup/backup-fault.ts';
import { NewFileFault } from '../runtime/new-file.ts';
import { type Config, shownSettings } from '../config.ts';
import { checkSettingsFile } from '../settings-file.ts';
import { checkPoolFile } from '../settings/node-settings.ts';
import { DirectoryInUse, lockDirectory } from '../runtime/database/directory-lock.ts';
import { BrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import { openDatabase } from '../runtime/database/open-database.ts';
import { refuseRetiredDirectory, RetiredDirectory } from './data-directory-state.ts';
import { refuseUnsetClock } from './await-clock.ts';
import { askPool, noneAsked } from './ask-pool.ts';
import { diagnose } from './doctor.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { OperatorFault } from './operator-fault.ts';
import { completeMove, refuseOtherLedger } from './refuse-other-ledger.ts';
import { restoreBackup } from './restore-backup.ts';
import { readExistingSecret, SecretFault } from './secret-file.ts';
import { CopyMismatch, NotEmpty } from '../domain/operations/backup/import-tables.ts';
import { UnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import type { OperatorFiles } from './pool-files.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { compareSecret } from '../domain/operations/claim-secret.ts';
import { readReceived } from '../domain/views/read-received.ts';
import { openWallet } from './choose-world.ts';
import { UnfinishedMove } from '../domain/operations/backup/unfinished-move.ts';

/** What the commands know of their process; each is asked only when a verb needs it, so that `--help` works anywhere. */
export interface OperatorSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Throws where the settings are wrong. */
  readonly settings: () => Config;
  /** Who gives the commands. */
  readonly actor: () => string;
  /** The clock of this machine, in ms; left out for the real one. */
  readonly now?: () => number;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'secret' | 'publisher'>;

/** This process has no live connections; pages read what has changed with their next request. */
const publisher = { publish: () => undefined };

/**
 * Carries the operator's verbs to a deployment. What is decided goes through its running pool, which has to know; so does everything
 * where that holds the database. Without a pool this process does it itself. Settings are read only
 * by what needs them, so that faulty ones can be looked at.
 */
export function operatorTransport(source: OperatorSource, files: OperatorFiles): Transport {
  const clock = { now: source.now ?? Date.now };
  const program = programContext(source, files, clock);
  return {
    run: async (verb, input) => {
      // Each branch has the context of its need; a type parameter cannot be narrowed by comparing its value.
      const runWith = (ctx: Contexts[keyof Contexts]) => verb.run(ctx as never, input);
      if (verb.needs === 'program') return runWith(program);
      const config = source.settings();
      const actor = source.actor();
      // A shared database is read beside the pool: a whole audit would keep its miners waiting.
      const isBeside = verb.needs === 'database' && config.databaseUrl !== undefined;
      const asking = { do: verb.name, input, actor };
      // They are the pool's own, made by the same release from the same types.
      type Answers = readonly Awaited<ReturnType<typeof verb.run>>[];
      const { answers, unanswered } = isBeside
        ? noneAsked
        : await askPool(config, asking, verb.join === undefined ? 'first' : verb.joinsPart ? 'some' : 'each');
      const [answer] = answers as Answers;
      if (answer !== undefined) return verb.join?.(answers as Answers, input, unanswered) ?? answer;
      const asked = askedByPool[verb.needs];
      if (asked !== undefined)
        throw new OperatorFault(
          `no pool runs on this data directory, and only a running pool can ask ${asked}: start it, nothing leaves while payouts are suspended`,
        );
      return withDatabase(config, files, clock, (ctx) => runWith({ ...databaseContext(config, ctx), actor }));
    },
  };
}

/** Whom only a running pool can ask, by what a verb needs. */
const askedByPool: Readonly<Partial<Record<Need, string>>> = {
  wallets: 'the wallets',
  nodes: 'the nodes',
  rates: 'the sources of rates',
  miners: 'its miners',
  site: 'the site',
};

function programContext(
  { environment, settings }: OperatorSource,
  files: OperatorFiles,
  clock: Context['clock'],
): Contexts['program'] {
  return {
    // It reads Markdown: code that no other command needs.
    news: async () => (await import('./list-news.ts')).listNews(files.news),
    diagnose: () => diagnose(environment, process.cwd(), files),
    showSettings: () => shownSettings(environment, process.cwd()),
    checkSettings: async (file) => checkSettingsFile(readFileSync(file, 'utf8'), process.cwd()),
    checkPoolFile: async (file) => checkPoolFile(resolve(file)),
    restore: async (file, journals) => {
      refuseUnsetClock(clock.now());
      return restoreBackup(settings(), files, file, journals);
    },
    moveToPostgres: (url) => {
      const config = settings();
      return moveToPostgres(config, files.migrations, url, (work) =>
        withDatabase({ ...config, databaseUrl: undefined }, files, clock, work),
      );
    },
  };
}

function databaseContext(config: Config, ctx: Context): Omit<Contexts['database'], 'actor'> {
  const { dataDirectory } = config;
  return {
    ...ctx,
    wallet: openWallet(config, () => readReceived(ctx)),
    dataDirectory,
    version: manifest.version,
    // A pool that does not hear of it, or of an older release, changes nothing about the backup.
    announceBackup: async (written) => {
      await askPool(config, { do: 'backup-was-written', ...written }).catch(() => undefined);
    },
  };
}

/** Opens the database that is there, and makes none. The embedded one is for this process alone meanwhile. */
async function withDatabase<T>(
  config: Config,
  files: OperatorFiles,
  clock: Context['clock'],
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  refuseUnsetClock(clock.now());
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
    NewFileFault,
    CopyMismatch,
    NotEmpty,
    DirectoryInUse,
    RetiredDirectory,
    SecretFault,
    BrokenPooler,
    UnfinishedMove,
    UnfinishedRestore,
  ].some((kind) => error instanceof kind);
}
