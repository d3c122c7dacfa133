import sql from 'sql-template-tag';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';

/** How many shares are recorded, by the list of batches alone. */
export async function recordedShares(db: Database): Promise<number> {
  const [row] = await db.query<{ shares: bigint }>(
    sql`SELECT coalesce(sum(shares), 0)::bigint AS shares FROM work_batches`,
  );
  return Number(row?.shares ?? 0);
}
