import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Chain } from '../kernel/chain.ts';
import { leaveIn } from '../rounds/advance-round.ts';
import { askBlock } from '../rounds/judge-block.ts';
import type { RoundKey } from '../rounds/round-entries.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';

/**
 * A found block that does not move on: either its chain has neither taken nor refused it, and it is submitted again and again; or its
 * chain took it, and its nodes now disagree or do not know it.
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

export type AcceptBlockOutcome =
  | BlockOutcome
  /** Its chain has not taken it: what it pays is not known. */
  | { readonly kind: 'not-taken' }
  /** The pool has this chain no more. */
  | { readonly kind: 'no-chain'; readonly chain: string }
  /** No node in step has it mature, or they agree again: what they say. */
  | { readonly kind: 'not-disputed'; readonly said: string };

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

/**
 * Treats a block as mature on which the nodes of its chain disagree permanently. It is credited while at least one node in step calls
 * it mature, and orphaned if all say so. The operator must look at the chain first: if the block is not there after all, the pool bears
 * the loss.
 */
export async function acceptBlock(
  ctx: OperationContext & { readonly chains: readonly Chain[] },
  input: { readonly id: string; readonly reason: string },
): Promise<AcceptBlockOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  if (!/^[1-9]\d{0,17}$/.test(input.id)) return { kind: 'malformed-id' };
  const [round] = await ctx.db.query<{ chain: string; block_hash: string; state: string }>(sql`
    SELECT chain, block_hash, state FROM rounds
     WHERE id = ${input.id}::bigint AND state IN ('candidate', 'accepted') AND submit_problem IS NOT NULL`);
  if (round === undefined) return { kind: 'not-waiting' };
  if (round.state === 'candidate') return { kind: 'not-taken' };
  const chain = ctx.chains.find(({ name }) => name === round.chain);
  if (chain === undefined) return { kind: 'no-chain', chain: round.chain };
  const { verdict, said, isMatureForOne } = await askBlock(chain, round.block_hash);
  if (verdict !== 'unknown' || !isMatureForOne) return { kind: 'not-disputed', said };
  return ctx.db.transaction(async (tx) => {
    const marked = await tx.query(sql`
      UPDATE rounds SET declared_mature_at = ${new Date(ctx.clock.now())}
       WHERE id = ${input.id}::bigint AND state = 'accepted' AND declared_mature_at IS NULL RETURNING id`);
    if (marked.length === 0) return { kind: 'not-waiting' };
    await recordDecision(tx, ctx, { kind: 'accept-block', subject: round.block_hash, reason });
    return { kind: 'done', hash: round.block_hash };
  });
}
