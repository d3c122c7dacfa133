import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { dayMs } from '../../kernel/utc-day.ts';
import { closeRounds } from './close-rounds.ts';
import { UnsoundClosing } from './refuse-unsound.ts';

/** How long a run begins closings, ms; the next run goes on. */
const runMs = 60_000;

export interface ClosingRun {
  /** Why this process does not trust its clock; undefined while it does. */
  readonly clockProblem?: (() => string | undefined) | undefined;
  /** Aborted when the process is about to end: the closing that is under way is the last. */
  readonly ending?: AbortSignal | undefined;
  /** Elapsed time of this process, ms. */
  readonly elapsed?: () => number;
  readonly receiptsMax?: number;
}

/**
 * Closes what is old, one closing after another, for a minute at most. Nothing is closed while the clock is doubted: not before this machine
 * and the database agree, nor before the pool has recorded something within the last day and something three to six days ago, so that a
 * clock that is suddenly ahead closes nothing for days. A round that is unsound is left whole and the others are closed; it is named by the
 * `UnsoundClosing` that is thrown at the end. Answers how many rounds were closed.
 */
export async function closeOldRounds(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  { clockProblem, ending, elapsed = () => performance.now(), receiptsMax }: ClosingRun = {},
): Promise<number> {
  const now = ctx.clock.now();
  // One moment for the whole run: the clock may be set while it goes on.
  const own = { db: ctx.db, clock: { now: () => now } };
  const began = elapsed();
  const unsound: UnsoundClosing[] = [];
  let closed = 0;
  let single = 0;
  while (elapsed() - began < runMs) {
    if (ending?.aborted === true) break;
    if (clockProblem?.() !== undefined || !(await hasLived(ctx.db, now))) break;
    const except = unsound.flatMap(({ rounds }) => rounds);
    try {
      const some = await closeRounds(own, single > 0 ? 1 : receiptsMax, except);
      if (some === 0) break;
      closed += some;
    } catch (error) {
      if (!(error instanceof UnsoundClosing)) throw error;
      if (error.rounds.length === 1) unsound.push(error);
      // One of them is: each is closed by itself, until it is found.
      else single = error.rounds.length + 1;
    }
    single -= single > 0 ? 1 : 0;
  }
  const [first, ...more] = unsound;
  if (first === undefined) return closed;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  const rounds = unsound.flatMap((each) => each.rounds);
  throw new UnsoundClosing(`round ${first.rounds.join()} stays whole: ${first.message}${others}`, rounds);
}

/** Whether work or a reading of the clock is recorded within the last day, and from three to six days ago. */
async function hasLived(db: Queryable, now: number): Promise<boolean> {
  const recorded = (from: number, to: number) => {
    const span = sql`at > ${new Date(now - from)} AND at <= ${new Date(now - to)}`;
    return sql`(EXISTS (SELECT 1 FROM miner_ten_minutes WHERE ${span}) OR EXISTS (SELECT 1 FROM clock_readings WHERE ${span}))`;
  };
  const [lived] = await db.query<{ lived: boolean }>(
    sql`SELECT ${recorded(dayMs, 0)} AND ${recorded(6 * dayMs, 3 * dayMs)} AS lived`,
  );
  return lived?.lived === true;
}
