import { valueInUsd } from '@openlode/money/convert';
import sql, { empty } from 'sql-template-tag';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A line of a miner's earnings. Amounts in units of 10^-18, work in expected hashes. */
export interface Reward {
  readonly kind: 'mining' | 'referral';
  readonly creditedAt: number;
  readonly algorithm: string;
  readonly blockHeight: bigint;
  readonly blockHash: string;
  readonly asset: string;
  readonly credited: bigint;
  readonly coin: string;
  /** What was credited in dollars when it was, in units of 10^-18; undefined where no price was needed, or none known. */
  readonly usd: bigint | undefined;
  /** How a part of a reward became a credit; undefined for what others' work earned. */
  readonly receipt:
    | {
        readonly work: bigint;
        readonly roundWork: bigint;
        readonly reward: bigint;
        readonly share: bigint;
        readonly rate: string;
        readonly rateSource: string;
        readonly rateAt: number;
        readonly gross: bigint;
        readonly fee: bigint;
        readonly referral: bigint;
      }
    | undefined;
}

/** Read at once; small enough that nothing else waits for it. */
const rowsPerPage = 500;

/** The denominator of a referral's part of a gross: 10^12. */
const wholeInParts = 1_000_000_000_000n;

/**
 * Everything a miner was ever credited, the oldest first, read page by page while it is taken: however long the history, only
 * one page of it is in memory. What waits for a rate is not credited yet and left out.
 */
export async function* readRewards(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  miner: Pick<Miner, 'id' | 'coin'>,
): AsyncGenerator<readonly Reward[]> {
  const until = new Date(ctx.clock.now());
  let last: RewardRow | undefined;
  for (;;) {
    const rows: RewardRow[] = await ctx.db.query<RewardRow>(sql`
      SELECT earned.*, rounds.algorithm, chain, coalesce(reference, block_hash) AS block_hash, block_height, reward_lines.asset,
             reward_lines.amount AS reward
        FROM (
          SELECT 'mining' AS kind, credited_at, round_id, line, work, round_work, share, rate, rate_source, rate_at,
                 usd_per_asset, gross, fee, referral, credited
            FROM credits
           WHERE miner_id = ${miner.id} AND waiting IS NULL AND credited_at <= ${until}
             ${last === undefined ? empty : sql`AND credited_at >= ${last.credited_at}`}
          UNION ALL
          SELECT 'referral', referral_credits.credited_at, round_id, line, 0, 0,
                 sum(trunc(share * parts / ${wholeInParts}::numeric)), '', '', min(rate_at), max(usd_per_asset), 0, 0, 0,
                 sum(referral_credits.credited)
            FROM referral_credits JOIN credits USING (round_id, line, miner_id)
           WHERE owner_id = ${miner.id} AND referral_credits.waiting IS NULL AND referral_credits.credited_at <= ${until}
             ${last === undefined ? empty : sql`AND referral_credits.credited_at >= ${last.credited_at}`}
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
    blockHeight: row.block_height,
    blockHash: row.block_hash,
    asset: row.asset,
    credited: row.credited,
    coin,
    usd: usdOf(row),
    receipt: isMined
      ? {
          work: row.work,
          roundWork: row.round_work,
          reward: row.reward,
          share: row.share,
          rate: row.rate,
          rateSource: row.rate_source,
          rateAt: row.rate_at.getTime(),
          gross: row.gross,
          fee: row.fee,
          referral: row.referral,
        }
      : undefined,
  };
}

/** The fee is taken from the value as it is taken from the amount; a referral's share is net already. */
function usdOf({ kind, share, usd_per_asset: price, credited, gross }: RewardRow): bigint | undefined {
  if (price === '0') return undefined;
  const value = valueInUsd(share, price);
  if (kind === 'referral') return value;
  return gross === 0n ? 0n : (value * credited) / gross;
}
