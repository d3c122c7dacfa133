import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import type { Chain } from '../kernel/chain.ts';
import { isFinally, type VerdictContext } from './judge-block.ts';
import { type Line, reorgLossEntry, type RoundKey } from './round-entries.ts';
import { reorgWatchMs } from '../policy/round-rules.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & VerdictContext & { readonly chains: readonly Chain[] };

/**
 * Checks the blocks that were credited within the last day. If the chain has given one up since, the pool bears the loss and the miners
 * keep their credit. `onLost` is called for each as soon as it is booked, because it is not checked again. A chain that does not answer
 * does not delay the others; failures are thrown at the end.
 */
export async function handleReorgs(ctx: Context, onLost: (roundId: bigint) => void): Promise<void> {
  const since = new Date(ctx.clock.now() - reorgWatchMs);
  const rounds = await ctx.db.query<RoundKey & { readonly block_height: number }>(sql`
    SELECT id, chain, block_hash, revivals, block_height::int AS block_height FROM rounds
     WHERE state = 'credited' AND reorged_at IS NULL AND state_at >= ${since} ORDER BY id`);
  await forEachIsolated(rounds, async (round) => {
    const chain = ctx.chains.find(({ name }) => name === round.chain);
    const block = { hash: round.block_hash, height: round.block_height };
    if (chain === undefined || !(await isFinally(ctx, chain, block, 'orphaned'))) return;
    if (await handleReorg(ctx, round)) onLost(round.id);
  });
}

async function handleReorg(ctx: Context, round: RoundKey): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const marked = await tx.query(sql`
      UPDATE rounds SET reorged_at = ${new Date(now)} WHERE id = ${round.id} AND reorged_at IS NULL RETURNING id`);
    if (marked.length === 0) return false;
    const lines = await tx.query<Line>(
      sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
    );
    await bookEntries(
      tx,
      lines.map((line) => reorgLossEntry(round, line, now)),
    );
    return true;
  });
}
