import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { leaveIn } from '../rounds/advance-round.ts';
import type { RoundKey } from '../rounds/round-entries.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

/**
 * A found block that its chain has neither taken nor given up. It is submitted again all the time. Or one that its chain took, and of which
 * its nodes do not agree, or know nothing, since.
 */
export interface WaitingBlock {
  readonly id: string;
  readonly chain: string;
  readonly height: string;
  readonly hash: string;
  readonly foundAt: number;
  /** What the chain answered last. */
  readonly problem: string;
}

export type BlockOutcome =
  | { readonly kind: 'done'; readonly hash: string }
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'not-waiting' };

/** The oldest first. */
export async function listWaitingBlocks(ctx: Pick<OperationContext, 'db'>): Promise<WaitingBlock[]> {
  const rows = await ctx.db.query<{
    id: bigint;
    chain: string;
    block_height: bigint;
    block_hash: string;
    found_at: Date;
    submit_problem: string;
  }>(sql`
    SELECT id, chain, block_height, block_hash, found_at, submit_problem FROM rounds
     WHERE state IN ('candidate', 'accepted') AND submit_problem IS NOT NULL ORDER BY id LIMIT 1000`);
  return rows.map((row) => ({
    id: row.id.toString(),
    chain: row.chain,
    height: row.block_height.toString(),
    hash: row.block_hash,
    foundAt: row.found_at.getTime(),
    problem: row.submit_problem,
  }));
}

/** How many of them were found before a moment (ms). */
export async function countWaitingBlocks(db: Queryable, before: number): Promise<number> {
  const [row] = await db.query<{ blocks: bigint }>(sql`
    SELECT count(*) AS blocks FROM rounds
     WHERE state IN ('candidate', 'accepted') AND submit_problem IS NOT NULL AND found_at < ${new Date(before)}`);
  return Number(row?.blocks ?? 0n);
}

/** Ends the attempts for a block that no chain will take: its round pays nothing. Final, so it needs a look at the chain first. */
export async function giveUpBlock(
  ctx: OperationContext,
  input: { readonly id: string; readonly reason: string },
): Promise<BlockOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  if (!/^[1-9]\d{0,17}$/.test(input.id)) return { kind: 'malformed-id' };
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.query<RoundKey & { state: 'candidate' | 'accepted'; submit_problem: string }>(sql`
      SELECT id, chain, block_hash, revivals, state, submit_problem FROM rounds
       WHERE id = ${input.id}::bigint AND state IN ('candidate', 'accepted') AND submit_problem IS NOT NULL FOR UPDATE`);
    if (row === undefined) return { kind: 'not-waiting' };
    const to = row.state === 'candidate' ? 'refused' : 'orphaned';
    await leaveIn(tx, row, { from: row.state, to, why: row.submit_problem, now: ctx.clock.now() });
    await recordDecision(tx, ctx, { kind: 'give-up-block', subject: row.block_hash, reason });
    return { kind: 'done', hash: row.block_hash };
  });
}
