import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { broughtInSql } from './sold-first.ts';

/** A line of a round whose coins are sold before it is credited; amounts are decimal text. */
export interface UnsoldLineView {
  /** `round/line`: what `release` takes. */
  readonly id: string;
  readonly asset: string;
  readonly amount: string;
  readonly sold: string;
  /** What that brought so far: `9 USD, 0.01 LTC`; empty for nothing. */
  readonly brought: string;
  /** Since when it waits, in ms. */
  readonly since: number;
}

/** Lines that are not sold yet, the oldest round first: sales are shared out in this order. */
export async function readUnsold(
  ctx: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<readonly UnsoldLineView[]> {
  const rows = await ctx.db.query<{
    id: string;
    asset: string;
    amount: bigint;
    sold: bigint;
    brought: readonly { readonly coin: string; readonly amount: string }[] | null;
    since: Date;
  }>(sql`
    SELECT round_id || '/' || line AS id, asset, amount, sold, since, ${broughtInSql(sql`first`)} AS brought
      FROM sold_first_lines AS first WHERE ending IS NULL ORDER BY round_id, line LIMIT ${limit}`);
  return rows.map(({ id, asset, amount, sold, brought, since }) => ({
    id,
    asset,
    amount: formatAmount(amount),
    sold: formatAmount(sold),
    brought: (brought ?? []).map((each) => `${formatAmount(BigInt(each.amount))} ${each.coin}`).join(', '),
    since: since.getTime(),
  }));
}

export type ReleaseOutcome =
  /** Nothing of it was sold: it is converted at the agreed rate. */
  | { readonly kind: 'released' }
  /** It is credited at the average of what was sold; `rest`, as decimal text, is left to conversions. */
  | { readonly kind: 'ended'; readonly rest: string; readonly asset: string }
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'not-waiting' };

/**
 * The operator's word that a line waits no longer for a sale: one of which something was sold is credited whole at that average, and conversions have the rest to
 * sell; one of which nothing was is converted at the agreed rate like any other. Kept with its reason. Its miners are credited within seconds of an agreed rate.
 */
export async function releaseUnsold(
  ctx: OperationContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ReleaseOutcome> {
  const match = /^(\d{1,15})\/(\d{1,6})$/.exec(id);
  if (match === null) return { kind: 'malformed-id' };
  const why = judgeReason(reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  const [, round = '', line = ''] = match;
  const now = new Date(ctx.clock.now());
  return ctx.db.transaction(async (tx): Promise<ReleaseOutcome> => {
    const [row] = await tx.query<{ asset: string; amount: bigint; sold: bigint }>(sql`
      UPDATE sold_first_lines SET ending = CASE WHEN sold > 0 THEN 'sold' ELSE 'released' END, ended_at = ${now}
       WHERE round_id = ${round}::bigint AND line = ${line}::int AND ending IS NULL RETURNING asset, amount, sold`);
    if (row === undefined) return { kind: 'not-waiting' };
    await recordDecision(tx, ctx, { kind: 'release-unsold', subject: id, reason: why });
    return row.sold === 0n
      ? { kind: 'released' }
      : { kind: 'ended', rest: formatAmount(row.amount - row.sold), asset: row.asset };
  });
}
