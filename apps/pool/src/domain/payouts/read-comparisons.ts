import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { CleanComparison } from './proven-until.ts';

interface Row {
  readonly since: Date;
  readonly at: Date;
  readonly isClean: boolean;
  /** The earliest entry of the ledger between this comparison and the next. */
  readonly booked: Date | null;
  /** Of when the backup is with which it came back. */
  readonly backup: Date | null;
}

/**
 * The comparisons in which each network answered and nothing was unknown, in the order in which they were made. One may be dated by a clock
 * that was ahead and was set right since: it counts at most up to the dates of what was written after it (later comparisons and entries of the
 * ledger) and up to the backup that it came back with, and not at all where it is dated later than `now` (ms).
 */
export async function readComparisons(db: Queryable, now: number): Promise<readonly CleanComparison[]> {
  const rows = await db.query<Row>(sql`
    WITH made AS (
      SELECT id, since, compared_at, unknown = 0 AND unanswered = '{}' AS clean, after_entry, lead(after_entry) OVER (ORDER BY id) AS next_entry
        FROM payout_comparisons
    )
    SELECT since, compared_at AS at, clean AS "isClean",
           (SELECT min(booked_at) FROM ledger_entries
             WHERE ledger_entries.id > after_entry AND ledger_entries.id <= coalesce(next_entry, ledger_entries.id)) AS booked,
           (SELECT min(backup_at) FROM payout_epochs AS epoch
             WHERE origin = 'restored' AND CASE WHEN epoch.after_comparison IS NULL THEN compared_at <= began_at
                                                ELSE made.id <= epoch.after_comparison END) AS backup
      FROM made ORDER BY id`);
  let written = Number.POSITIVE_INFINITY;
  const comparisons = rows.toReversed().map(({ since, at, isClean, booked, backup }) => {
    written = Math.min(written, booked?.getTime() ?? written);
    const comparedAt = Math.min(at.getTime(), written, backup?.getTime() ?? written);
    written = Math.min(written, at.getTime());
    return { since: since.getTime(), comparedAt, isCounted: isClean && at.getTime() <= now };
  });
  return comparisons.toReversed().filter(({ isCounted }) => isCounted);
}
