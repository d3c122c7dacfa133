import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Why nothing may be paid out for now. */
export type PayoutSuspension = 'clock-skew' | 'clock-unknown';

/** Keeps an eye on this machine's clock: business days and payouts must not follow one that is wrong. */
export interface ClockWatch {
  /** Compares the clocks once. */
  measure(): Promise<void>;
  /** How far this machine is ahead of the database, in ms; undefined before the first comparison. */
  skewMs(): number | undefined;
  /** Undefined while payouts may leave. */
  suspends(): PayoutSuspension | undefined;
}

const skewMsMax = 60_000;

/**
 * Compares `systemNow` with the database's clock: the one place where SQL is asked for the time, because it is the other clock that
 * is wanted. The sandbox's movable time is left out of it on purpose: a journey moves it by days. A comparison that fails leaves
 * the last result; before there is one, nothing is known and nothing may leave.
 */
export function createClockWatch(ctx: Pick<ServiceContext, 'db'>, systemNow: () => number): ClockWatch {
  let skewMs: number | undefined;
  return {
    measure: async () => {
      const before = systemNow();
      const rows = await ctx.db.query<{ at: Date }>(sql`SELECT clock_timestamp() AS at`);
      const after = systemNow();
      const at = firstRow(rows).at.getTime();
      // The database answered somewhere in between: only what lies outside of that is certain.
      skewMs = at < before ? before - at : at > after ? after - at : 0;
    },
    skewMs: () => skewMs,
    suspends: () => {
      if (skewMs === undefined) return 'clock-unknown';
      return Math.abs(skewMs) > skewMsMax ? 'clock-skew' : undefined;
    },
  };
}
