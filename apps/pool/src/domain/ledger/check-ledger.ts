import { type LedgerAccount, mayBeNegative } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { firstRow, type Transaction, wholeLookMs } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type BrokenLink, walkChains } from './walk-chains.ts';
import { type BrokenClosing, checkClosings } from './check-closings.ts';
import { everyPosting, isOpenInSql } from './every-posting.ts';
import { readMischarged, readStrayImmature, readStrayPending } from './read-strays.ts';

/**
 * All the work ever recorded, in expected hashes: what is still there plus what retention has cleared away. By batch, by slice,
 * by minute and by ten minutes it must be the same.
 */
export interface RecordedWork {
  readonly batches: bigint;
  readonly slices: bigint;
  readonly minutes: bigint;
  readonly tenMinutes: bigint;
}

export interface LedgerCheck {
  /** Assets whose postings do not sum to nothing; empty in a sound ledger. */
  readonly unbalanced: readonly { readonly asset: string; readonly off: bigint }[];
  /** Balances that differ from the sum of their postings; empty in a sound ledger. */
  readonly drifted: readonly { readonly account: string; readonly asset: string }[];
  /** Accounts below zero that may not be; empty in a sound ledger. */
  readonly negative: readonly { readonly account: string; readonly asset: string }[];
  /** Rounds whose credits and entry disagree; empty in a sound ledger. */
  readonly miscredited: readonly bigint[];
  /** Links of the hash chains that do not follow from the one before and their entry, or are missing; empty in a sound ledger. */
  readonly broken: readonly BrokenLink[];
  /** Closings of old rounds that do not say what they did; empty in a sound ledger. */
  readonly misclosed: readonly BrokenClosing[];
  /** Places whose money that waits for a rate is not what the receipts say; empty in a sound ledger. */
  readonly strayPending: readonly { readonly account: string; readonly asset: string }[];
  /** Rounds that hold an immature reward they should not, or lack one; empty in a sound ledger. */
  readonly strayImmature: readonly bigint[];
  /** Credits whose fee is not what their terms say; empty in a sound ledger. */
  readonly mischarged: readonly { readonly round: bigint; readonly minerId: bigint }[];
  readonly work: RecordedWork;
}

/** Checks the ledger against itself, read-only, in one snapshot. */
export async function checkLedger(ctx: Pick<ServiceContext, 'db'>): Promise<LedgerCheck> {
  return ctx.db.transaction(checkIn, { answerWithinMs: wholeLookMs });
}

async function checkIn(tx: Transaction): Promise<LedgerCheck> {
  await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
  const unbalanced = await tx.query<{ asset: string; off: bigint }>(
    sql`SELECT asset, sum(amount) AS off FROM ${everyPosting()} AS posted GROUP BY asset HAVING sum(amount) <> 0`,
  );
  const drifted = await tx.query<{ account: string; asset: string }>(sql`
      SELECT account, asset
        FROM (SELECT account, asset, sum(amount) AS amount FROM ${everyPosting()} AS posted GROUP BY account, asset) AS folded
        FULL JOIN balances USING (account, asset)
       WHERE coalesce(folded.amount, 0) <> coalesce(balances.amount, 0)`);
  const belowZero = await tx.query<{ account: LedgerAccount; asset: string }>(
    sql`SELECT account, asset FROM balances WHERE amount < 0`,
  );
  const negative = belowZero.filter(({ account }) => !mayBeNegative(account));
  const miscredited = await tx.query<{ id: bigint }>(sql`
      SELECT rounds.id FROM rounds JOIN reward_lines ON round_id = rounds.id
        LEFT JOIN credits USING (round_id, line)
       WHERE state = 'credited' AND ${isOpenInSql(sql`rounds.id`)}
       GROUP BY rounds.id, line, reward_lines.amount
      HAVING coalesce(sum(share), 0) <> reward_lines.amount
          OR NOT EXISTS (SELECT 1 FROM ledger_entries WHERE key = 'reward:' || chain || ':' || block_hash || ':' || line)`);
  const work = await tx.query<RecordedWork>(sql`
      WITH cleared AS (SELECT source, sum(work) AS work FROM cleared_work GROUP BY source), there AS (
        SELECT 'batches' AS source, sum(work) AS work FROM work_batches
        UNION ALL SELECT 'slices', sum(work) FROM (SELECT work FROM slice_work UNION ALL SELECT work FROM uncredited_work) AS sliced
        UNION ALL SELECT 'minutes', sum(work) FROM worker_minutes
        UNION ALL SELECT 'ten_minutes', sum(work) FROM miner_ten_minutes
      ), total AS (
        SELECT source, coalesce(there.work, 0) + coalesce(cleared.work, 0) AS work FROM there LEFT JOIN cleared USING (source)
      )
      SELECT sum(work) FILTER (WHERE source = 'batches') AS batches, sum(work) FILTER (WHERE source = 'slices') AS slices,
             sum(work) FILTER (WHERE source = 'minutes') AS minutes,
             sum(work) FILTER (WHERE source = 'ten_minutes') AS "tenMinutes"
        FROM total`);
  return {
    unbalanced,
    drifted,
    negative,
    miscredited: miscredited.map(({ id }) => id),
    broken: await walkChains(tx),
    misclosed: await checkClosings(tx),
    strayPending: await readStrayPending(tx),
    strayImmature: await readStrayImmature(tx),
    mischarged: await readMischarged(tx),
    work: firstRow(work),
  };
}

/** Whether nothing is wrong with them. */
export function isLedgerSound(ledger: LedgerCheck): boolean {
  const { work, ...faults } = ledger;
  return (
    Object.values(faults).every((found) => found.length === 0) &&
    work.batches === work.slices &&
    work.batches === work.minutes &&
    work.batches === work.tenMinutes
  );
}
