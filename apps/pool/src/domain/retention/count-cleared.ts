import sql, { type Sql } from 'sql-template-tag';
import { firstRow, type Queryable } from '../../runtime/database/database.ts';

export type ClearedSource = 'batches' | 'slices' | 'minutes' | 'ten_minutes';

/**
 * Runs a deletion of rows of work and adds what they held to `cleared_work`, in one statement. `gone` answers
 * (algorithm, work, shares) of each deleted row, `deletion` is what it reads from, and `note` may keep something of it elsewhere.
 * Answers how many rows went.
 */
export async function countCleared(
  db: Queryable,
  source: ClearedSource,
  {
    deletion,
    gone,
    note = sql`SELECT 1`,
  }: { readonly deletion: Sql; readonly gone: Sql; readonly note?: Sql },
): Promise<number> {
  const rows = await db.query<{ cleared: bigint }>(sql`
    WITH deleted AS (${deletion}), gone AS (${gone}), noted AS (${note}), counted AS (
      INSERT INTO cleared_work (source, algorithm, work, shares, cleared)
      SELECT ${source}, algorithm, sum(work), sum(shares), count(*) FROM gone GROUP BY algorithm
      ON CONFLICT (source, algorithm) DO UPDATE SET
        work = cleared_work.work + excluded.work, shares = cleared_work.shares + excluded.shares,
        cleared = cleared_work.cleared + excluded.cleared
    )
    SELECT count(*) AS cleared FROM gone`);
  return Number(firstRow(rows).cleared);
}
