import { ppmScale } from '@openlode/ledger/fee-split';
import { valueInUsd } from '@openlode/money/convert';
import sql, { empty } from 'sql-template-tag';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { utcMidnight } from '../kernel/utc-day.ts';
import { kept } from '../policy/retention-rules.ts';
import { earnedDays, lessSpreadInSql, referredShareInSql } from '../rounds/earned-days.ts';

/** A line of a miner's earnings: one reward, or all of a day of one kind, algorithm and asset. Amounts in units of 10^-18, work in expected hashes. */
export interface Reward {
  readonly kind: 'mining' | 'referral';
  /** In ms; of a day its beginning in UTC. */
  readonly creditedAt: number;
  readonly algorithm: string;
  /** Undefined for all rewards of a day, of which single receipts are not kept any more. */
  readonly block: { readonly height: bigint; readonly hash: string } | undefined;
  readonly asset: string;
  readonly credited: bigint;
  readonly coin: string;
  /** What was credited in dollars when it was, in units of 10^-18; undefined where no price was needed, or none known. */
  readonly usd: bigint | undefined;
  /** What of it the miner's own work made; undefined for what others' work earned. */
  readonly mined:
    | {
        readonly work: bigint;
        readonly share: bigint;
        readonly gross: bigint;
        readonly fee: bigint;
        readonly referral: bigint;
      }
    | undefined;
  /** How a part of a reward became a credit; undefined for a day, and for what others' work earned. */
  readonly receipt:
    | {
        readonly roundWork: bigint;
        readonly reward: bigint;
        readonly rate: string;
        readonly rateSource: string;
        readonly rateAt: number;
      }
    | undefined;
}

/** Read at once; small enough that nothing else waits for it. */
const rowsPerPage = 500;

/**
 * Everything a miner was ever credited, the oldest first, read page by page while it is taken: however long the history, only
 * one page of it is in memory. What waits for a rate is not credited yet and left out. What is older than single receipts are kept is a line a
 * day, algorithm, mined asset and kind, and one more for what had no price, whether its rounds have been closed by now or not: so no closing changes what is read here.
 */
export async function* readRewards(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  miner: Pick<Miner, 'id' | 'coin'>,
): AsyncGenerator<readonly Reward[]> {
  const now = ctx.clock.now();
  // What is closed ends a day before, so that none of it is closed while it is read.
  const since = utcMidnight(now - kept.receiptsMs);
  yield* readDays(ctx, miner, new Date(since));
  yield* readSingle(ctx, miner, { since: new Date(since), until: new Date(now) });
}

async function* readDays(
  ctx: Pick<ServiceContext, 'db'>,
  miner: Pick<Miner, 'id' | 'coin'>,
  before: Date,
): AsyncGenerator<readonly Reward[]> {
  let last: DayRow | undefined;
  for (;;) {
    const after =
      last === undefined
        ? empty
        : sql`WHERE (day, algorithm, asset, kind, priced) > (${last.day}::date, ${last.algorithm}, ${last.asset}, ${last.kind}, ${last.priced}::boolean)`;
    const rows: DayRow[] = await ctx.db.query<DayRow>(sql`
      SELECT day::text AS day, kind, algorithm, asset, priced, sum(work) AS work, sum(share) AS share, sum(gross) AS gross, sum(fee) AS fee,
             sum(referral) AS referral, sum(credited) AS credited, sum(usd) AS usd
        FROM (SELECT miner_id, day, kind, algorithm, asset, rewards, work, share, gross, fee, referral, credited, priced, usd
                FROM earning_days WHERE miner_id = ${miner.id}
              UNION ALL
              ${earnedDays(
                sql`miner_id = ${miner.id} AND credited_at < ${before}`,
                sql`owner_id = ${miner.id} AND referral_credits.credited_at < ${before}`,
              )}) AS earned ${after}
       GROUP BY day, kind, algorithm, asset, priced
       ORDER BY earned.day, algorithm, asset, kind, priced LIMIT ${rowsPerPage}`);
    if (rows.length > 0) yield rows.map((row) => rewardOfDay(miner.coin, row));
    last = rows.at(-1);
    if (rows.length < rowsPerPage) return;
  }
}

