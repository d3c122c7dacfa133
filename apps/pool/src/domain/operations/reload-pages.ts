import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

export type ReloadPagesOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'malformed-reason' }
  /** No pool runs, and pages hear of it from a running one. */
  | { readonly kind: 'no-pool' };

/** Asks every open page to reload even if it is of the same release: what it shows may be wrong. */
export async function reloadPages(
  ctx: OperationContext,
  input: { readonly reason: string },
): Promise<ReloadPagesOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  if (ctx.payoutBlockReason === undefined) return { kind: 'no-pool' };
  await ctx.db.transaction((tx) =>
    recordDecision(tx, ctx, { kind: 'reload-pages', subject: 'website', reason }),
  );
  ctx.publisher.publish([{ kind: 'reload-pages' }]);
  return { kind: 'done' };
}
