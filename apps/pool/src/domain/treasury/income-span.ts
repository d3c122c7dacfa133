import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import type { IncomeSpan } from '../rounds/read-income-window.ts';

/** A further payment for the same work is booked within half a day of the first: the work is cleared away after a day. */
const furtherWithinMs = 12 * 3_600_000;

/**
 * The slices that a payment covers: all that are closed since the payment before it, up to those that were opened before a moment; or, of a
 * further one, those of the payment before it. Each slice is in the span of one payment, and of its further ones. Undefined where there is none.
 */
export async function readSpan(
  db: Queryable,
  { algorithm, name: upstream }: UpstreamTerms,
  { until, further }: { readonly until: number; readonly further: boolean },
  now: number,
): Promise<IncomeSpan | undefined> {
  const [before] = await db.query<{ after_slice: bigint; last_slice: bigint; booked_at: Date }>(sql`
    SELECT after_slice, last_slice, booked_at FROM incomes
     WHERE algorithm = ${algorithm} AND upstream = ${upstream} ORDER BY last_slice DESC, round_id LIMIT 1`);
  if (further) {
    if (before === undefined || now - before.booked_at.getTime() > furtherWithinMs) return undefined;
    return { algorithm, upstream, afterSlice: before.after_slice, lastSlice: before.last_slice };
  }
  const afterSlice = before?.last_slice ?? 0n;
  const [last] = await db.query<{ id: bigint | null }>(sql`
    SELECT max(id) AS id FROM slices
     WHERE algorithm = ${algorithm} AND upstream = ${upstream} AND closed_at IS NOT NULL AND id > ${afterSlice}
       AND opened_at < ${new Date(until)}`);
  const lastSlice = last?.id ?? undefined;
  return lastSlice === undefined ? undefined : { algorithm, upstream, afterSlice, lastSlice };
}
