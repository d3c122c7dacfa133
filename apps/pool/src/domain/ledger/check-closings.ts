import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** A fault of the closings: which (0 where it is about all of them), and in what. */
export interface BrokenClosing {
  readonly closing: bigint;
  readonly why:
    | 'gap'
    | 'hash'
    /** The entries that it closed are not what they were. */
    | 'entries'
    /** A count of its rounds is not what it says. */
    | 'rounds'
    /** The sums are not what they were after the newest closing. */
    | 'sums'
    /** A closed entry has postings, or a closed round has receipts. */
    | 'reopened'
    /** What is closed is not the entries of the closed rounds. */
    | 'strangers'
    /** What was shared out by day is not what the closed rounds paid, or to no miner. */
    | 'days';
}

/**
 * Checks that what was closed is what it was then: closings follow from each other, each from its entries, the sums from the newest, and the
 * days of all miners hold the rewards of the closed rounds to the unit. Answers the faults.
 */
export async function checkClosings(db: Queryable): Promise<BrokenClosing[]> {
  return db.query<BrokenClosing>(sql`
    WITH walked AS (
      SELECT closing.*, lag(hash, 1, ''::bytea) OVER (ORDER BY number) AS previous, row_number() OVER (ORDER BY number) AS position
        FROM ledger_closings AS closing
    ), counted AS (
      SELECT number, (SELECT count(*) FROM closed_rounds WHERE closing = number) AS rounds,
             (SELECT coalesce(sum(miners), 0) FROM closed_rounds WHERE closing = number) AS miners
        FROM ledger_closings
    ), due AS (
      SELECT id AS entry_id
        FROM ledger_entries
        JOIN (SELECT 'reward:' || chain || ':' || block_hash || ':' || line AS key
                FROM closed_rounds JOIN rounds ON rounds.id = closed_rounds.round_id
                JOIN reward_lines ON reward_lines.round_id = rounds.id) AS rewards USING (key)
    ), paid AS (
      SELECT asset, sum(amount) AS amount FROM closed_rounds JOIN reward_lines USING (round_id) GROUP BY asset
    ), shared AS (
      SELECT asset, sum(share) AS amount FROM earning_days WHERE kind = 'mining' GROUP BY asset
    )
    SELECT number AS closing, 'gap' AS why FROM walked WHERE number <> position
    UNION ALL
    SELECT number, 'hash' FROM walked
     WHERE hash <> ledger_closing_hash(previous, number, closed_at, rounds, receipts, postings, entries_hash, sums_hash)
    UNION ALL
    SELECT number, 'entries' FROM ledger_closings WHERE entries_hash <> closed_entries_hash(number)
    UNION ALL
    SELECT number, 'rounds' FROM ledger_closings JOIN counted USING (number)
     WHERE ledger_closings.rounds <> counted.rounds OR counted.miners > receipts
    UNION ALL
    SELECT coalesce(max(number), 0), 'sums' FROM ledger_closings
    HAVING coalesce((SELECT sums_hash FROM ledger_closings ORDER BY number DESC LIMIT 1), sha256(''::bytea)) <> closed_postings_hash()
    UNION ALL
    (SELECT closing, 'reopened' FROM closed_entries WHERE EXISTS (SELECT 1 FROM postings WHERE postings.entry_id = closed_entries.entry_id) LIMIT 10)
    UNION ALL
    (SELECT closing, 'reopened' FROM closed_rounds WHERE EXISTS (SELECT 1 FROM credits WHERE credits.round_id = closed_rounds.round_id) LIMIT 10)
    UNION ALL
    (SELECT coalesce(closing, 0), 'strangers'
       FROM due FULL JOIN (SELECT entry_id, closing FROM closed_entries JOIN ledger_entries ON id = entry_id WHERE kind = 'reward') AS closed
            USING (entry_id)
      WHERE due.entry_id IS NULL OR closed.entry_id IS NULL LIMIT 10)
    UNION ALL
    (SELECT 0, 'days' FROM paid FULL JOIN shared USING (asset) WHERE coalesce(paid.amount, 0) <> coalesce(shared.amount, 0) LIMIT 1)
    UNION ALL
    (SELECT 0, 'days' FROM earning_days WHERE NOT EXISTS (SELECT 1 FROM miners WHERE id = miner_id) LIMIT 1)`);
}
