import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** When a round began: it spans from the block before it to its own. */
export async function startOfRound(
  db: Queryable,
  round: { readonly id: bigint; readonly algorithm: string; readonly found_at: Date },
): Promise<number> {
  const [before] = await db.query<{ found_at: Date }>(sql`
    SELECT found_at FROM rounds WHERE algorithm = ${round.algorithm} AND id < ${round.id}
       AND state IN ('accepted', 'credited') ORDER BY id DESC LIMIT 1`);
  if (before !== undefined) return before.found_at.getTime();
  const [first] = await db.query<{ opened_at: Date }>(
    sql`SELECT opened_at FROM slices WHERE algorithm = ${round.algorithm} ORDER BY id LIMIT 1`,
  );
  return (first?.opened_at ?? round.found_at).getTime();
}
