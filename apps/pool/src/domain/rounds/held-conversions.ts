import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import type { WaitReason } from '@openlode/ledger/conversion';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** A part of a reward, or an earning of a code's owner, that has not been converted. */
export interface HeldConversion {
  /** `round/line/miner`, and `/code` for an owner's earning: what `approve` takes. */
  readonly id: string;
  readonly uuid: string;
  readonly asset: string;
  /** Decimal text, in the asset. */
  readonly amount: string;
  readonly coin: string;
  readonly why: WaitReason;
  /** Business time since which it waits, in ms. */
  readonly since: number;
  /** Dollars it was worth then, as decimal text, and the sources of that price; null where there was none. */
  readonly usd: string | null;
  readonly source: string | null;
  readonly approved: boolean;
}

/** Everything that waits for a price, for trades or for the operator, the oldest first, at most so much. */
export async function readHeldConversions(
  ctx: Pick<ServiceContext, 'db'>,
  limit = 1000,
): Promise<HeldConversion[]> {
  const rows = await ctx.db.query<HeldRow>(sql`
    SELECT round_id || '/' || line || '/' || miner_id AS id, uuid, asset, share AS amount, miners.coin, waiting,
           credited_at, usd_per_asset, rate_source, approved_at
      FROM credits JOIN reward_lines USING (round_id, line) JOIN miners ON miners.id = miner_id
     WHERE waiting <> 'to-be-sold'
    UNION ALL
    SELECT earned.round_id || '/' || earned.line || '/' || earned.miner_id || '/' || code, uuid, credits.coin,
           earned.amount, miners.coin, earned.waiting, earned.credited_at, '0', 'none', earned.approved_at
      FROM referral_credits AS earned JOIN credits USING (round_id, line, miner_id)
      JOIN miners ON miners.id = owner_id
     WHERE earned.waiting IN ('no-price', 'over-cap', 'over-hour-cap', 'over-exposure')
     ORDER BY credited_at, id LIMIT ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    asset: row.asset,
    amount: formatAmount(row.amount),
    coin: row.coin,
    why: row.waiting,
    since: row.credited_at.getTime(),
    usd: row.usd_per_asset === '0' ? null : formatAmount(valueInUsd(row.amount, row.usd_per_asset)),
    source: row.rate_source === 'none' ? null : row.rate_source,
    approved: row.approved_at !== null,
  }));
}

interface HeldRow {
  readonly id: string;
  readonly uuid: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly coin: string;
  readonly waiting: WaitReason;
  readonly credited_at: Date;
  readonly usd_per_asset: string;
  readonly rate_source: string;
  readonly approved_at: Date | null;
}
