import sql from 'sql-template-tag';
import { firstRow, type Queryable } from '../../db/database.ts';
import { countedHours, isOwnersShare } from './owner-rules.ts';

/** Whether a source, as `sourceKey` writes it, is one of the account's owner. */
export async function ownsSource(
  db: Queryable,
  accountId: bigint,
  source: string,
  now: number,
): Promise<boolean> {
  const { from, to } = countedHours(now);
  const [since, until] = [new Date(from), new Date(to)];
  // All accepted work is in the ten minutes, from wherever it came.
  const rows = await db.query<{ own: bigint; total: bigint }>(sql`
    SELECT (SELECT coalesce(sum(work), 0) FROM source_work
             WHERE account_id = ${accountId} AND source = ${source} AND hour >= ${since} AND hour < ${until}) AS own,
           (SELECT coalesce(sum(work), 0) FROM account_ten_minutes
             WHERE account_id = ${accountId} AND at >= ${since} AND at < ${until}) AS total`);
  const { own, total } = firstRow(rows);
  return isOwnersShare(own, total);
}
