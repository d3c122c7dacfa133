import sql from 'sql-template-tag';
import { firstRow, type Queryable } from '../../runtime/database/database.ts';
import type { PayoutJournal } from '../kernel/payout-journal.ts';
import { checkJournal, sweepLine } from './check-journal.ts';
import { createClockReader } from './clock-readings.ts';
import { signings } from './signings.ts';
import { everyNetwork, suspendPayouts } from './suspensions.ts';

/**
 * How long nothing leaves after another server or copy answers under the database's name, ms. Each process looks every two seconds, so
 * one that misses what only it has sent has suspended payouts by then.
 */
const quietMs = 30_000;

/** What a process has seen in the database, and what it wrote beside it. A database that lacks any of it was rolled back. */
export interface RollbackGuard {
  /**
   * Compares in one statement. If the database lacks something, suspends every network and answers why; undefined if it lacks nothing.
   * If another server answers than before, it answers why nothing may leave for half a minute, so that the other processes can compare
   * too. Belongs into every transaction that reserves, stores bytes or lets them leave.
   */
  check(db: Queryable, at: number): Promise<string | undefined>;
  /** Stores a reading of this process's clock if one is due (`createClockReader`). */
  readClock(db: Queryable, now: number): Promise<void>;
  /** Which server and copy of the database answered the last check; undefined before the first. */
  database(): string | undefined;
  /** Why nothing leaves for a moment after another server or copy has answered; undefined when that is over. Asks nothing. */
  quiet(at: number): string | undefined;
}

interface Seen {
  readonly position: bigint;
  readonly txid: string;
}

/** The memory of one process; `journal` is its file. */
export function createRollbackGuard(journal: PayoutJournal): RollbackGuard {
  let seen: Seen | undefined;
  let epoch: string | undefined;
  let server: { readonly id: string; readonly quietUntil: number } | undefined;
  const quiet = (at: number): string | undefined =>
    server !== undefined && at < server.quietUntil
      ? `another server or copy of the database answers: every process compares it with its journal first, until ${new Date(server.quietUntil).toISOString().slice(0, 19)}Z`
      : undefined;
  return {
    database: () => (server === undefined ? undefined : `${server.id} ${epoch ?? ''}`),
    quiet,
    readClock: createClockReader(),
    check: async (db, at) => {
      // Payouts of other networks go on meanwhile: what they add is not held against an answer of before.
      const known = { tail: journal.tail(), seen, epoch };
      const found = await look(db, known.tail, known.seen?.position ?? null);
      const mismatch = await heldAgainst(db, mismatchesOf(found, known));
      if (mismatch !== undefined) {
        const { words: detail, mark, isOfJournal } = mismatch;
        if (isOfJournal) await checkJournal({ db, clock: { now: () => at }, journal });
        else await suspendPayouts(db, { network: everyNetwork, reason: 'rolled-back', detail, mark }, at);
        return detail;
      }
      if (server?.id !== found.server)
        server = { id: found.server, quietUntil: server === undefined ? 0 : at + quietMs };
      epoch = found.epoch ?? epoch;
      if (found.position !== null && found.txid !== null)
        seen = { position: found.position, txid: found.txid };
      return quiet(at);
    },
  };
}

interface Look {
  readonly epoch: string | null;
  readonly tail_state: string | null;
  readonly seen_txid: string | null;
  readonly position: bigint | null;
  readonly txid: string | null;
  /** The payouts that a line of the journal table has as sent, and the database as not sent. */
  readonly unsent: readonly bigint[] | null;
  /** Which server answers, since when it runs, and which of its databases. */
  readonly server: string;
}

