import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { auditPool } from '../domain/operations/audit-pool.ts';
import {
  backupTables,
  checkBackup,
  readBackedUpFile,
  restoreFiles,
} from '../domain/operations/backup/read-backup.ts';
import type { Config } from '../config.ts';
import { lockDirectory } from '../runtime/database/directory-lock.ts';
import { migrate } from '../runtime/database/migrate.ts';
import { refuseBrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import { openDatabase } from '../runtime/database/open-database.ts';
import { syncDirectory } from '../runtime/append-log/sync-directory.ts';
import { beginRestore } from '../domain/operations/backup/unfinished-restore.ts';
import { dropTables, hasTables } from '../domain/operations/backup/drop-tables.ts';
import { importTables } from '../domain/operations/backup/import-tables.ts';
import { foreignLine } from '../adapters/rails/journal-lines.ts';
import { payoutJournalName, readPayoutJournal } from '../adapters/rails/payout-journal.ts';
import { ledgerIdOf } from '../domain/kernel/ledger-id.ts';
import { markRestored } from '../domain/operations/mark-restored.ts';
import { crashPoint } from '../domain/kernel/crash-point.ts';
import { isDiskFull } from '../runtime/database/disk-full.ts';
import { restoreDirectory } from './data-directory-state.ts';
import { migrateAs } from './migrate-as.ts';
import { OperatorFault } from './operator-fault.ts';
import { parseSecret, readExistingSecret } from './secret-file.ts';
import { errorText } from '../runtime/error-text.ts';

/** Where the parts of the built pool lie that a restore needs. */
export interface RestoreFiles {
  readonly databaseWorker: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
}

const clock = { now: Date.now };
const lockName = 'openlode.lock';

/**
 * Puts a backup, of this release or an earlier one, into an empty data directory and an empty database, brings it to the schema of
 * this release and audits it. Everything is written beside its place first: a restore that fails leaves an empty directory and an
 * empty database, and one that is killed leaves `restore.partial`, on which no pool starts.
 */
export async function restoreBackup(
  config: Config,
  files: RestoreFiles,
  file: string,
  journals: readonly string[] = [],
) {
  requireFile(file, 'backup');
  const given = readJournals(journals);
  const backup = await checkBackup(file);
  // Before anything is written: a restore of hours must not end with this.
  if (given.length > 0) refuseForeign(given, ledgerIdOf(await secretOf(file)));
  const { dataDirectory, databaseUrl: url } = config;
  refuseUnlessEmpty(dataDirectory);
  if (url !== undefined) await refuseBrokenPooler(url);
  const lock = lockDirectory(dataDirectory);
  const partial = join(dataDirectory, restoreDirectory);
  try {
    mkdirSync(partial, { mode: 0o700 });
    crashPoint('restore-begun');
    const result = await restoreInto(partial, {
      url,
      files,
      file,
      journals: given,
      migrations: backup.migrations,
      backupAt: Date.parse(backup.createdAt),
    });
    if (config.sandboxChains !== dataDirectory) keepChains(partial, config.sandboxChains);
    // The database last: until everything is in its place, no pool starts beside `restore.partial`.
    for (const name of readdirSync(partial).toSorted(
      (a, b) => Number(a === 'database') - Number(b === 'database'),
    )) {
      renameSync(join(partial, name), join(dataDirectory, name));
      crashPoint('restore-moving');
    }
    syncDirectory(dataDirectory);
    rmSync(partial, { recursive: true });
    return { createdAt: backup.createdAt, ...result };
  } catch (error) {
    for (const name of readdirSync(dataDirectory))
      if (name !== lockName) rmSync(join(dataDirectory, name), { recursive: true });
    throw inWords(error, config);
  } finally {
    lock.release();
    rmSync(join(dataDirectory, lockName), { force: true });
  }
}

function refuseUnlessEmpty(dataDirectory: string): void {
  if (!existsSync(dataDirectory)) return;
  const names = readdirSync(dataDirectory);
  if (names.includes(restoreDirectory))
    throw new OperatorFault(
      `a restore into ${dataDirectory} was interrupted: delete what is in it, empty the target database, and restore again`,
    );
  if (names.length > 0)
    throw new OperatorFault(`${dataDirectory} is not empty: restore into a directory that is`);
}

async function restoreInto(
  directory: string,
  from: {
    readonly url: string | undefined;
    readonly files: RestoreFiles;
    readonly file: string;
    readonly journals: readonly ReadJournal[];
    readonly backupAt: number;
    readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  },
) {
  const { url, files, file, journals, backupAt, migrations } = from;
  // The prepared database has the schema of this release; a backup of an earlier one begins with nothing.
  const isOfToday = migrations.length === readdirSync(files.migrations).length;
  const db = await openDatabase({
    url,
    directory: join(directory, 'database'),
    workerFile: files.databaseWorker,
    ...(isOfToday ? { prepared: files.preparedDatabase } : {}),
  });
  try {
    if (url !== undefined && (await hasTables(db)))
      throw new OperatorFault('the PostgreSQL database is not empty: restore into a new one');
    try {
      await beginRestore(db);
      await migrateAs(db, files.migrations, migrations);
      crashPoint('restore-migrated');
      const tables = await importTables({ db }, backupTables(file));
      crashPoint('restore-imported');
      const restored = await restoreFiles(file, directory);
      const secret = readExistingSecret(join(directory, 'secret'));
      await migrate(db, files.migrations, clock.now());
      crashPoint('restore-upgraded');
      const evidence = [setJournalAside(directory), ...journals];
      const unknown = await markRestored(db, {
        epoch: randomUUID(),
        at: clock.now(),
        backupAt,
        lines: evidence.flatMap(({ lines }) => lines),
        faults: evidence.flatMap(({ path, broken }) => (broken === undefined ? [] : [`${path}: ${broken}`])),
      });
      crashPoint('restore-suspended');
      const { findings } = await auditPool({ db, clock, secret });
      return { tables, files: restored, findings, unknown };
    } catch (error) {
      // Where this fails too, the mark of the restore keeps the database closed.
      if (url !== undefined) await dropTables(db).catch(() => undefined);
      throw error;
    }
  } finally {
    await db.close();
  }
}

interface ReadJournal extends ReturnType<typeof readPayoutJournal> {
  readonly path: string;
}

/** What a failed restore left, where an operator can do something about it. */
function inWords(error: unknown, { dataDirectory, databaseUrl }: Config): unknown {
  if (!isDiskFull(error)) return error;
  const database = databaseUrl === undefined ? '' : ', and the tables of the database were dropped';
  return new OperatorFault(
    `the disk is full (${errorText(error)}): nothing was restored. ${dataDirectory} is empty again${database}. ` +
      `Make room at ${dataDirectory}${databaseUrl === undefined ? '' : ' and on the database server'}, or set OPENLODE_DATA to another disk, and restore again.`,
  );
}

function requireFile(path: string, what: 'backup' | 'journal'): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new OperatorFault(`there is no ${what} ${path}`);
  if (found.isDirectory()) throw new OperatorFault(`${path} is a directory: name the ${what} in it`);
}

