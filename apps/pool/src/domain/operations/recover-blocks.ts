import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import type { Chain, OwnBlock } from '../kernel/chain.ts';
import { comparedFirst } from '../payouts/suspensions.ts';
import { blockSettledMs, recordSearch, searchedUntil } from '../rounds/block-searches.ts';
import { isOnChain, judgeBlock } from '../rounds/judge-block.ts';
import { reviveRound } from '../rounds/revive-rounds.ts';
import { closeOpenSlice } from '../shares/slices.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly chains: readonly Chain[] };

/** While nothing says that the database is an older copy, a block may wait in a process that cannot reach the database, ms. */
const unsuspectedMs = 6 * 3_600_000;
/** Searched again before the moment up to which a chain is searched: it dates its blocks by clocks of others. */
const marginMs = 86_400_000;

/**
 * Makes rounds of the pool's own blocks that the chain has and the database does not know: a database that came out of a backup, was rolled
 * back or copied back by hand lacks them. Who found them is lost: they are shared by the work that the database has, and stand under the
 * name of a miner of that work. A round that was given up goes on where its chain has the block after all. `onFound` hears of each. Records how far each chain is searched (`searchesBehind`). Blocks of before the
 * ledger was made are not its own; without any work there is no miner to share one with.
 */
export async function recoverBlocks(
  ctx: Context,
  onFound: (block: { readonly chain: string; readonly hash: string }) => void,
): Promise<void> {
  const now = ctx.clock.now();
  const settledBefore = now - blockSettledMs;
  const recoveredBefore = Math.max(now - unsuspectedMs, (await suspectedUntil(ctx)) + marginMs);
  await forEachIsolated(ctx.chains, async (chain) => {
    const { unknown, givenUp } = await missingBlocks(ctx, chain, settledBefore);
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
    const completeUntil = Math.min(settledBefore, ...left, ...(await uncreditedSince(ctx, chain)));
    await recordSearch(ctx.db, chain.name, completeUntil);
  });
}

/** Own blocks of the chain that have no round, and those whose round was given up. */
async function missingBlocks(
  ctx: Context,
  chain: Chain,
  settledBefore: number,
): Promise<{ readonly unknown: readonly OwnBlock[]; readonly givenUp: readonly OwnBlock[] }> {
  if (chain.ownBlocks === undefined) return { unknown: [], givenUp: [] };
  const own = await chain.ownBlocks(await knownHeight(ctx, chain));
  const since = await ledgerSince(ctx);
  const settled = own.filter(({ foundAt }) => foundAt > since && foundAt < settledBefore);
  const rows = await ctx.db.query<{ block_hash: string; given_up: boolean }>(sql`
    SELECT block_hash, state IN ('refused', 'orphaned') AS given_up FROM rounds
     WHERE chain = ${chain.name} AND block_hash = ANY(${settled.map(({ hash }) => hash)}::text[])`);
  const known = new Map(rows.map((row) => [row.block_hash, row.given_up]));
  return {
    unknown: settled.filter(({ hash }) => !known.has(hash)),
    givenUp: settled.filter(({ hash }) => known.get(hash) === true),
  };
}

/** The newest block of before anything can have been lost. */
async function knownHeight(ctx: Pick<Context, 'db' | 'clock'>, chain: Chain): Promise<number> {
  const since = new Date((await searchedUntil(ctx.db, chain.name, ctx.clock.now())) - marginMs);
  const [newest] = await ctx.db.query<{ height: number | null }>(sql`
    SELECT max(block_height)::int AS height FROM rounds WHERE chain = ${chain.name} AND found_at < ${since}`);
  return newest?.height ?? 0;
}

/** An older ledger may have mined to the same address. */
async function ledgerSince({ db }: Pick<Context, 'db'>): Promise<number> {
  const [identity] = await db.query<{ created_at: Date }>(sql`SELECT created_at FROM pool_identity`);
  return identity?.created_at.getTime() ?? 0;
}

/**
 * Until when anything said that the database lacks what it had, in ms: a restore, a suspension for it, a comparison. A block of later was not
 * lost by it.
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

/** When the rounds of a chain were found that wait for no more than their turn to be credited: candidates, and what is mature. */
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
