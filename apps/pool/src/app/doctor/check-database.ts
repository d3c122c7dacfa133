import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { type PoolKind, simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../runtime/database/database.ts';
import { DirectoryInUse, lockDirectory } from '../../runtime/database/directory-lock.ts';
import { BrokenPooler, refuseBrokenPooler } from '../../runtime/database/refuse-broken-pooler.ts';
import { openDatabase } from '../../runtime/database/open-database.ts';
import { readMigrations } from '../../domain/operations/backup/read-migrations.ts';
import { readSuspensions, type Suspension } from '../../domain/payouts/suspensions.ts';
import { countWaitingBlocks } from '../../domain/operations/decide-block.ts';
import { compareSecret, hasSecret } from '../../domain/operations/claim-secret.ts';
import { createClockWatch } from '../../domain/payouts/clock-watch.ts';
import { countParked } from '../../domain/views/count-parked.ts';
import { UnfinishedMove } from '../../domain/operations/backup/unfinished-move.ts';
import { UnfinishedRestore } from '../../domain/operations/backup/unfinished-restore.ts';
import { refuseRetiredDirectory, RetiredDirectory } from '../data-directory-state.ts';
import { refuseOtherLedger } from '../refuse-other-ledger.ts';
import type { OperatorFiles } from '../pool-files.ts';
import { findSecret } from '../secret-file.ts';
import { ill, warning, well } from './diagnosis.ts';
import { askSuspensions, judgeSkew } from './check-running.ts';

export async function checkDatabase(
  config: Config,
  files: OperatorFiles,
  runs: boolean,
): Promise<Diagnosis[]> {
  const { databaseUrl: url, dataDirectory } = config;
  const place = join(dataDirectory, 'database');
  if (url === undefined) {
    // The running pool holds it, and its health has told of it, where that can be reached.
    if (runs)
      return [
        well('database', 'embedded, in the hands of the running pool'),
        ...suspended(await askSuspensions(config)),
      ];
    const retired = checkRetired(config);
    if (retired !== undefined) return [retired];
    if (!existsSync(place)) return [well('database', 'embedded, made at the first start')];
  }
  let lock: { release(): void } | undefined;
  try {
    lock = url === undefined ? lockDirectory(dataDirectory) : undefined;
    const db = await openDatabase({ url, directory: place, workerFile: files.databaseWorker });
    try {
      await refuseOtherLedger(db, { dataDirectory, url });
      if (url !== undefined) await refuseBrokenPooler(url);
      const clocks = createClockWatch({ db }, Date.now);
      await clocks.measure();
      const applied = await readMigrations({ db }).catch(() => []);
      return [
        await checkSchema(applied, files, db.engine),
        judgeSkew(clocks.skewMs() ?? 0),
        ...(await checkKind(db, config)),
        ...(await checkSecret(dataDirectory, db)),
        ...(await checkParked(db)),
        ...(await checkBlocks(db)),
        ...(applied.length === 0
          ? []
          : suspended(await readSuspensions(db).catch((error: Error) => error.message))),
      ];
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse)
      return [ill('database', error.message, 'The pool that holds it does not answer: read its log.')];
    if (
      [BrokenPooler, RetiredDirectory, UnfinishedMove, UnfinishedRestore].some(
        (kind) => error instanceof kind,
      )
    )
      return [ill('database', (error as Error).message, 'The pool does not start before.')];
    return [
      ill(
        'database',
        (error as Error).message,
        'Check DATABASE_URL, that the server runs, and that it lets this machine in.',
      ),
    ];
  } finally {
    lock?.release();
  }
}

/** Each suspension, or why they are not known. */
export function suspended(
  suspensions: readonly Pick<Suspension, 'network' | 'reason'>[] | string,
): Diagnosis[] {
  if (typeof suspensions === 'string')
    return [
      warning(
        'payouts',
        `what is suspended is not known: ${suspensions}`,
        'Start the pool, or end what hinders this, and ask again: payouts may be suspended.',
      ),
    ];
  return suspensions.map(({ network, reason }) =>
    warning(
      'payouts',
      `nothing leaves on ${network}: ${reason}`,
      'See openlode suspensions list, look into it, then lift it.',
    ),
  );
}

function checkRetired({ dataDirectory, databaseUrl }: Config): Diagnosis | undefined {
  try {
    refuseRetiredDirectory(dataDirectory, databaseUrl);
    return undefined;
  } catch (error) {
    if (!(error instanceof RetiredDirectory)) throw error;
    return ill('database', error.message, 'The pool does not start before.');
  }
}

/** A database is made for one kind of pool; none where it is new. */
async function checkKind(db: Database, { nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  const kind = nodePool?.kind ?? simulatedKind;
  const [identity] = await db.query<{ kind: PoolKind }>(sql`SELECT kind FROM pool_identity`).catch(() => []);
  if (identity === undefined || identity.kind === kind) return [];
  return [
    ill(
      'database',
      `it was made for a ${identity.kind} pool, and the settings are those of a ${kind} one`,
      'Correct OPENLODE_CONFIG or DATABASE_URL: the pool does not start.',
    ),
  ];
}

/** Whether this directory's secret is the one that the database was written with. */
async function checkSecret(dataDirectory: string, db: Database): Promise<Diagnosis[]> {
  const path = join(dataDirectory, 'secret');
  const secret = findSecret(path);
  const isForeign =
    secret === undefined ? await hasSecret(db) : (await compareSecret(db, secret)) === 'other';
  if (!isForeign) return [];
  return [
    ill(
      'secret',
      secret === undefined
        ? `there is none at ${path}, but the database has one`
        : 'it is not the one of the database: the pool does not start',
      'Copy the file `secret` from the data directory, or a backup, of the pool that made the database.',
    ),
  ];
}

async function checkParked(db: Database): Promise<Diagnosis[]> {
  const { batches, shares } = await countParked({ db }).catch(() => ({ batches: 0, shares: 0 }));
  if (batches === 0) return [];
  return [
    warning(
      'work',
      `parked, not counted: ${batches} batches with ${shares} shares`,
      'See openlode work parked, then count or drop each batch.',
    ),
  ];
}

async function checkBlocks(db: Database): Promise<Diagnosis[]> {
  const blocks = await countWaitingBlocks(db, Date.now()).catch(() => 0);
  if (blocks === 0) return [];
  return [
    warning(
      'blocks',
      `found, and do not go on: ${blocks}`,
      'See openlode blocks waiting: it says what each waits for.',
    ),
  ];
}

async function checkSchema(
  applied: readonly { readonly name: string }[],
  files: OperatorFiles,
  engine: string,
): Promise<Diagnosis> {
  const known = (await readdir(files.migrations)).filter((name) => name.endsWith('.sql'));
  const stranger = applied.find(({ name }) => !known.includes(name));
  if (stranger !== undefined)
    return ill(
      'database',
      `it has ${stranger.name}, which this release does not know`,
      'Start the newer release again, or restore a backup of before.',
    );
  const pending = known.filter((name) => !applied.some((each) => each.name === name));
  if (pending.length > 0)
    return warning(
      'database',
      `${pending.length} migrations wait (${engine})`,
      'Make a backup; they run at the next start.',
    );
  return well('database', `${engine}, schema ${applied.at(-1)?.name ?? 'empty'}`);
}
