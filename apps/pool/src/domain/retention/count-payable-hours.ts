import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { closedPairs, readClosures } from '../miners/coin-status.ts';
import { hourMs, type Payability, payablePairs } from '../payouts/payable-pairs.ts';
import { writeOffNoticeMs } from '../policy/retention-rules.ts';

/**
 * Counts the current hour, once, for every write-off notice and every wind-down whose payouts can leave now. Notices of miners that
 * cannot be paid must have been withdrawn before (`withdrawNotices`). A due date moves by the hours that were not counted.
 */
export async function countPayableHours(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Payability,
): Promise<void> {
  if (ctx.payoutBlockReason?.() !== undefined) return;
  const now = ctx.clock.now();
  const hour = Math.floor(now / hourMs);
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE write_off_notices
         SET payable_hours = payable_hours + 1, counted_hour = ${hour},
             due_at = greatest(due_at, ${new Date(now + writeOffNoticeMs)}::timestamptz - make_interval(hours => payable_hours + 1))
       WHERE counted_hour IS DISTINCT FROM ${hour}`);
    const closed = closedPairs(await readClosures(tx), now);
    // The coin or network is served again: if it is closed later, the operator has to agree to small payments again.
    await tx.query(sql`
      DELETE FROM smallest_balances_paid WHERE NOT coin || ':' || network = ANY(${closed}::text[])`);
    await tx.query(sql`DELETE FROM wind_downs WHERE NOT coin || ':' || network = ANY(${closed}::text[])`);
    await tx.query(sql`
      INSERT INTO wind_downs (coin, network, payable_hours, counted_hour)
      SELECT split_part(pair, ':', 1), split_part(pair, ':', 2), 1, ${hour}
        FROM unnest(${await payablePairs(tx, closed, ctx)}::text[]) AS pair
      ON CONFLICT (coin, network) DO UPDATE SET payable_hours = wind_downs.payable_hours + 1, counted_hour = ${hour}
       WHERE wind_downs.counted_hour IS DISTINCT FROM ${hour}`);
  });
}
