import type { ConnectedMiners } from '../kernel/connected-miners.ts';
import { judgeReason, type OperationContext, recordDecision } from '../kernel/decision.ts';

export type LiftBanOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-banned' }
  | { readonly kind: 'malformed-reason' };

/**
 * Ends a ban before its time. It is named by the keyed hash of its source, which is all that is kept of it: no network address stands in
 * what is decided.
 */
export async function liftBan(
  ctx: OperationContext & { readonly connected: ConnectedMiners },
  input: { readonly source: string; readonly reason: string },
): Promise<LiftBanOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { source } = input;
  const banned = await ctx.connected.bannedAs(source);
  if (banned.length === 0) return { kind: 'not-banned' };
  await ctx.db.transaction((tx) =>
    recordDecision(tx, ctx, { kind: 'lift-ban', subject: `source ${source}`, reason }),
  );
  for (const client of banned) ctx.connected.lift(client);
  return { kind: 'done' };
}
