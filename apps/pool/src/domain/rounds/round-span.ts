import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** When a round began: it spans from the block before it to its own, or the work that another pool has paid for. */
export async function startOfRound(
  db: Queryable,
  round: { readonly id: bigint; readonly algorithm: string; readonly found_at: Date },
): Promise<number> {
  const [income] = await db.query<{ worked_from: Date }>(
    sql`SELECT worked_from FROM incomes WHERE round_id = ${round.id}`,
  );
  if (income !== undefined) return income.worked_from.getTime();
  const [before] = await db.query<{ found_at: Date }>(sql`
    SELECT found_at FROM rounds WHERE algorithm = ${round.algorithm} AND id < ${round.id}
       AND state IN ('accepted', 'credited') AND upstream IS NULL ORDER BY id DESC LIMIT 1`);
  if (before !== undefined) return before.found_at.getTime();
  const [first] = await db.query<{ opened_at: Date }>(
    sql`SELECT opened_at FROM slices WHERE algorithm = ${round.algorithm} AND upstream IS NULL ORDER BY id LIMIT 1`,
  );
  return (first?.opened_at ?? round.found_at).getTime();
}
