import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** A reading is kept so often, and at once when the clock has gone back. */
const everyMs = 3_600_000;
/** A clock that is kept in step goes back by less than this, ms. */
const stepMs = 1000;

/**
 * Stores what this process's clock says: at the start, each hour, and when the clock was set back. A row with a later date than a reading
 * stored after it was written by a clock that was ahead; it counts as of that reading.
 */
export function createClockReader(): (db: Queryable, now: number) => Promise<void> {
  let last: number | undefined;
  let kept = 0;
  return async (db, now) => {
    const isDue = last === undefined || now < last - stepMs || now - kept >= everyMs;
    last = now;
    if (!isDue) return;
    await db.query(sql`
        INSERT INTO clock_readings (at, after_entry, after_comparison)
        VALUES (${new Date(now)}, (SELECT coalesce(max(id), 0) FROM ledger_entries),
                (SELECT coalesce(max(id), 0) FROM payout_comparisons))`);
    kept = now;
  };
}
