import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

export type ApproveOutcome =
  | { readonly kind: 'approved'; readonly parts: number }
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  /** Nothing under this id is held by a cap: converted, approved before, or waiting for a price. */
  | { readonly kind: 'nothing-held' };

/**
 * The operator's word that what a cap holds may be converted: a whole round (`12`), a miner's part of a line (`12/1/7`), or an
 * owner's earning from it (`12/1/7/code`). It is kept with its reason, and lifts the caps only: the price must still be agreed on.
 * The job that converts comes by within seconds.
 */
export async function approveConversions(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & { readonly actor?: string },
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ApproveOutcome> {
  const match = /^(\d{1,15})(?:\/(\d{1,6})\/(\d{1,15})(?:\/([A-Za-z0-9-]{1,32}))?)?$/.exec(id);
  if (match === null) return { kind: 'malformed-id' };
  const why = reason.trim();
  if (why === '' || why.length > 500) return { kind: 'malformed-reason' };
  const [, round = '', line = null, minerId = null, code = null] = match;
  const now = new Date(ctx.clock.now());
  return ctx.db.transaction(async (tx) => {
    const parts = await tx.query(sql`
      UPDATE credits SET approved_at = ${now}
       WHERE waiting IN ('over-cap', 'over-hour-cap', 'over-exposure') AND approved_at IS NULL AND round_id = ${round}::bigint
         AND (${line}::int IS NULL OR (line = ${line}::int AND miner_id = ${minerId}::bigint)) AND ${code}::text IS NULL
      RETURNING 1`);
    const earnings = await tx.query(sql`
      UPDATE referral_credits SET approved_at = ${now}
       WHERE waiting IN ('over-cap', 'over-hour-cap', 'over-exposure') AND approved_at IS NULL AND round_id = ${round}::bigint
         AND (${line}::int IS NULL
              OR (line = ${line}::int AND miner_id = ${minerId}::bigint AND code = ${code}::text))
      RETURNING 1`);
    const count = parts.length + earnings.length;
    if (count === 0) return { kind: 'nothing-held' };
    await tx.query(sql`
      INSERT INTO operator_decisions (decided_at, kind, subject, reason, actor)
      VALUES (${now}, 'approve-conversions', ${id}, ${why}, ${ctx.actor ?? 'operator'})`);
    return { kind: 'approved', parts: count };
  });
}
