import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { kept } from '../policy/retention-rules.ts';

const dayMs = 24 * 3_600_000;

/** Active miners of a miner's custom code on one day; `at` is its start, UTC. */
export interface ReferredDay {
  readonly at: number;
  readonly miners: number;
}

/** The past thirty days, today last, from the first day with a miner on: a day without any then counts none. */
export async function readReferralReport(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  ownerId: bigint,
): Promise<ReferredDay[]> {
  const now = ctx.clock.now();
  const today = now - (now % dayMs);
  const from = today - kept.referredDaysMs + dayMs;
  const rows = await ctx.db.query<{ at: Date; miners: bigint }>(sql`
    SELECT day::timestamp AT TIME ZONE 'UTC' AS at, count(*) AS miners FROM referred_days
     WHERE owner_id = ${ownerId} AND day >= (${new Date(from)}::timestamptz AT TIME ZONE 'UTC')::date
     GROUP BY day ORDER BY day`);
  const miners = new Map(rows.map((row) => [row.at.getTime(), Number(row.miners)]));
  const first = rows[0]?.at.getTime();
  if (first === undefined) return [];
  const days = Math.max(0, Math.floor((today - first) / dayMs) + 1);
  return Array.from({ length: days }, (_, index) => {
    const at = first + index * dayMs;
    return { at, miners: miners.get(at) ?? 0 };
  });
}
