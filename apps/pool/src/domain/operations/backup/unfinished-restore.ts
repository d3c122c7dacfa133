import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../runtime/database/database.ts';

/** A backup is being restored into the database, or was when its restore was killed. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
}

/** The table that marks a database from the first step of a restore until its payouts are suspended. It is in no backup. */
export const restoreMark = 'restore_unfinished';

/**
 * Marks an empty database as the target of a restore. `restore.partial` in the data directory stops the pool of that directory; this
 * mark stops pools of other directories, which would pay from restored rows before payouts are suspended.
 */
export async function beginRestore(db: Database): Promise<void> {
  await db.execute(`CREATE TABLE ${restoreMark} ()`);
}

/** In the transaction that suspends the payouts. */
export async function endRestore(tx: Queryable): Promise<void> {
  await tx.query(sql`DROP TABLE IF EXISTS restore_unfinished`);
}

/** Throws `UnfinishedRestore` where the database must not be opened. */
export async function refuseUnfinishedRestore(db: Queryable): Promise<void> {
  const [found] = await db.query<{ mark: string | null }>(
    sql`SELECT to_regclass(${restoreMark})::text AS mark`,
  );
  if ((found?.mark ?? null) !== null)
    throw new UnfinishedRestore(
      'A restore into this database is running or was interrupted. Let it end, or empty the database and restore again.',
    );
}
