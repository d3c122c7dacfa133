import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { CleanComparison } from './proven-until.ts';

interface Row {
  readonly since: Date;
  readonly at: Date;
  readonly isClean: boolean;
  /** The earliest that a clock said after this comparison. */
  readonly read: Date | null;
  /** Of when the backup is with which it came back. */
  readonly backup: Date | null;
}

/**
 * The clean comparisons, oldest first: every network answered (except those that an operator has abandoned), and no transaction was
 * unknown. A clock that was ahead may have dated a comparison too late. Its date is therefore cut to the earliest of: the dates of later
 * comparisons, later clock readings (`createClockReader`), and the backup that it was restored from. A comparison dated after `now` (ms)
 * does not count.
 */
export async function readComparisons(db: Queryable, now: number): Promise<readonly CleanComparison[]> {
  const rows = await db.query<Row>(sql`
    SELECT since, compared_at AS at,
           unknown = 0 AND unanswered <@ ARRAY(SELECT network FROM network_maintenance WHERE abandoned) AS "isClean",
           (SELECT min(clock_readings.at) FROM clock_readings WHERE clock_readings.after_comparison >= made.id) AS read,
           (SELECT min(backup_at) FROM payout_epochs AS epoch
             WHERE origin = 'restored' AND CASE WHEN epoch.after_comparison IS NULL THEN compared_at <= began_at
                                                ELSE made.id <= epoch.after_comparison END) AS backup
      FROM payout_comparisons AS made ORDER BY id`);
  let written = Number.POSITIVE_INFINITY;
  const comparisons = rows.toReversed().map(({ since, at, isClean, read, backup }) => {
    const comparedAt = Math.min(at.getTime(), written, (read ?? at).getTime(), (backup ?? at).getTime());
    written = Math.min(written, at.getTime());
    return { since: since.getTime(), comparedAt, isCounted: isClean && at.getTime() <= now };
  });
  return comparisons.toReversed().filter(({ isCounted }) => isCounted);
}