async function* readSingle(
  ctx: Pick<ServiceContext, 'db'>,
  miner: Pick<Miner, 'id' | 'coin'>,
  { since, until }: { readonly since: Date; readonly until: Date },
): AsyncGenerator<readonly Reward[]> {
  let last: RewardRow | undefined;
  for (;;) {
    const from = last?.credited_at ?? since;
    const rows: RewardRow[] = await ctx.db.query<RewardRow>(sql`
      SELECT earned.*, rounds.algorithm, chain, coalesce(reference, block_hash) AS block_hash, block_height, reward_lines.asset,
             reward_lines.amount AS reward
        FROM (
          SELECT 'mining' AS kind, credited_at, round_id, line, work, round_work, share, rate, rate_source, rate_at,
                 usd_per_asset, spread_ppm, gross, fee, referral, credited
            FROM credits
           WHERE miner_id = ${miner.id} AND waiting IS NULL AND credited_at <= ${until} AND credited_at >= ${from}
          UNION ALL
          SELECT 'referral', referral_credits.credited_at, round_id, line, 0, 0,
                 sum(${lessSpreadInSql(referredShareInSql)}), '', '', min(rate_at), max(usd_per_asset), 0, 0, 0, 0,
                 sum(referral_credits.credited)
            FROM referral_credits JOIN credits USING (round_id, line, miner_id)
           WHERE owner_id = ${miner.id} AND referral_credits.waiting IS NULL AND referral_credits.credited_at <= ${until}
             AND referral_credits.credited_at >= ${from}
           GROUP BY referral_credits.credited_at, round_id, line) AS earned
        JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id
        LEFT JOIN incomes USING (round_id)
       ${
         last === undefined
           ? empty
           : sql`WHERE (credited_at, round_id, line, kind) > (${last.credited_at}, ${last.round_id}, ${last.line}, ${last.kind})`
       }
       ORDER BY credited_at, round_id, line, kind LIMIT ${rowsPerPage}`);
    if (rows.length > 0) yield rows.map((row) => rewardOf(miner.coin, row));
    last = rows.at(-1);
    if (rows.length < rowsPerPage) return;
  }
}

interface DayRow {
  readonly day: string;
  readonly kind: 'mining' | 'referral';
  readonly algorithm: string;
  readonly asset: string;
  readonly priced: boolean;
  readonly work: bigint;
  readonly share: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly referral: bigint;
  readonly credited: bigint;
  readonly usd: bigint;
}

function rewardOfDay(
  coin: string,
  { day, kind, algorithm, asset, credited, priced, usd, ...row }: DayRow,
): Reward {
  const { work, share, gross, fee, referral } = row;
  return {
    kind,
    creditedAt: Date.parse(`${day}T00:00:00Z`),
    algorithm,
    block: undefined,
    asset,
    credited,
    coin,
    usd: priced ? usd : undefined,
    mined: kind === 'mining' ? { work, share, gross, fee, referral } : undefined,
    receipt: undefined,
  };
}

interface RewardRow {
  readonly kind: 'mining' | 'referral';
  readonly credited_at: Date;
  readonly round_id: bigint;
  readonly line: number;
  readonly work: bigint;
  readonly round_work: bigint;
  readonly share: bigint;
  readonly rate: string;
  readonly rate_source: string;
  readonly rate_at: Date;
  readonly usd_per_asset: string;
  readonly spread_ppm: number;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly referral: bigint;
  readonly credited: bigint;
  readonly algorithm: string;
  readonly block_hash: string;
  readonly block_height: bigint;
  readonly asset: string;
  readonly reward: bigint;
}

function rewardOf(coin: string, row: RewardRow): Reward {
  const isMined = row.kind === 'mining';
  return {
    kind: row.kind,
    creditedAt: row.credited_at.getTime(),
    algorithm: row.algorithm,
    block: { height: row.block_height, hash: row.block_hash },
    asset: row.asset,
    credited: row.credited,
    coin,
    usd: usdOf(row),
    mined: isMined
      ? { work: row.work, share: row.share, gross: row.gross, fee: row.fee, referral: row.referral }
      : undefined,
    receipt: isMined
      ? {
          roundWork: row.round_work,
          reward: row.reward,
          rate: row.rate,
          rateSource: row.rate_source,
          rateAt: row.rate_at.getTime(),
        }
      : undefined,
  };
}

/** What a conversion kept back, and then the fee, are taken from the value as they are from the amount; a referral's share is net already. */
function usdOf({ kind, share, spread_ppm: spread, ...row }: RewardRow): bigint | undefined {
  const { usd_per_asset: price, credited, gross } = row;
  if (price === '0') return undefined;
  if (kind === 'referral') return valueInUsd(share, price);
  const value = (valueInUsd(share, price) * (ppmScale - BigInt(spread))) / ppmScale;
  return gross === 0n ? 0n : (value * credited) / gross;
}
