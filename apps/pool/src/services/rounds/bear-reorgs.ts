import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import type { Chain } from '../ports/chain.ts';
import { judgeBlock } from './judge-block.ts';
import { type Line, reorgLossEntry, type RoundKey } from './round-entries.ts';
import { reorgWatchMs } from './round-rules.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly chains: readonly Chain[] };

/**
 * Looks at the blocks that were credited within the last day. One that its chain has given up since is the pool's loss: the
 * miners keep their credit. Answers the rounds that were lost, for the operator to hear of.
 */
export async function bearReorgs(ctx: Context): Promise<bigint[]> {
  const since = new Date(ctx.clock.now() - reorgWatchMs);
  const rounds = await ctx.db.query<RoundKey>(sql`
    SELECT id, chain, block_hash FROM rounds
     WHERE state = 'credited' AND reorged_at IS NULL AND state_at >= ${since} ORDER BY id`);
  const lost: bigint[] = [];
  for (const round of rounds) {
    const chain = ctx.chains.find(({ name }) => name === round.chain);
    if (chain === undefined || (await judgeBlock(chain, round.block_hash)) !== 'orphaned') continue;
    if (await bearReorg(ctx, round)) lost.push(round.id);
  }
  return lost;
}

async function bearReorg(ctx: Context, round: RoundKey): Promise<boolean> {
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
