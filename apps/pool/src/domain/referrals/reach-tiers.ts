import { tiers } from '@openlode/catalogue/tiers';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

const dayMs = 24 * 3_600_000;
/** Today and the six days before: one bad day costs no code its level. */
const countedDays = 7;

/** The highest level that a code with this number of active miners reaches, at most the granted one. */
export function reachedTier(active: number, granted: number): number {
  return tiers.findLast(({ code, minimumActive }) => code <= granted && minimumActive <= active)?.code ?? 0;
}

/** The custom codes with the active miners of their best day of late: other addresses that had work accepted under the code. */
export async function readActiveMiners(
  db: Queryable,
  now: number,
  ownerId?: bigint,
): Promise<ReadonlyMap<bigint, number>> {
  const from = new Date(now - (now % dayMs) - (countedDays - 1) * dayMs);
  const rows = await db.query<{ owner_id: bigint; active: bigint }>(sql`
    SELECT owner_id, max(miners) AS active FROM (
      SELECT owner_id, day, count(*) AS miners FROM referred_days
       WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date
         AND (${ownerId ?? null}::bigint IS NULL OR owner_id = ${ownerId ?? null}::bigint)
       GROUP BY owner_id, day) AS days
     GROUP BY owner_id`);
  return new Map(rows.map(({ owner_id: owner, active }) => [owner, Number(active)]));
}

/** Gives every custom code the level that its active miners have reached. Answers how many changed. */
export async function reachTiers(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const active = await readActiveMiners(tx, ctx.clock.now());
    const codes = await tx.query<{ miner_id: bigint; tier: number; tier_max: number }>(sql`
      SELECT miner_id, tier, tier_max FROM referral_codes WHERE kind = 'custom' ORDER BY miner_id FOR UPDATE`);
    let changed = 0;
    for (const { miner_id: owner, tier, tier_max: granted } of codes) {
      const reached = reachedTier(active.get(owner) ?? 0, granted);
      if (reached === tier) continue;
      await tx.query(sql`
        UPDATE referral_codes SET tier = ${reached} WHERE miner_id = ${owner} AND kind = 'custom'`);
      changed += 1;
    }
    return changed;
  });
}
