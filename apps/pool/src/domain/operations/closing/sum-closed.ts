import sql, { type Sql } from 'sql-template-tag';
import { firstRow, type Transaction } from '../../../runtime/database/database.ts';
import { closedPostingLine, digestOf, earningDayColumns, earningDayLine } from '../../ledger/row-digest.ts';
import { earnedDays } from '../../rounds/earned-days.ts';

/** What a closing summed, and by how much it changed the digest of the sums. */
export interface Summed {
  readonly rows: bigint;
  readonly digestChange: bigint;
}

/** Sums are not what was summed. */
export class UnequalSums extends Error {
  override readonly name = 'UnequalSums';
}

interface Columns {
  readonly rewards: bigint;
  readonly work: bigint;
  readonly share: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly referral: bigint;
  readonly credited: bigint;
}

/**
 * Adds the receipts of mining and of owners to the days of their miners and deletes them. Throws `UnequalSums` where a line of a day is not
 * what it was and what was added, or the receipts that were deleted are not those summed. Answers how many receipts of mining there were.
 */
export async function sumReceipts(tx: Transaction, rounds: readonly bigint[]): Promise<Summed> {
  const among = (round: Sql): Sql => sql`${round} = ANY(${rounds}::bigint[])`;
  const mined = sql`FILTER (WHERE kind = 'mining')`;
  // The value of an owner's receipt needs the one of the miner, so both are summed before either goes.
  const summed = firstRow(
    await tx.query<Columns & { off: bigint; digest_change: bigint }>(sql`
    WITH days AS MATERIALIZED (${earnedDays(among(sql`credits.round_id`), among(sql`referral_credits.round_id`))}), was AS (
      SELECT known.* FROM days JOIN earning_days AS known USING (miner_id, day, kind, algorithm, asset, priced)
    ), added AS (
      INSERT INTO earning_days AS known (${earningDayColumns})
      SELECT ${earningDayColumns} FROM days ORDER BY miner_id, day, kind, algorithm, asset, priced
      ON CONFLICT (miner_id, day, kind, algorithm, asset, priced) DO UPDATE SET
        rewards = known.rewards + excluded.rewards, work = known.work + excluded.work, share = known.share + excluded.share,
        gross = known.gross + excluded.gross, fee = known.fee + excluded.fee, referral = known.referral + excluded.referral,
        credited = known.credited + excluded.credited, usd = known.usd + excluded.usd
      RETURNING ${earningDayColumns}
    ), off AS (
      SELECT 1 FROM (
        SELECT ${earningDayColumns} FROM days UNION ALL SELECT ${earningDayColumns} FROM was UNION ALL
        SELECT miner_id, day, kind, algorithm, asset, priced, -rewards, -work, -share, -gross, -fee, -referral, -credited, -usd FROM added) AS line
       GROUP BY miner_id, day, kind, algorithm, asset, priced
      HAVING (sum(rewards), sum(work), sum(share), sum(gross), sum(fee), sum(referral), sum(credited), sum(usd)) <> (0, 0, 0, 0, 0, 0, 0, 0)
    )
    SELECT coalesce(sum(rewards) ${mined}, 0)::bigint AS rewards, coalesce(sum(work) ${mined}, 0) AS work,
           coalesce(sum(share) ${mined}, 0) AS share, coalesce(sum(gross), 0) AS gross, coalesce(sum(fee), 0) AS fee,
           coalesce(sum(referral), 0) AS referral, coalesce(sum(credited), 0) AS credited, (SELECT count(*) FROM off) AS off,
           ${digestOf(earningDayLine, sql`added`)} - ${digestOf(earningDayLine, sql`was`)} AS digest_change
      FROM days`),
  );
  const { off, digest_change: digestChange, ...due } = summed;
  if (off !== 0n) throw new UnequalSums(`${off} lines of days are not what was summed`);
  const [owners] = await tx.query<{ credited: bigint }>(sql`
    WITH gone AS (DELETE FROM referral_credits WHERE ${among(sql`round_id`)} RETURNING credited)
    SELECT coalesce(sum(credited), 0) AS credited FROM gone`);
  const miners = firstRow(
    await tx.query<Columns>(sql`
    WITH gone AS (DELETE FROM credits WHERE ${among(sql`round_id`)} RETURNING work, share, gross, fee, referral, credited)
    SELECT count(*) AS rewards, coalesce(sum(work), 0) AS work, coalesce(sum(share), 0) AS share, coalesce(sum(gross), 0) AS gross,
           coalesce(sum(fee), 0) AS fee, coalesce(sum(referral), 0) AS referral, coalesce(sum(credited), 0) AS credited FROM gone`),
  );
  const gone = textOf({ ...miners, credited: miners.credited + (owners?.credited ?? 0n) });
  if (gone !== textOf(due))
    throw new UnequalSums(`receipts ${gone} were deleted, ${textOf(due)} were summed`);
  return { rows: due.rewards, digestChange };
}

/**
 * Adds postings to the sums of their accounts and deletes them. Throws `UnequalSums` where a sum is not what it was and what was deleted.
 * The place of a round is empty for ever once its reward has been shared out, and gets no sum. Answers how many postings there were.
 */
export async function sumPostings(tx: Transaction, entries: readonly bigint[]): Promise<Summed> {
  const { postings, off, digest_change } = firstRow(
    await tx.query<{ postings: bigint; off: bigint; digest_change: bigint }>(sql`
    WITH gone AS (
      DELETE FROM postings WHERE entry_id = ANY(${entries}::bigint[]) RETURNING entry_id, account, asset, amount
    ), moved AS MATERIALIZED (
      SELECT account, asset, sum(amount) AS amount, max(booked_at) AS booked_at FROM gone JOIN ledger_entries ON id = entry_id
       GROUP BY account, asset
    ), was AS (
      SELECT known.* FROM moved JOIN closed_postings AS known USING (account, asset)
    ), added AS (
      INSERT INTO closed_postings AS known (account, asset, amount, booked_at)
      SELECT account, asset, amount, booked_at FROM moved WHERE amount <> 0 OR ledger_account_kind(account) <> 'round'
       ORDER BY account, asset
      ON CONFLICT (account, asset) DO UPDATE SET
        amount = known.amount + excluded.amount, booked_at = greatest(known.booked_at, excluded.booked_at)
      RETURNING account, asset, amount, booked_at
    ), off AS (
      SELECT 1 FROM (
        SELECT account, asset, amount FROM gone UNION ALL SELECT account, asset, amount FROM was
        UNION ALL SELECT account, asset, -amount FROM added) AS line
       GROUP BY account, asset HAVING sum(amount) <> 0
    )
    SELECT (SELECT count(*) FROM gone) AS postings, (SELECT count(*) FROM off) AS off,
           ${digestOf(closedPostingLine, sql`added`)} - ${digestOf(closedPostingLine, sql`was`)} AS digest_change`),
  );
  if (off !== 0n) throw new UnequalSums(`${off} sums of accounts are not what was closed`);
  return { rows: postings, digestChange: digest_change };
}

function textOf({ rewards, work, share, gross, fee, referral, credited }: Columns): string {
  return [rewards, work, share, gross, fee, referral, credited].join(' ');
}
