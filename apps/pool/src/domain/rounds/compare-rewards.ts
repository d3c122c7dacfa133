import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Chain, WatchedReward } from '../kernel/chain.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & { readonly chains: readonly Chain[] };

/** A credited block whose reward the wallets have otherwise. Amounts in coins, as text. */
export interface RewardDifference {
  readonly chain: string;
  readonly height: string;
  readonly hash: string;
  readonly asset: string;
  readonly credited: string;
  readonly wallets: readonly { readonly wallet: string; readonly amount: string }[];
}

/** Blocks of a chain that are looked at in one turn, the newest first. */
const atOnce = 200;
/** The number of wallets that must say the same, where there are that many. */
const witnesses = 2;

interface Row {
  readonly id: bigint;
  readonly height: string;
  readonly hash: string;
  readonly asset: string;
  readonly credited: bigint;
}

/**
 * Holds the rewards of credited blocks against the wallets that watch the address of the chain, to the unit. A block is done once two
 * wallets, or the only one, have what was credited; a difference needs as many, and none that agrees. One that pays
 * another address than the present one is done, too: no wallet watches that any more. It moves nothing. A chain that no wallet
 * watches is left alone, and one that does not answer keeps no other from being compared; what failed is thrown at the end.
 */
export async function compareRewards(ctx: Context): Promise<RewardDifference[]> {
  const differences: RewardDifference[] = [];
  await forEachIsolated(ctx.chains, async (chain) => {
    if (chain.watchedRewards === undefined) return;
    for (const row of await uncompared(ctx, chain)) {
      const seen = await chain.watchedRewards(row.hash);
      if (seen === 'unwatched') return;
      const verdict = seen === 'elsewhere' ? seen : judgeWatched(row.credited, seen.rewards, seen.wallets);
      if (verdict === 'as-credited' || verdict === 'elsewhere')
        await ctx.db.query(sql`
          UPDATE rounds SET reward_compared_at = ${new Date(ctx.clock.now())} WHERE id = ${row.id}`);
      if (seen !== 'elsewhere' && verdict === 'different')
        differences.push(differenceOf(chain, row, seen.rewards));
    }
  });
  return differences;
}

/** `wallets`: how many watch the address, whether they can say something of this block or not. */
export function judgeWatched(
  credited: bigint,
  rewards: readonly WatchedReward[],
  wallets: number,
): 'as-credited' | 'different' | 'undecided' {
  const needed = Math.min(witnesses, wallets);
  const same = rewards.filter(({ amount }) => amount === credited).length;
  if (needed === 0) return 'undecided';
  if (same >= needed) return 'as-credited';
  return same === 0 && rewards.length >= needed ? 'different' : 'undecided';
}

function uncompared({ db }: Context, { name }: Chain): Promise<Row[]> {
  return db.query<Row>(sql`
    SELECT rounds.id, block_height::text AS height, block_hash AS hash, asset, amount AS credited
      FROM (
        SELECT id, block_height, block_hash FROM rounds
         WHERE chain = ${name} AND state = 'credited' AND reorged_at IS NULL AND reward_compared_at IS NULL
         ORDER BY id DESC LIMIT ${atOnce}
      ) AS rounds
      JOIN reward_lines ON round_id = rounds.id AND line = 1
     ORDER BY rounds.id DESC`);
}

function differenceOf(
  { name }: Chain,
  { height, hash, asset, credited }: Row,
  rewards: readonly WatchedReward[],
): RewardDifference {
  return {
    chain: name,
    height,
    hash,
    asset,
    credited: formatAmount(credited),
    wallets: rewards.map(({ wallet, amount }) => ({ wallet, amount: formatAmount(amount) })),
  };
}

/** One of them, for an operator. */
export function differenceText({ chain, height, asset, credited, wallets }: RewardDifference): string {
  const reported = wallets.map(({ wallet, amount }) => `${wallet} ${amount}`).join(', ');
  return `block ${height} of ${chain}: credited ${credited} ${asset}, received by the wallets ${reported}`;
}
