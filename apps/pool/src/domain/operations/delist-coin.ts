import { findCoin } from '@openlode/catalogue/coins';
import sql from 'sql-template-tag';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

export type DelistOutcome =
  | { readonly kind: 'done'; readonly coin: string }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-coin' }
  /** The catalogue itself delists it: that is a change of the release, not of a command. */
  | { readonly kind: 'delisted-by-catalogue'; readonly coin: string }
  | { readonly kind: 'unchanged'; readonly coin: string };

/**
 * Delists a coin, or lists it again: its miners are refused and disconnected, and it stands among the delisted. Work from before
 * is still credited, work from then on is not (`uncredited-work.ts`); balances are paid for 90 days (`coin-status.ts`).
 */
export async function delistCoin(
  ctx: OperationContext,
  input: { readonly coin: string; readonly delist: boolean; readonly reason: string },
): Promise<DelistOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const known = findCoin(input.coin);
  if (known === undefined) return { kind: 'unknown-coin' };
  const coin = known.symbol;
  if (known.delisted) return { kind: 'delisted-by-catalogue', coin };
  return ctx.db.transaction(async (tx) => {
    const now = new Date(ctx.clock.now());
    const changed = input.delist
      ? await tx.query(sql`
          INSERT INTO delisted_coins (coin, since) VALUES (${coin}, ${now}) ON CONFLICT DO NOTHING RETURNING coin`)
      : await tx.query(sql`DELETE FROM delisted_coins WHERE coin = ${coin} RETURNING coin`);
    if (changed.length === 0) return { kind: 'unchanged', coin };
    await recordDecision(tx, ctx, { kind: input.delist ? 'delist' : 'relist', subject: coin, reason });
    return { kind: 'done', coin };
  });
}

export async function listDelisted(
  ctx: Pick<OperationContext, 'db'>,
): Promise<{ readonly coin: string; readonly since: number }[]> {
  const rows = await ctx.db.query<{ coin: string; since: Date }>(
    sql`SELECT coin, since FROM delisted_coins ORDER BY coin`,
  );
  return rows.map(({ coin, since }) => ({ coin, since: since.getTime() }));
}
