import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { readActiveMiners } from '../referrals/reach-tiers.ts';

export interface CustomCode {
  readonly code: string;
  /** The level that it is of now … */
  readonly tier: number;
  /** … the highest that was granted … */
  readonly highest: number;
  /** … and the active miners of its best day of the past seven. */
  readonly active: number;
  readonly uuid: string;
  readonly coin: string;
  readonly address: string;
}

/** The custom codes there are; every miner has an ordinary one. */
export async function listCodes(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<CustomCode[]> {
  const rows = await ctx.db.query<Omit<CustomCode, 'active'> & { owner: bigint }>(sql`
    SELECT code, tier, tier_max AS highest, uuid, coin, address, miner_id AS owner
      FROM referral_codes JOIN miners ON miners.id = miner_id
     WHERE kind = 'custom' ORDER BY code LIMIT 1000`);
  const active = await readActiveMiners(ctx.db, ctx.clock.now());
  return rows.map(({ owner, ...row }) => ({ ...row, active: active.get(owner) ?? 0 }));
}
