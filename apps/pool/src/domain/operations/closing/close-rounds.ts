import sql, { type Sql } from 'sql-template-tag';
import { firstRow, type Transaction, wholeLookMs } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { accountInSql } from '../../ledger/account-names.ts';
import { utcMidnight } from '../../kernel/utc-day.ts';
import { kept } from '../../policy/retention-rules.ts';
import { earnedDays } from '../../rounds/earned-days.ts';
import { checkReceipts } from '../audit/check-rounds.ts';
import { chooseRounds } from './choose-rounds.ts';

/** How many receipts one closing takes: as many as a large round writes in one transaction. */
const receiptsAtOnce = 200_000;

/** What is to be closed contradicts itself, or its sums are not what was summed. Nothing was closed; the message is for the operator. */
export class UnsoundClosing extends Error {
  override readonly name = 'UnsoundClosing';
}

/**
 * Closes the oldest rounds whose receipts are from before the days that are kept one by one: their receipts become sums by miner and day, and
 * the postings of their entries one sum for each account and asset. Everything is checked first, as the audit does, and the totals are
 * compared before and after, in one transaction. Entries with their keys, links of the hash chains and the rounds stay; balances are not
 * touched. Answers how many rounds were closed; throws `UnsoundClosing` where something does not add up.
 */
export async function closeRounds(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  receiptsMax = receiptsAtOnce,
): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(utcMidnight(now - kept.receiptsMs));
  return ctx.db.transaction(
    async (tx) => {
      // One closing follows from the one before; nothing else writes these tables.
      await tx.query(sql`LOCK TABLE ledger_closings IN EXCLUSIVE MODE`);
      const rounds = await chooseRounds(tx, before, receiptsMax);
      if (rounds.length === 0) return 0;
      await tx.query(sql`SELECT id FROM rounds WHERE id = ANY(${rounds}::bigint[]) ORDER BY id FOR UPDATE`);
      const entries = await entriesOf(tx, rounds);
      await refuseUnsound(tx, rounds, entries);
      const { number, previous } = await newestClosing(tx);
      const expected = await totals(
        tx,
        sql`
        SELECT account, asset, amount FROM postings WHERE entry_id = ANY(${entries}::bigint[])
        UNION ALL SELECT account, asset, amount FROM closed_postings`,
      );
      await markClosed(tx, { number, rounds, entries });
      const receipts = await sumReceipts(tx, rounds);
      const postings = await sumPostings(tx, entries);
      refuseOther(
        'totals',
        expected,
        await totals(tx, sql`SELECT account, asset, amount FROM closed_postings`),
      );
      await tx.query(sql`
        INSERT INTO ledger_closings (number, closed_at, rounds, receipts, postings, entries_hash, sums_hash, hash)
        SELECT ${number}, ${new Date(now)}, ${rounds.length}, ${receipts}, ${postings}, entries_hash, sums_hash,
               ledger_closing_hash(decode(${previous}, 'hex'), ${number}, ${new Date(now)}, ${rounds.length}, ${receipts}, ${postings},
                                   entries_hash, sums_hash)
          FROM (SELECT closed_entries_hash(${number}) AS entries_hash, closed_postings_hash() AS sums_hash) AS hashed`);
      return rounds.length;
    },
    { answerWithinMs: wholeLookMs },
  );
}