async function look(
  db: Queryable,
  tail: ReturnType<PayoutJournal['tail']>,
  seen: bigint | null,
): Promise<Look> {
  const rows = await db.query<Look>(sql`
    SELECT (SELECT oid FROM pg_database WHERE datname = current_database())::text
             || ' ' || extract(epoch FROM pg_postmaster_start_time())::text AS server,
           (SELECT id FROM payout_epochs ORDER BY number DESC LIMIT 1) AS epoch,
           (SELECT state FROM ${signings}
             WHERE txid = ${tail?.txid ?? null}::text
               AND (coin, address, memo) = (${tail?.coin ?? null}::text, ${tail?.address ?? null}::text, ${tail?.memo ?? null}::text)
             ORDER BY id DESC LIMIT 1) AS tail_state,
           (SELECT txid FROM payout_journal WHERE position = ${seen}::bigint) AS seen_txid,
           newest.position, newest.txid,
           (SELECT array_agg(DISTINCT payouts.id) FROM payouts JOIN payout_journal AS line ON line.payout = payouts.id
             -- By their numbers first: there are thousands of each on some days, and none that has a line.
             WHERE payouts.id = ANY (ARRAY(SELECT id FROM payouts WHERE state IN ('reserved', 'prepared')
                                              AND EXISTS (SELECT 1 FROM payout_journal WHERE payout = payouts.id)))
               AND payouts.txid IS DISTINCT FROM line.txid
               AND (line.network, line.coin, line.address, line.memo, line.amount)
                   = (payouts.network, payouts.coin, payouts.address, payouts.memo, payouts.amount)
               -- What was adopted is a payout of its own, and what was replaced is known.
               AND NOT EXISTS (SELECT 1 FROM ${signings}
                                WHERE (signing.txid, signing.coin, signing.address, signing.memo)
                                      = (line.txid, line.coin, line.address, line.memo))) AS unsent
      FROM (SELECT 1) AS once
      LEFT JOIN (SELECT position, txid FROM payout_journal ORDER BY position DESC LIMIT 1) AS newest ON true`);
  return firstRow(rows);
}

interface Known {
  readonly tail: ReturnType<PayoutJournal['tail']>;
  readonly seen: Seen | undefined;
  readonly epoch: string | undefined;
}

interface Mismatch {
  readonly words: string;
  /** Names the mismatch: what an operator has lifted is not held against the database again. */
  readonly mark: string;
  readonly isOfJournal?: true;
}

function mismatchesOf(found: Look, { tail, seen, epoch }: Known): Mismatch[] {
  const mismatches: Mismatch[] = [];
  if (tail !== undefined && (found.tail_state === null || found.tail_state === 'reserved'))
    mismatches.push({
      words: `the database does not know ${tail.payout === sweepLine ? 'a sweep' : `payout ${tail.payout}`} as sent: the journal of this process has ${tail.txid}`,
      mark: tail.hash,
      isOfJournal: true,
    });
  if (seen !== undefined && found.seen_txid !== seen.txid)
    mismatches.push({
      words: `the database has lost transaction ${seen.txid}, which was in it before`,
      mark: `seen:${seen.txid}`,
    });
  for (const id of found.unsent ?? [])
    mismatches.push({
      words: `payout ${id} was sent, and the database has it as not sent`,
      mark: `unsent:${id}`,
    });
  if (epoch !== undefined && found.epoch !== epoch)
    mismatches.push({
      words: 'the database was replaced by another copy of it while the pool ran',
      mark: `epoch:${epoch}:${found.epoch}`,
    });
  return mismatches;
}

/** The first that no operator has lifted; most checks have none, and ask no more. */
async function heldAgainst(db: Queryable, mismatches: readonly Mismatch[]): Promise<Mismatch | undefined> {
  if (mismatches.length === 0) return undefined;
  const lifted = await liftedMarks(db);
  return mismatches.find(({ mark }) => !lifted.has(mark));
}

async function liftedMarks(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ mark: string }>(sql`
    SELECT mark FROM payout_suspensions
     WHERE reason IN ('rolled-back', 'journal-ahead') AND lifted_at IS NOT NULL AND mark IS NOT NULL`);
  return new Set(rows.map(({ mark }) => mark));
}
