import { kept } from '@openlode/catalogue/retention';
import sql from 'sql-template-tag';
import { minerUuid } from '../miners/miner-uuid.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { MinerKey } from '../kernel/work-batch.ts';

/** Accepted shares of one miner and algorithm, with the sums that `share_statistics` keeps. */
export interface StatisticsLine {
  readonly algorithm: string;
  readonly miner: MinerKey;
  readonly shares: number;
  readonly depth: number;
  /** Blocks that work on the pool's own chains finds on average. */
  readonly blocks: number;
  /** The same of other pools' work that was judged here, and how many of its shares were blocks. */
  readonly relayedBlocks: number;
  readonly relayedFound: number;
}

const dayMs = 86_400_000;

/**
 * Adds sums to those of the day and forgets those of 35 days ago. A miner that is not in the ledger yet is left out:
 * its first shares are still on their way.
 */
export async function recordShareStatistics(
  { db, clock, secret }: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  lines: readonly StatisticsLine[],
): Promise<void> {
  const now = clock.now();
  await db.query(sql`DELETE FROM share_statistics WHERE day < ${new Date(now - kept.shareStatisticsMs)}`);
  if (lines.length === 0) return;
  const day = new Date(Math.floor(now / dayMs) * dayMs);
  await db.query(sql`
    INSERT INTO share_statistics AS known
      (miner_id, algorithm, day, shares, depth, expected_blocks, relayed_expected, relayed_found)
    SELECT miners.id, line.algorithm, ${day}, sum(line.shares), sum(line.depth), sum(line.blocks),
           sum(line.relayed_blocks), sum(line.relayed_found)
      FROM unnest(
        ${lines.map((line) => minerUuid(secret, line.miner))}::uuid[],
        ${lines.map((line) => line.algorithm)}::text[], ${lines.map((line) => line.shares)}::bigint[],
        ${lines.map((line) => line.depth)}::float8[], ${lines.map((line) => line.blocks)}::float8[],
        ${lines.map((line) => line.relayedBlocks)}::float8[], ${lines.map((line) => line.relayedFound)}::bigint[])
        AS line (uuid, algorithm, shares, depth, blocks, relayed_blocks, relayed_found)
      JOIN miners ON miners.uuid = line.uuid
     GROUP BY miners.id, line.algorithm ORDER BY miners.id, line.algorithm
    ON CONFLICT (miner_id, algorithm, day) DO UPDATE SET
      shares = known.shares + excluded.shares, depth = known.depth + excluded.depth,
      expected_blocks = known.expected_blocks + excluded.expected_blocks,
      relayed_expected = known.relayed_expected + excluded.relayed_expected,
      relayed_found = known.relayed_found + excluded.relayed_found`);
}
