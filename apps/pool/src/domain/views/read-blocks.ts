import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { RewardLine } from '../kernel/chain.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RoundState } from '../rounds/advance-round.ts';

/** Blocks on a page. */
const blocksPageSize = 20;
/** Pages that can be asked for: a deep page costs as much as all above it. */
const blocksPagesMax = 100;

/** A block that the pool found, and what became of it. Of its finder only the coin is told. */
export interface FoundBlock {
  readonly chain: string;
  readonly algorithm: string;
  readonly hash: string;
  readonly height: number;
  /** When its share came, ms. */
  readonly foundAt: number;
  readonly state: RoundState;
  /** When its chain had given it up after it was credited, ms: the pool bears the reward. */
  readonly reorganisedAt: number | undefined;
  /** How often it came back after it had been given up. */
  readonly revivals: number;
  /** The coin that its finder is paid in. */
  readonly finderCoin: string;
  /** Empty until its chain has taken it. */
  readonly rewards: readonly RewardLine[];
  /** The work since the block before it on its chain, against what a block takes on average; undefined where it was not recorded. */
  readonly effort: number | undefined;
  /** At least `depth` confirmations at `by` of the `of` nodes; undefined where no node was asked yet, or its chain has none. */
  readonly confirmations: { readonly depth: number; readonly by: number; readonly of: number } | undefined;
}

/** Blocks of all chains, the newest first. */
export interface BlocksPage {
  readonly list: readonly FoundBlock[];
  /** From 1. */
  readonly page: number;
  /** At least 1, also where there are none; at most `blocksPagesMax`. */
  readonly lastPage: number;
}

interface BlockRow {
  readonly id: bigint;
  readonly chain: string;
  readonly algorithm: string;
  readonly block_hash: string;
  readonly block_height: bigint;
  readonly found_at: Date;
  readonly state: RoundState;
  readonly reorged_at: Date | null;
  readonly revivals: number;
  readonly coin: string;
  readonly effort: number | null;
  readonly block_confirmations: number | null;
  readonly confirming_nodes: number | null;
  readonly asked_nodes: number | null;
}

/** A page of the blocks that were found. A page that does not exist is empty. */
export async function readBlocks({ db }: Pick<ServiceContext, 'db'>, page: number): Promise<BlocksPage> {
  const rows = await db.query<BlockRow>(sql`
    SELECT newest.*, miners.coin, ((newest.mined_work - before.mined_work) / newest.network_work)::float8 AS effort
      FROM (
        SELECT id, chain, algorithm, block_hash, block_height, found_at, state, reorged_at, revivals, finder_id, network_work,
               mined_work, block_confirmations, confirming_nodes, asked_nodes
          FROM rounds WHERE upstream IS NULL ORDER BY found_at DESC, id DESC LIMIT ${blocksPageSize} OFFSET ${(page - 1) * blocksPageSize}
      ) AS newest
      JOIN miners ON miners.id = newest.finder_id
      LEFT JOIN LATERAL (
        SELECT mined_work FROM rounds
         WHERE rounds.chain = newest.chain AND mined_work <= newest.mined_work AND rounds.id < newest.id AND state <> 'refused'
         ORDER BY mined_work DESC, rounds.id DESC LIMIT 1
      ) AS before ON true
     ORDER BY newest.found_at DESC, newest.id DESC`);
  const ids = rows.map(({ id }) => id);
  const rewards = await readRewardLines({ db }, ids);
  return {
    list: rows.map((row) =>
      blockOf(
        row,
        rewards
          .filter(({ round_id: round }) => round === row.id)
          .map(({ asset, amount }) => ({ asset, amount })),
      ),
    ),
    page,
    lastPage: await lastPageOf({ db }),
  };
}

function readRewardLines(
  { db }: Pick<ServiceContext, 'db'>,
  rounds: readonly bigint[],
): Promise<(RewardLine & { readonly round_id: bigint })[]> {
  return db.query(sql`
    SELECT round_id, asset, amount FROM reward_lines WHERE round_id = ANY(${rounds}::bigint[]) ORDER BY round_id, line`);
}

/** Counts no further than the pages that there may be. */
async function lastPageOf({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
  const rows = await db.query<{ count: bigint }>(sql`
    SELECT count(*) AS count FROM (SELECT 1 FROM rounds WHERE upstream IS NULL LIMIT ${blocksPageSize * blocksPagesMax}) AS counted`);
  return Math.max(1, Math.ceil(Number(firstRow(rows).count) / blocksPageSize));
}

function blockOf(row: BlockRow, rewards: readonly RewardLine[]): FoundBlock {
  const { block_confirmations: depth, confirming_nodes: by, asked_nodes: of } = row;
  return {
    chain: row.chain,
    algorithm: row.algorithm,
    hash: row.block_hash,
    height: Number(row.block_height),
    foundAt: row.found_at.getTime(),
    state: row.state,
    reorganisedAt: row.reorged_at?.getTime(),
    revivals: row.revivals,
    finderCoin: row.coin,
    rewards,
    effort: row.effort ?? undefined,
    confirmations: depth === null || by === null || of === null ? undefined : { depth, by, of },
  };
}
