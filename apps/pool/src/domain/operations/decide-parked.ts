import { isWorkFault } from '../shares/record-or-park.ts';
import { recordInto } from '../shares/record-work.ts';
import { type ParkedBatch, readParked, takeParked } from '../shares/parked-batches.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

/** What can become of a parked batch: it is counted now, or never. */
export const parkedVerbs = ['count', 'drop'] as const;

export type ParkedOutcome =
  | { readonly kind: 'done'; readonly shares: number }
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'not-parked' }
  /** The database still refuses what is in it; it stays parked. */
  | { readonly kind: 'refused'; readonly detail: string };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Decides over a parked batch, once: counted, its work goes into the open slice of its algorithm and earns from there on; dropped, it is
 * gone but for the line in the log of decisions.
 */
export async function decideParked(
  ctx: OperationContext,
  input: { readonly verb: (typeof parkedVerbs)[number]; readonly id: string; readonly reason: string },
): Promise<ParkedOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  if (!uuid.test(input.id)) return { kind: 'malformed-id' };
  try {
    return await decide(ctx, { ...input, reason });
  } catch (error) {
    if (!isWorkFault(error)) throw error;
    return { kind: 'refused', detail: (error as Error).message };
  }
}

function decide(
  ctx: OperationContext,
  input: { readonly verb: (typeof parkedVerbs)[number]; readonly id: string; readonly reason: string },
): Promise<ParkedOutcome> {
  return ctx.db.transaction(async (tx): Promise<ParkedOutcome> => {
    const batch = await takeParked(tx, input.id);
    if (batch === undefined) return { kind: 'not-parked' };
    if (input.verb === 'count') await recordInto(tx, ctx, [batch], { simulated: false });
    const shares = batch.lines.reduce((sum, line) => sum + line.shares, 0);
    await recordDecision(tx, ctx, {
      kind: `${input.verb}-parked`,
      subject: `${batch.id}, ${shares} shares`,
      reason: input.reason,
    });
    return { kind: 'done', shares };
  });
}

export function listParked(
  ctx: Pick<OperationContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ParkedBatch[]> {
  return readParked(ctx.db, limit);
}
