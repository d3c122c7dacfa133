import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import { comparedSince } from '../payouts/compare-outgoing.ts';
import type { Chain, OwnBlock } from '../kernel/chain.ts';
import { closeOpenSlice } from '../shares/slices.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly chains: readonly Chain[] };

/** A block that is younger may still be on its way into the database, with the name of who found it. */
const settledAfterMs = 600_000;

/**
 * Makes rounds of the pool's own blocks that the chain has and a restored database does not know, above the newest that it does. Who found
 * them is lost: they are shared, as ever, by the work that the database has, and stand under the name of a miner of that work. `onFound`
 * hears of each. Does nothing where there is no work to share them by.
 */
export async function recoverBlocks(
  ctx: Context,
  onFound: (block: { readonly chain: string; readonly hash: string }) => void,
): Promise<void> {
  if (!(await wasRestored(ctx))) return;
  await forEachIsolated(ctx.chains, async (chain) => {
    if (chain.ownBlocks === undefined) return;
    const own = await chain.ownBlocks(await knownHeight(ctx, chain));
    const settled = own.filter(({ foundAt }) => foundAt < ctx.clock.now() - settledAfterMs);
    const rows = await ctx.db.query<{ block_hash: string }>(sql`
      SELECT block_hash FROM rounds
       WHERE chain = ${chain.name} AND block_hash = ANY(${settled.map(({ hash }) => hash)}::text[])`);
    const known = new Set(rows.map((row) => row.block_hash));
    for (const block of settled)
      if (!known.has(block.hash) && (await recover(ctx, chain, block)))
        onFound({ chain: chain.name, hash: block.hash });
  });
}

/** The newest block of before anything can have been lost. */
async function knownHeight(ctx: Pick<Context, 'db' | 'clock'>, chain: Chain): Promise<number> {
  const since = new Date(await comparedSince(ctx.db, ctx.clock.now()));
  const [newest] = await ctx.db.query<{ height: number | null }>(sql`
    SELECT max(block_height)::int AS height FROM rounds WHERE chain = ${chain.name} AND found_at < ${since}`);
  return newest?.height ?? 0;
}

/** Only a database that came out of a backup, or was found rolled back, lacks blocks that it had. */
async function wasRestored(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const rows = await ctx.db.query(sql`
    SELECT 1 FROM payout_epochs WHERE origin = 'restored'
    UNION ALL
    SELECT 1 FROM payout_suspensions WHERE reason IN ('rolled-back', 'journal-ahead') LIMIT 1`);
  return rows.length > 0;
}

async function recover(ctx: Context, chain: Chain, block: OwnBlock): Promise<boolean> {
  const now = new Date(ctx.clock.now());
  return ctx.db.transaction(async (tx) => {
    const [miner] = await tx.query<{ account_id: bigint }>(sql`
      SELECT account_id FROM slice_work JOIN slices ON slices.id = slice_id WHERE algorithm = ${chain.algorithm} AND NOT simulated
       ORDER BY slice_id DESC, account_id LIMIT 1`);
    if (miner === undefined) return false;
    const lastSlice = await closeOpenSlice(tx, chain.algorithm, now.getTime());
    const rows = await tx.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id,
                          finder_account_id, finder_worker, found_at, state, state_at)
      VALUES (${chain.algorithm}, ${chain.name}, ${block.hash}, ${block.height}, ${block.submission},
              ${block.networkWork}, ${lastSlice}, ${miner.account_id}, '', ${new Date(block.foundAt)}, 'candidate', ${now})
      ON CONFLICT (chain, block_hash) DO NOTHING RETURNING id`);
    return rows.length > 0;
  });
}
