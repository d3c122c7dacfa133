import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Chain } from '../kernel/chain.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { reorgWatchMs } from '../policy/round-rules.ts';
import { isFinally, isOnChain, judgeBlock, type VerdictContext } from './judge-block.ts';
import { type Line, reorgReturnEntry, type RoundKey } from './round-entries.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & VerdictContext & { readonly chains: readonly Chain[] };

/**
 * Checks the rounds that were given up within the last day, and all credited rounds whose reward was written off: after a
 * reorganisation their block may be on the chain again. A round that was not credited becomes a candidate again; the written-off reward
 * of a credited one is booked back to the pool. A chain that does not answer does not delay the others; failures are thrown at the end.
 */
export async function reviveRounds(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now() - reorgWatchMs);
  const rounds = await ctx.db.query<RoundKey & { state: string }>(sql`
    SELECT id, chain, block_hash, revivals, state FROM rounds WHERE state IN ('refused', 'orphaned') AND state_at >= ${since}
     UNION ALL
    SELECT id, chain, block_hash, revivals, state FROM rounds WHERE state = 'credited' AND reorged_at IS NOT NULL ORDER BY id`);
  await forEachIsolated(rounds, async (round) => {
    const chain = ctx.chains.find(({ name }) => name === round.chain);
    if (chain === undefined) return;
    if (round.state === 'credited') {
      if (await isFinally(ctx, chain, { hash: round.block_hash }, 'mature')) await takeBackLoss(ctx, round);
    } else if (isOnChain(await judgeBlock(chain, round.block_hash)))
      await reviveRound(ctx, { chain: round.chain, hash: round.block_hash });
  });
}

/** Makes a round that was given up a candidate again, because its block is on its chain. False where it is not given up. */
export async function reviveRound(
  ctx: { readonly db: Pick<ServiceContext['db'], 'transaction'>; readonly clock: ServiceContext['clock'] },
  block: { readonly chain: string; readonly hash: string },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const [round] = await tx.query<{ id: bigint }>(sql`
      UPDATE rounds SET state = 'candidate', state_at = ${new Date(ctx.clock.now())}, refusal = NULL, declared_mature_at = NULL,
             revivals = revivals + 1
       WHERE chain = ${block.chain} AND block_hash = ${block.hash} AND state IN ('refused', 'orphaned') RETURNING id`);
    if (round === undefined) return false;
    // Its chain says again what the block pays; the ledger has taken back what it said before.
    await tx.query(sql`DELETE FROM reward_lines WHERE round_id = ${round.id}`);
    publishDomainEvent(tx, { event: 'block-returned', round: round.id.toString(), ...block });
    return true;
  });
}

async function takeBackLoss(ctx: Context, { id, chain, block_hash: hash }: RoundKey): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [round] = await tx.query<RoundKey>(sql`
      UPDATE rounds SET reorged_at = NULL, revivals = revivals + 1
       WHERE id = ${id} AND reorged_at IS NOT NULL RETURNING id, chain, block_hash, revivals`);
    if (round === undefined) return;
    const lines = await readLines(tx, id);
    await bookEntries(
      tx,
      lines.map((line) => reorgReturnEntry(round, line, now)),
    );
    publishDomainEvent(tx, { event: 'block-returned', round: id.toString(), chain, hash });
  });
}

function readLines(tx: Queryable, id: bigint): Promise<Line[]> {
  return tx.query<Line>(
    sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${id} ORDER BY line`,
  );
}
