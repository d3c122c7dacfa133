import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { type Closures, delistedSince } from '../miners/coin-status.ts';
import type { WorkLine } from '../kernel/work-batch.ts';

/**
 * Whether the work of a line is credited. Work that was accepted before its coin was closed is, however late it is recorded. Later work
 * enters no window, so rewards are shared as if it had not been done.
 */
export function judgeCredited(closures: Closures): (line: Pick<WorkLine, 'miner' | 'firstAt'>) => boolean {
  const closedSince = new Map<string, number | null | undefined>();
  return ({ miner: { coin }, firstAt }) => {
    if (!closedSince.has(coin)) closedSince.set(coin, delistedSince(closures, coin));
    const since = closedSince.get(coin);
    return since === undefined || (since !== null && firstAt < since);
  };
}

/** Counts work that is credited to no one, so that all work which was accepted can still be accounted for. */
export async function countUncredited(
  tx: Transaction,
  algorithm: string,
  lines: readonly Pick<WorkLine, 'miner' | 'work' | 'shares'>[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(sql`
    INSERT INTO uncredited_work AS known (coin, algorithm, work, shares)
    SELECT coin, ${algorithm}, sum(work), sum(shares)
      FROM unnest(
        ${lines.map(({ miner }) => miner.coin)}::text[], ${lines.map(({ work }) => work)}::numeric[],
        ${lines.map(({ shares }) => shares)}::bigint[]) AS line (coin, work, shares)
     GROUP BY coin ORDER BY coin
    ON CONFLICT (coin, algorithm) DO UPDATE SET
      work = known.work + excluded.work, shares = known.shares + excluded.shares`);
}
