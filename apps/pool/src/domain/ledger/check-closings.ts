import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { kept } from '../policy/retention-rules.ts';
import { closedPostingLine, digestOf, earningDayLine } from './row-digest.ts';

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
    /** What is closed is not the entries of the closed rounds, or was not old. */
    | 'strangers'
    /** The days are not what they were after the newest closing, or not what the closed rounds paid, or of no miner. */
    | 'days';
}

/**
 * Checks that what was closed is what it was then: closings follow from each other, each from its entries, the sums from the newest, and the
 * days of all miners, each row of them, and hold the rewards of the closed rounds to the unit. Answers the faults.
 */
export async function checkClosings(db: Queryable): Promise<BrokenClosing[]> {
  return db.query<BrokenClosing>(sql`
    WITH walked AS (
      SELECT closing.*, lag(hash, 1, ''::bytea) OVER (ORDER BY number) AS previous, row_number() OVER (ORDER BY number) AS position
        FROM ledger_closings AS closing
    ), counted AS (
      SELECT closing AS number, count(*) AS rounds, sum(miners) AS miners FROM closed_rounds GROUP BY closing
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
     WHERE hash <> ledger_closing_hash(previous, number, closed_at, rounds, receipts, postings, entries_hash, sums_digest, days_digest)
    UNION ALL
    SELECT number, 'entries' FROM ledger_closings WHERE entries_hash <> closed_entries_hash(number)
    UNION ALL
    SELECT number, 'rounds' FROM ledger_closings LEFT JOIN counted USING (number)
     WHERE counted.rounds IS DISTINCT FROM ledger_closings.rounds OR counted.miners > receipts
    UNION ALL
    SELECT coalesce(max(number), 0), 'sums' FROM ledger_closings
    HAVING coalesce((SELECT sums_digest FROM ledger_closings ORDER BY number DESC LIMIT 1), 0) <> ${digestOf(closedPostingLine, sql`closed_postings`)}
    UNION ALL
    SELECT coalesce(max(number), 0), 'days' FROM ledger_closings
    HAVING coalesce((SELECT days_digest FROM ledger_closings ORDER BY number DESC LIMIT 1), 0) <> ${digestOf(earningDayLine, sql`earning_days`)}
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
    (SELECT closing, 'strangers'
       FROM closed_entries JOIN ledger_entries ON id = entry_id JOIN ledger_closings ON number = closing
      WHERE booked_at > closed_at - make_interval(secs => ${kept.receiptsMs / 1000})
         OR CASE WHEN kind IN ('immature', 'orphan') THEN NOT EXISTS (
                   SELECT 1 FROM rounds JOIN closed_rounds ON round_id = rounds.id
                    WHERE chain = split_part(key, ':', 2) AND block_hash = split_part(key, ':', 3))
                 WHEN kind = 'convert' THEN NOT EXISTS (SELECT 1 FROM closed_rounds WHERE round_id = split_part(key, ':', 2)::bigint)
                 ELSE kind <> 'reward' END
      LIMIT 10)
    UNION ALL
    (SELECT 0, 'days' FROM paid FULL JOIN shared USING (asset) WHERE coalesce(paid.amount, 0) <> coalesce(shared.amount, 0) LIMIT 1)
    UNION ALL
    (SELECT 0, 'days' FROM earning_days WHERE NOT EXISTS (SELECT 1 FROM miners WHERE id = miner_id) LIMIT 1)`);
}