/** Every entry that moved the place of a round, and those that shared its reward out. */
async function entriesOf(tx: Transaction, rounds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM ledger_entries
      JOIN (SELECT 'reward:' || chain || ':' || block_hash || ':' || line AS key
              FROM rounds JOIN reward_lines ON round_id = rounds.id WHERE rounds.id = ANY(${rounds}::bigint[])) AS rewards USING (key)
    UNION
    SELECT entry_id FROM postings JOIN ledger_entries ON id = entry_id
     WHERE account IN (SELECT ${accountInSql('round', sql`wanted`)} FROM unnest(${rounds}::bigint[]) AS chosen (wanted)) AND kind IN ('reward', 'immature', 'orphan')
     ORDER BY 1`);
  return rows.map(({ id }) => id);
}

/** What the audit would find of these rounds and entries is not closed over. */
async function refuseUnsound(
  tx: Transaction,
  rounds: readonly bigint[],
  entries: readonly bigint[],
): Promise<void> {
  const [finding] = await checkReceipts(tx, (round) => sql`${round} = ANY(${rounds}::bigint[])`);
  if (finding !== undefined)
    throw new UnsoundClosing(`${finding.kind} ${finding.subject}: npm run pool -- audit`);
  // The days are compared with what the rounds paid for ever after: dust of a reward would stand in none of them.
  const [other] = await tx.query<{ subject: string }>(sql`
    SELECT round_id || '/' || line AS subject FROM reward_lines LEFT JOIN credits USING (round_id, line)
     WHERE round_id = ANY(${rounds}::bigint[])
     GROUP BY round_id, line, amount HAVING coalesce(sum(share), 0) <> amount LIMIT 1`);
  if (other !== undefined)
    throw new UnsoundClosing(`reward-not-shared-out ${other.subject}: npm run pool -- audit`);
  const [broken] = await tx.query<{ asset: string; number: bigint }>(sql`
    SELECT link.asset, link.number
      FROM ledger_links AS link
      LEFT JOIN ledger_links AS before ON before.asset = link.asset AND before.number = link.number - 1
      LEFT JOIN (SELECT * FROM ledger_moves WHERE entry_id = ANY(${entries}::bigint[])) AS move
             ON move.entry_id = link.entry_id AND move.asset = link.asset
     WHERE link.entry_id = ANY(${entries}::bigint[])
       AND (content IS NULL OR link.hash <> ledger_link_hash(coalesce(before.hash, ''::bytea), link.number, link.asset, key, kind, booked_at, content))
     LIMIT 1`);
  if (broken !== undefined)
    throw new UnsoundClosing(`chain-broken ${broken.asset} ${broken.number}: npm run pool -- audit`);
  const [off] = await tx.query<{ subject: string }>(sql`
    SELECT entry_id || ' ' || asset AS subject FROM postings WHERE entry_id = ANY(${entries}::bigint[])
     GROUP BY entry_id, asset HAVING sum(amount) <> 0 LIMIT 1`);
  if (off !== undefined) throw new UnsoundClosing(`entry-unbalanced ${off.subject}: npm run pool -- audit`);
}

async function newestClosing(
  tx: Transaction,
): Promise<{ readonly number: bigint; readonly previous: string }> {
  const [newest] = await tx.query<{ number: bigint; hash: string }>(
    sql`SELECT number, encode(hash, 'hex') AS hash FROM ledger_closings ORDER BY number DESC LIMIT 1`,
  );
  return { number: (newest?.number ?? 0n) + 1n, previous: newest?.hash ?? '' };
}

async function markClosed(
  tx: Transaction,
  {
    number,
    rounds,
    entries,
  }: { readonly number: bigint; readonly rounds: readonly bigint[]; readonly entries: readonly bigint[] },
): Promise<void> {
  // The closing that they name is written last.
  await tx.query(sql`SET CONSTRAINTS closed_rounds_closing_fkey, closed_entries_closing_fkey DEFERRED`);
  await tx.query(sql`
    INSERT INTO closed_rounds (round_id, closing, miners)
    SELECT round_id, ${number}, count(DISTINCT miner_id) FROM credits WHERE round_id = ANY(${rounds}::bigint[]) GROUP BY round_id`);
  await tx.query(sql`
    INSERT INTO closed_entries (entry_id, closing) SELECT id, ${number} FROM unnest(${entries}::bigint[]) AS entry (id)`);
}

interface Sums {
  readonly receipts: bigint;
  readonly share: bigint;
  readonly credited: bigint;
}

/** Adds the receipts of mining and of owners to the days of their miners and deletes them. Answers how many receipts of mining there were. */
async function sumReceipts(tx: Transaction, rounds: readonly bigint[]): Promise<bigint> {
  const among = (round: Sql): Sql => sql`${round} = ANY(${rounds}::bigint[])`;
  // The value of an owner's receipt needs the one of the miner, so both are summed before either goes.
  const summed = await tx.query<Sums>(sql`
    WITH days AS (${earnedDays(among(sql`credits.round_id`), among(sql`referral_credits.round_id`))}), added AS (
      INSERT INTO earning_days AS known (miner_id, day, kind, algorithm, asset, rewards, work, share, gross, fee, referral, credited, usd)
      SELECT miner_id, day, kind, algorithm, asset, rewards, work, share, gross, fee, referral, credited, usd FROM days
       ORDER BY miner_id, day, kind, algorithm, asset
      ON CONFLICT (miner_id, day, kind, algorithm, asset) DO UPDATE SET
        rewards = known.rewards + excluded.rewards, work = known.work + excluded.work, share = known.share + excluded.share,
        gross = known.gross + excluded.gross, fee = known.fee + excluded.fee, referral = known.referral + excluded.referral,
        credited = known.credited + excluded.credited, usd = known.usd + excluded.usd)
    SELECT coalesce(sum(rewards) FILTER (WHERE kind = 'mining'), 0)::bigint AS receipts,
           coalesce(sum(share) FILTER (WHERE kind = 'mining'), 0) AS share, coalesce(sum(credited), 0) AS credited FROM days`);
  const owners = await tx.query<{ credited: bigint }>(sql`
    WITH gone AS (DELETE FROM referral_credits WHERE ${among(sql`round_id`)} RETURNING credited)
    SELECT coalesce(sum(credited), 0) AS credited FROM gone`);
  const miners = await tx.query<Sums>(sql`
    WITH gone AS (DELETE FROM credits WHERE ${among(sql`round_id`)} RETURNING share, credited)
    SELECT count(*) AS receipts, coalesce(sum(share), 0) AS share, coalesce(sum(credited), 0) AS credited FROM gone`);
  const { receipts, share, credited } = firstRow(miners);
  const gone = { receipts, share, credited: credited + firstRow(owners).credited };
  refuseOther('receipts', textOf([gone]), textOf(summed));
  return receipts;
}

/** Adds postings to the sums of their accounts and deletes them. Answers how many there were. */
async function sumPostings(tx: Transaction, entries: readonly bigint[]): Promise<bigint> {
  const rows = await tx.query<{ postings: bigint }>(sql`
    WITH gone AS (
      DELETE FROM postings WHERE entry_id = ANY(${entries}::bigint[]) RETURNING entry_id, account, asset, amount
    ), added AS (
      INSERT INTO closed_postings AS known (account, asset, amount, booked_at)
      SELECT account, asset, sum(amount), max(booked_at) FROM gone JOIN ledger_entries ON id = entry_id
       GROUP BY account, asset ORDER BY account, asset
      ON CONFLICT (account, asset) DO UPDATE SET
        amount = known.amount + excluded.amount, booked_at = greatest(known.booked_at, excluded.booked_at)
    )
    SELECT count(*) AS postings FROM gone`);
  // The place of a round is empty for ever once its reward has been shared out.
  await tx.query(
    sql`DELETE FROM closed_postings WHERE amount = 0 AND ledger_account_kind(account) = 'round'`,
  );
  return firstRow(rows).postings;
}

/** The sums of a table of account, asset and amount, by asset and kind of account. */
async function totals(tx: Transaction, posted: Sql): Promise<string> {
  return textOf(
    await tx.query(sql`
      SELECT asset, ledger_account_kind(account) AS kind, sum(amount) AS amount FROM (${posted}) AS posted
       GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2`),
  );
}

function textOf(rows: readonly object[]): string {
  return rows.map((row) => Object.values(row).join(' ')).join(', ');
}

function refuseOther(what: string, before: string, after: string): void {
  if (before !== after) throw new UnsoundClosing(`the ${what} are not what was closed: ${before}; ${after}`);
}
