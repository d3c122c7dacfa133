import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** Why an operator should look at a miner; the thresholds are `alarmOf`'s. */
export type LuckAlarm = 'credit-per-hash' | 'withheld-blocks';

/** How the shares and blocks of one miner and algorithm compare with chance. */
export interface MinerLuck {
  readonly coin: string;
  readonly address: string;
  readonly uuid: string;
  readonly algorithm: string;
  readonly shares: number;
  /** Credited work against the work that the distribution of its share hashes implies: about 1 for an honest miner. */
  readonly creditPerHash: number;
  /** By how many standard deviations that lies above 1. */
  readonly excess: number;
  readonly expectedBlocks: number;
  readonly foundBlocks: number;
  /** The chance that an honest miner finds so few blocks, or fewer, with this work. */
  readonly blockChance: number;
  readonly alarm: LuckAlarm | null;
}

interface Row {
  readonly coin: string;
  readonly address: string;
  readonly uuid: string;
  readonly algorithm: string;
  readonly shares: bigint;
  readonly depth: number;
  readonly expected: number;
  readonly found: bigint;
}

const dayMs = 86_400_000;

/** The miners with work in the last `days` UTC days, today among them; those with an alarm first, then those with most shares. */
export async function readLuck(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<MinerLuck[]> {
  const since = new Date((Math.floor(clock.now() / dayMs) - days + 1) * dayMs);
  const rows = await db.query<Row>(sql`
    WITH reported AS (
      SELECT miner_id, algorithm, sum(shares)::bigint AS shares, sum(depth)::float8 AS depth,
        sum(expected_blocks)::float8 AS expected
        FROM share_statistics WHERE day >= ${since} GROUP BY miner_id, algorithm
    ), blocks AS (
      SELECT finder_id AS miner_id, algorithm, count(*) AS found
        FROM rounds WHERE found_at >= ${since} AND state <> 'refused' AND upstream IS NULL GROUP BY 1, 2
    )
    SELECT coin, address, uuid, reported.algorithm, shares, depth, expected, coalesce(found, 0)::bigint AS found
      FROM reported JOIN miners ON miners.id = reported.miner_id
      LEFT JOIN blocks ON blocks.miner_id = reported.miner_id AND blocks.algorithm = reported.algorithm
     ORDER BY shares DESC, uuid LIMIT 20000`);
  const all = rows.map(judge);
  return all.toSorted((a, b) => Number(b.alarm !== null) - Number(a.alarm !== null)).slice(0, limit);
}

/** How many miners of the past week stand out, by reason. */
export async function countLuckAlarms(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
): Promise<Readonly<Record<LuckAlarm, number>>> {
  const all = await readLuck(ctx, { days: 7, limit: 20_000 });
  const count = (alarm: LuckAlarm): number => all.filter((each) => each.alarm === alarm).length;
  return { 'credit-per-hash': count('credit-per-hash'), 'withheld-blocks': count('withheld-blocks') };
}

function judge({ coin, address, uuid, algorithm, shares: counted, depth, expected, found }: Row): MinerLuck {
  const shares = Number(counted);
  const foundBlocks = Number(found);
  const excess = (shares - depth) / Math.sqrt(shares);
  const blockChance = chanceOfAtMost(foundBlocks, expected);
  return {
    coin,
    address,
    uuid,
    algorithm,
    shares,
    creditPerHash: shares / Math.max(depth, 1e-9),
    excess,
    expectedBlocks: expected,
    foundBlocks,
    blockChance,
    alarm: alarmOf(shares, excess, blockChance),
  };
}

/**
 * The sum of n depths has mean n and variance n. Chance alone puts fewer than one in a thousand million honest miners six standard
 * deviations below the mean with a hundred shares or more, and one in a million below the limit for blocks.
 */
function alarmOf(shares: number, excess: number, blockChance: number): LuckAlarm | null {
  if (shares >= 100 && excess > 6) return 'credit-per-hash';
  return blockChance < 1e-6 ? 'withheld-blocks' : null;
}

/** The chance of at most `count` events where `mean` are expected (Poisson), summed from the largest term down. */
export function chanceOfAtMost(count: number, mean: number): number {
  if (mean <= 0) return 1;
  let logFactorial = 0;
  for (let n = 2; n <= count; n++) logFactorial += Math.log(n);
  let term = Math.exp(count * Math.log(mean) - mean - logFactorial);
  let sum = 0;
  for (let n = count; n >= 0; n--) {
    sum += term;
    term *= n / mean;
  }
  return Math.min(1, sum);
}
