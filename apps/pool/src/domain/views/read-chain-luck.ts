import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { rewardsSimulatedWork } from '../rounds/simulated-chain-name.ts';

/** The newest blocks of a chain that its luck counts … */
const luckBlocksMax = 100;
/** … and the days that they may be old. */
const luckDays = 30;

const dayMs = 86_400_000;

/** How the blocks of a chain compare with the work that was done for them. */
export interface ChainLuck {
  readonly chain: string;
  readonly algorithm: string;
  /** Blocks of the past days whose work is known. */
  readonly blocks: number;
  /** How many blocks that work makes on average, the search that goes on included. */
  readonly expected: number;
  /** The part of an average block that the search that goes on has done; above 1 where it is late. */
  readonly search: number;
}

interface Row {
  readonly chain: string;
  readonly algorithm: string;
  readonly blocks: number;
  readonly expected: number;
  readonly mined_work: bigint;
  readonly network_work: bigint;
}

/**
 * The luck of the chains that are named, in their order; a chain without a block whose work was recorded has none. It reads
 * `luckBlocksMax` blocks of each, however many there are.
 */
export async function readChainLuck(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  chains: readonly string[],
): Promise<ChainLuck[]> {
  const since = new Date(clock.now() - luckDays * dayMs);
  const rows = await db.query<Row>(sql`
    SELECT named.chain, newest.algorithm, newest.mined_work, newest.network_work, past.blocks, past.expected
      FROM unnest(${chains}::text[]) WITH ORDINALITY AS named (chain, place)
      CROSS JOIN LATERAL (
        SELECT algorithm, mined_work, network_work FROM rounds
         WHERE rounds.chain = named.chain AND mined_work IS NOT NULL AND state <> 'refused'
         ORDER BY mined_work DESC, id DESC LIMIT 1
      ) AS newest
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS blocks, coalesce(sum(took / network_work), 0)::float8 AS expected
          FROM (
            SELECT found_at, network_work, mined_work - lead(mined_work) OVER (ORDER BY mined_work DESC, id DESC) AS took
              FROM (
                SELECT id, found_at, network_work, mined_work FROM rounds
                 WHERE rounds.chain = named.chain AND mined_work IS NOT NULL AND state <> 'refused'
                 ORDER BY mined_work DESC, id DESC LIMIT ${luckBlocksMax + 1}
              ) AS last
          ) AS searches
         WHERE took IS NOT NULL AND found_at >= ${since}
      ) AS past
     ORDER BY named.place`);
  const mined = await minedWork({ db });
  return rows.map((row) => {
    const total = mined(row.algorithm, rewardsSimulatedWork(row.chain)) ?? row.mined_work;
    // The difficulty of now is the newest block's but for what has changed since: good enough for a search that goes on.
    const search = Math.max(0, Number(total - row.mined_work) / Number(row.network_work));
    const { chain, algorithm, blocks, expected } = row;
    return { chain, algorithm, blocks, expected: expected + search, search };
  });
}

async function minedWork({
  db,
}: Pick<ServiceContext, 'db'>): Promise<(algorithm: string, simulated: boolean) => bigint | undefined> {
  const rows = await db.query<{ algorithm: string; simulated: boolean; work: bigint }>(
    sql`SELECT algorithm, simulated, work FROM mined_work`,
  );
  const works = new Map(rows.map((row) => [`${row.algorithm} ${row.simulated}`, row.work]));
  return (algorithm, simulated) => works.get(`${algorithm} ${simulated}`);
}
