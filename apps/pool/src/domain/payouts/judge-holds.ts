import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import { readPrices } from '../conversion/open-conversion.ts';
import { notifyProgress } from './announce-payout.ts';
import { judgeCaps } from './judge-caps.ts';
import type { HoldReason } from './payout.ts';
import type { ReserveContext } from './payout-context.ts';
import { utcDate } from '../kernel/utc-day.ts';

interface Held {
  readonly id: bigint;
  readonly kind: 'manual' | 'auto';
  readonly coin: string;
  readonly amount: bigint;
  readonly hold: HoldReason;
}

/**
 * Judges again every payout that the pool itself holds, the oldest first: there may be a price now, and on a new UTC day the caps are
 * unused. An operator's holds stay. Answers how many continue. A payout that fails is reported, and the others are judged.
 */
export async function judgeHolds(
  ctx: ReserveContext,
  onError: (payout: bigint, error: unknown) => void,
): Promise<number> {
  const held = await ctx.db.query<Held>(sql`
    SELECT id, kind, coin, amount, hold FROM payouts
     WHERE state = 'reserved' AND hold IS NOT NULL AND hold <> 'operator' ORDER BY id`);
  if (held.length === 0) return 0;
  const { priceOf } = await readPrices(ctx.db, ctx);
  // Once a cap stops one payout, all later ones that wait for the same cap keep waiting: no need to ask again.
  const full = new Set<HoldReason>();
  let freed = 0;
  for (const payout of held) {
    const price = priceOf(payout.coin);
    const usd = price === undefined ? undefined : valueInUsd(payout.amount, price);
    if (full.has(payout.hold) || (usd === undefined && payout.hold === 'no-price')) continue;
    try {
      const hold = await judgeOne(ctx, payout, usd);
      if (hold === null) freed += 1;
      else if (hold === 'over-day-cap' || hold === 'over-run-cap') full.add(hold);
      if (hold !== payout.hold) await notifyProgress(ctx, payout.id);
    } catch (error) {
      onError(payout.id, error);
    }
  }
  return freed;
}

/** What holds it from now on; unchanged where an operator or another process was faster. */
async function judgeOne(
  ctx: ReserveContext,
  { id, kind, hold }: Held,
  usd: bigint | undefined,
): Promise<HoldReason | null> {
  return ctx.db.transaction(async (tx) => {
    const locked = await tx.query(
      sql`SELECT 1 FROM payouts WHERE id = ${id} AND state = 'reserved' AND hold = ${hold} FOR UPDATE`,
    );
    if (locked.length === 0) return hold;
    const now = ctx.clock.now();
    const judged = await judgeCaps(tx, ctx, { id, kind, usd, now });
    const cappedOn = judged === null ? utcDate(now) : null;
    await tx.query(sql`
      UPDATE payouts SET hold = ${judged}, judged_usd = ${usd ?? null}, capped_on = ${cappedOn} WHERE id = ${id}`);
    return judged;
  });
}
