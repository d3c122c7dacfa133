import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { judgedFrom, keepsBlocksBack, luckWindows } from './withheld-blocks.ts';

/** Why an operator should look at a miner; the thresholds are `alarmOf`'s. The last is of blocks of other pools' work. */
export type LuckAlarm = 'credit-per-hash' | 'withheld-blocks' | 'withheld-relayed-blocks';

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
  /** The same of other pools' work, whose shares are judged here: those that were blocks there. */
  readonly relayedExpected: number;
  readonly relayedFound: number;
  readonly relayedChance: number;
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
  readonly relayed_expected: number;
  readonly relayed_found: bigint;
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
        sum(expected_blocks)::float8 AS expected, sum(relayed_expected)::float8 AS relayed_expected,
        sum(relayed_found)::bigint AS relayed_found
        FROM share_statistics WHERE day >= ${since} GROUP BY miner_id, algorithm
    ), blocks AS (
      SELECT finder_id AS miner_id, algorithm, count(*) AS found
        FROM rounds WHERE found_at >= ${since} AND state <> 'refused' AND upstream IS NULL GROUP BY 1, 2
    )
    SELECT coin, address, uuid, reported.algorithm, shares, depth, expected, coalesce(found, 0)::bigint AS found,
           relayed_expected, relayed_found
      FROM reported JOIN miners ON miners.id = reported.miner_id
      LEFT JOIN blocks ON blocks.miner_id = reported.miner_id AND blocks.algorithm = reported.algorithm
     ORDER BY shares DESC, uuid LIMIT 20000`);
  const judged = {
    own: rows.filter(({ expected }) => expected >= judgedFrom).length,
    relayed: rows.filter(({ relayed_expected: expected }) => expected >= judgedFrom).length,
  };
  const all = rows.map((row) => judge(row, judged));
  return all.toSorted((a, b) => Number(b.alarm !== null) - Number(a.alarm !== null)).slice(0, limit);
}

/** A miner that stands out, and in how many UTC days. */
export interface LuckFinding extends MinerLuck {
  readonly days: number;
  readonly alarm: LuckAlarm;
}

/** The miners that stand out in one of the windows; one that does in both, in the shorter. */
export async function readLuckAlarms(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  { limit }: { readonly limit: number } = { limit: 20_000 },
): Promise<LuckFinding[]> {
  const found = new Map<string, LuckFinding>();
  for (const days of luckWindows)
    for (const each of await readLuck(ctx, { days, limit })) {
      const key = `${each.uuid} ${each.algorithm}`;
      const { alarm } = each;
      if (alarm !== null && !found.has(key)) found.set(key, { ...each, alarm, days });
    }
  return [...found.values()];
}

/** How many miners stand out, by reason. */
export async function countLuckAlarms(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
): Promise<Readonly<Record<LuckAlarm, number>>> {
  const all = await readLuckAlarms(ctx);
  const count = (alarm: LuckAlarm): number => all.filter((each) => each.alarm === alarm).length;
  return {
    'credit-per-hash': count('credit-per-hash'),
    'withheld-blocks': count('withheld-blocks'),
    'withheld-relayed-blocks': count('withheld-relayed-blocks'),
  };
}

function judge(
  { coin, address, uuid, algorithm, depth, expected, relayed_expected: relayedExpected, ...row }: Row,
  judged: { readonly own: number; readonly relayed: number },
): MinerLuck {
  const shares = Number(row.shares);
  const foundBlocks = Number(row.found);
  const relayedFound = Number(row.relayed_found);
  const excess = (shares - depth) / Math.sqrt(shares);
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
    blockChance: chanceOfAtMost(foundBlocks, expected),
    relayedExpected,
    relayedFound,
    relayedChance: chanceOfAtMost(relayedFound, relayedExpected),
    alarm: alarmOf(shares, excess, {
      own: keepsBlocksBack(foundBlocks, expected, judged.own),
      relayed: keepsBlocksBack(relayedFound, relayedExpected, judged.relayed),
    }),
  };
}

/**
 * The sum of n depths has mean n and variance n. Chance alone puts fewer than one in a thousand million honest miners six standard deviations below
 * the mean with a hundred shares or more.
 */
function alarmOf(
  shares: number,
  excess: number,
  keepsBack: { readonly own: boolean; readonly relayed: boolean },
): LuckAlarm | null {
  if (shares >= 100 && excess > 6) return 'credit-per-hash';
  if (keepsBack.own) return 'withheld-blocks';
  return keepsBack.relayed ? 'withheld-relayed-blocks' : null;
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
