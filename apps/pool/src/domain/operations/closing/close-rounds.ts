import sql from 'sql-template-tag';
import { type Transaction, wholeLookMs } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { dayMs, utcMidnight } from '../../kernel/utc-day.ts';
import { accountInSql } from '../../ledger/account-names.ts';
import { kept } from '../../policy/retention-rules.ts';
import { chooseRounds } from './choose-rounds.ts';
import { refuseUnsound, UnsoundClosing } from './refuse-unsound.ts';
import { sumPostings, sumReceipts, UnequalSums } from './sum-closed.ts';

/** How many receipts one closing takes, or one round: seconds, for which a stop of the pool waits, and on PGlite everything else. */
const receiptsAtOnce = { postgres: 50_000, pglite: 15_000 };

/**
 * Closes the oldest rounds whose receipts are from before the days that are kept one by one: their receipts become sums by miner and day, and
 * the postings of their entries one sum for each account and asset. Everything is checked first, as the audit does, and each sum is compared
 * with what it was and what was added, in one transaction. Entries with their keys, links of the hash chains and the rounds stay; balances
 * are not touched. Rounds of `except` stay whole. Answers how many rounds were closed; throws `UnsoundClosing` where something does not add
 * up. It believes the clock: see `closeOldRounds`.
 */
export async function closeRounds(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  receiptsMax = receiptsAtOnce[ctx.db.engine],
  except: readonly bigint[] = [],
): Promise<number> {
  const now = ctx.clock.now();
  // A day more than is shown by day, so that none of it is closed while it is read.
  const before = new Date(utcMidnight(now - kept.receiptsMs) - dayMs);
  return ctx.db.transaction(
    async (tx) => {
      // One closing follows from the one before; nothing else writes these tables.
      await tx.query(sql`LOCK TABLE ledger_closings IN EXCLUSIVE MODE`);
      const rounds = await chooseRounds(tx, before, receiptsMax, except);
      if (rounds.length === 0) return 0;
      await tx.query(sql`SELECT id FROM rounds WHERE id = ANY(${rounds}::bigint[]) ORDER BY id FOR UPDATE`);
      const entries = await entriesOf(tx, rounds);
      await refuseUnsound(tx, rounds, entries);
      const newest = await newestClosing(tx);
      const number = newest.number + 1n;
      await markClosed(tx, { number, rounds, entries });
      try {
        const receipts = await sumReceipts(tx, rounds);
        const postings = await sumPostings(tx, entries);
        const sums = newest.sums + postings.digestChange;
        const days = newest.days + receipts.digestChange;
        await tx.query(sql`
          INSERT INTO ledger_closings (number, closed_at, rounds, receipts, postings, entries_hash, sums_digest, days_digest, hash)
          SELECT ${number}, ${new Date(now)}, ${rounds.length}, ${receipts.rows}, ${postings.rows}, entries_hash, ${sums}::numeric, ${days}::numeric,
                 ledger_closing_hash(decode(${newest.hash}, 'hex'), ${number}, ${new Date(now)}, ${rounds.length}, ${receipts.rows},
                                     ${postings.rows}, entries_hash, ${sums}::numeric, ${days}::numeric)
            FROM (SELECT closed_entries_hash(${number}) AS entries_hash) AS hashed`);
      } catch (error) {
        if (error instanceof UnequalSums) throw new UnsoundClosing(error.message, rounds);
        throw error;
      }
      return rounds.length;
    },
    { answerWithinMs: wholeLookMs },
  );
}

/** Every entry that moved the place of a round, those that shared its reward out, and those that converted what waited. */
async function entriesOf(tx: Transaction, rounds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM ledger_entries
      JOIN (SELECT 'reward:' || chain || ':' || block_hash || ':' || line AS key
              FROM rounds JOIN reward_lines ON round_id = rounds.id WHERE rounds.id = ANY(${rounds}::bigint[])) AS rewards USING (key)
    UNION
    SELECT entry_id FROM postings JOIN ledger_entries ON id = entry_id
     WHERE account IN (SELECT ${accountInSql('round', sql`wanted`)} FROM unnest(${rounds}::bigint[]) AS chosen (wanted)) AND kind IN ('reward', 'immature', 'orphan')
    UNION
    SELECT id FROM ledger_entries
     WHERE kind = 'convert' AND split_part(key, ':', 1) = 'convert' AND split_part(key, ':', 2)::bigint = ANY(${rounds}::bigint[])
     ORDER BY 1`);
  return rows.map(({ id }) => id);
}

interface Closing {
  readonly number: bigint;
  readonly hash: string;
  readonly sums: bigint;
  readonly days: bigint;
}

async function newestClosing(tx: Transaction): Promise<Closing> {
  const [row] = await tx.query<Closing>(sql`
    SELECT number, encode(hash, 'hex') AS hash, sums_digest AS sums, days_digest AS days
      FROM ledger_closings ORDER BY number DESC LIMIT 1`);
  return row ?? { number: 0n, hash: '', sums: 0n, days: 0n };
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