/** A journal that cannot be read to its end would hide what left after that: it is refused instead of taken as far as it goes. */
function readJournals(paths: readonly string[]): ReadJournal[] {
  return paths.map((path) => {
    requireFile(path, 'journal');
    const read = { path, ...readPayoutJournal(path) };
    if (read.broken === undefined && read.lines.length > 0) return read;
    if (read.broken === undefined)
      throw new OperatorFault(
        `${path} is an empty journal: it says nothing of what has left; nothing was restored. Give the payouts.journal of the lost data directory, or leave --journal out where no payout was ever sent or no journal is left: the wallets know what has left.`,
      );
    throw new OperatorFault(
      `${path} cannot be used: ${read.broken}; nothing was restored. ` +
        (read.lines.length === 0
          ? 'Give another copy of it, or leave --journal out: the wallets know what has left.'
          : `The ${read.lines.length} lines before it are whole: copy those into a new file and give that, or leave --journal out.`),
    );
  });
}

async function secretOf(file: string): Promise<Uint8Array> {
  const content = await readBackedUpFile(file, 'secret');
  if (content === undefined)
    throw new OperatorFault(`${file} has no secret of a pool: nothing was restored. Give another backup.`);
  return parseSecret(Buffer.from(content).toString(), `the secret in ${file}`);
}

/** Bytes that another pool has signed pay no miner of this one: if they were accepted, they would stand in for payouts. */
function refuseForeign(journals: readonly ReadJournal[], ledger: string): void {
  for (const { path, lines } of journals) {
    const foreign = foreignLine(lines, ledger);
    if (foreign !== undefined)
      throw new OperatorFault(
        `${path} cannot be used: ${foreign}; nothing was restored. Give the journal of this pool, or leave --journal out: the wallets know what has left.`,
      );
  }
}

/**
 * The journal of a backup is as old as its database: it says nothing about what left since. It is kept beside as evidence, and the pool
 * begins one of its own.
 */
function setJournalAside(directory: string): ReadJournal {
  const path = join(directory, payoutJournalName);
  const read = { path: 'the journal of the backup', ...readPayoutJournal(path) };
  const aside = freeName(directory, 'restored-journal');
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(directory).filter((each) => each.startsWith(payoutJournalName)))
    renameSync(join(directory, name), join(aside, name));
  return read;
}

/** A backup that was made after a restore has the evidence of that one already. */
function freeName(directory: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(directory, number === 1 ? name : `${name}-${number}`);
    if (!existsSync(path)) return path;
  }
}

/** The chains of a sandbox stand for the world outside, which no restore takes back: only what is not there is put in its place. */
function keepChains(directory: string, chains: string): void {
  mkdirSync(chains, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(directory).filter((each) => each.startsWith('sandbox-'))) {
    if (!existsSync(join(chains, name))) copyFileSync(join(directory, name), join(chains, name));
    rmSync(join(directory, name));
  }
}
