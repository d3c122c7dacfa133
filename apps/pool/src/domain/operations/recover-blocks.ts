import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import type { Chain, OwnBlock } from '../kernel/chain.ts';
import { comparedFirst } from '../payouts/suspensions.ts';
import { blockRecordedMs, recordSearch, searchedUntil } from '../rounds/block-searches.ts';
import { isOnChain, judgeBlock } from '../rounds/judge-block.ts';
import { reviveRound } from '../rounds/revive-rounds.ts';
import { closeOpenSlice } from '../shares/slices.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly chains: readonly Chain[] };

/**
 * How long a block may be missing from the database before it is recovered, ms, while nothing suggests that the database is an older
 * copy: the process that found it may not reach the database.
 */
const unsuspectedMs = 6 * 3_600_000;
/** How far the clock of this pool may be off, ms, from those by which a chain dates its blocks. */
const marginMs = 86_400_000;

/**
 * Makes rounds of the pool's own blocks that the chain has and the database lacks because it was restored, rolled back or copied by
 * hand. The finders of such blocks are lost: each block is shared by the work that the database has, under the name of a miner of that
 * work. A round that was given up continues where its chain has the block after all. Calls `onFound` for each block and records how far
 * each chain has been searched (`laggingSearches`). Blocks from before the ledger was made are ignored; without any work there is no
 * miner to share a block with.
 */
export async function recoverBlocks(
  ctx: Context,
  onFound: (block: { readonly chain: string; readonly hash: string }) => void,
): Promise<void> {
  const now = ctx.clock.now();
  const completeBefore = now - blockRecordedMs;
  const recoveredBefore = Math.max(now - unsuspectedMs, (await suspectedUntil(ctx)) + marginMs);
  await forEachIsolated(ctx.chains, async (chain) => {
    const { unknown, givenUp } = await missingBlocks(ctx, chain, completeBefore);
    const left: number[] = givenUp.map(({ foundAt }) => foundAt);
    for (const { hash } of givenUp)
      if (isOnChain(await judgeBlock(chain, hash)) && (await reviveRound(ctx, { chain: chain.name, hash })))
        onFound({ chain: chain.name, hash });
    for (const block of unknown) {
      const outcome = block.foundAt < recoveredBefore ? await recover(ctx, chain, block) : 'left';
      if (outcome === 'recovered') onFound({ chain: chain.name, hash: block.hash });
      // Also where it was recovered: it is credited next, and the next search sees that.
      if (outcome !== 'no-work') left.push(block.foundAt);
    }
    const completeUntil = Math.min(completeBefore, ...left, ...(await uncreditedSince(ctx, chain)));
    await recordSearch(ctx.db, chain.name, completeUntil);
  });
}

/** Own blocks of the chain that have no round, and those whose round was given up. */
async function missingBlocks(
  ctx: Context,
  chain: Chain,
  completeBefore: number,
): Promise<{ readonly unknown: readonly OwnBlock[]; readonly givenUp: readonly OwnBlock[] }> {
  if (chain.ownBlocks === undefined) return { unknown: [], givenUp: [] };
  const own = await chain.ownBlocks(await knownHeight(ctx, chain));
  const since = await ledgerSince(ctx);
  const due = own.filter(({ foundAt }) => foundAt > since && foundAt < completeBefore);
  const rows = await ctx.db.query<{ block_hash: string; given_up: boolean }>(sql`
    SELECT block_hash, state IN ('refused', 'orphaned') AS given_up FROM rounds
     WHERE chain = ${chain.name} AND block_hash = ANY(${due.map(({ hash }) => hash)}::text[])`);
  const known = new Map(rows.map((row) => [row.block_hash, row.given_up]));
  return {
    unknown: due.filter(({ hash }) => !known.has(hash)),
    givenUp: due.filter(({ hash }) => known.get(hash) === true),
  };
}

/** The height from which a chain is searched: that of its newest round from before the last search ended. */
async function knownHeight(ctx: Pick<Context, 'db' | 'clock'>, chain: Chain): Promise<number> {
  const since = new Date((await searchedUntil(ctx.db, chain.name, ctx.clock.now())) - marginMs);
  const [newest] = await ctx.db.query<{ height: number | null }>(sql`
    SELECT max(block_height)::int AS height FROM rounds WHERE chain = ${chain.name} AND found_at < ${since}`);
  return newest?.height ?? 0;
}

/** When the ledger was made, ms: blocks from before may be another ledger's on the same address. */
async function ledgerSince({ db }: Pick<Context, 'db'>): Promise<number> {
  const [identity] = await db.query<{ created_at: Date }>(sql`SELECT created_at FROM pool_identity`);
  return identity?.created_at.getTime() ?? 0;
}

/**
 * The last moment, ms, at which a restore, a suspension or a comparison suggested that the database lacks something. A block that was
 * found later was not lost that way.
 */
async function suspectedUntil({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const [row] = await db.query<{ until: Date | null }>(sql`
    SELECT max(at) AS until FROM (
      SELECT began_at AS at FROM payout_epochs WHERE origin = 'restored'
      UNION ALL
      SELECT coalesce(lifted_at, ${new Date(clock.now())}) FROM payout_suspensions
       WHERE reason = ANY(${[...comparedFirst]}::text[])
      UNION ALL
      SELECT compared_at FROM payout_comparisons WHERE unknown > 0) AS suspicions`);
  return row?.until?.getTime() ?? Number.NEGATIVE_INFINITY;
}

/**
 * When the oldest round of the chain was found that only waits for its turn to be credited: a candidate, or one whose block is mature.
 * None where there is no such round.
 */
async function uncreditedSince({ db }: Pick<Context, 'db'>, chain: Chain): Promise<number[]> {
  const rounds = await db.query<{ block_hash: string; state: string; found_at: Date }>(sql`
    SELECT block_hash, state, found_at FROM rounds
     WHERE chain = ${chain.name} AND state IN ('candidate', 'accepted') ORDER BY found_at`);
  for (const { block_hash: hash, state, found_at: foundAt } of rounds)
    if (state === 'candidate' || (await judgeBlock(chain, hash)) === 'mature') return [foundAt.getTime()];
  return [];
}

async function recover(
  ctx: Context,
  chain: Chain,
  block: OwnBlock,
): Promise<'recovered' | 'known' | 'no-work'> {
  const now = new Date(ctx.clock.now());
  return ctx.db.transaction(async (tx) => {
    const [miner] = await tx.query<{ miner_id: bigint }>(sql`
      SELECT miner_id FROM slice_work JOIN slices ON slices.id = slice_id WHERE algorithm = ${chain.algorithm} AND NOT simulated
       ORDER BY slice_id DESC, miner_id LIMIT 1`);
    if (miner === undefined) return 'no-work';
    const lastSlice = await closeOpenSlice(tx, chain.algorithm, now.getTime());
    const rows = await tx.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id,
                          finder_id, finder_worker, found_at, state, state_at)
      VALUES (${chain.algorithm}, ${chain.name}, ${block.hash}, ${block.height}, ${block.submission},
              ${block.networkWork}, ${lastSlice}, ${miner.miner_id}, '', ${new Date(block.foundAt)}, 'candidate', ${now})
      ON CONFLICT (chain, block_hash) DO NOTHING RETURNING id`);
    return rows.length > 0 ? 'recovered' : 'known';
  });
}
