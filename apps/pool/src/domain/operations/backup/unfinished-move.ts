import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../runtime/database/database.ts';

/** A ledger is being moved into the database, or was when its move was killed. */
export class UnfinishedMove extends Error {
  override readonly name = 'UnfinishedMove';
}

/** The table that stands in the target of a move from its first step until the old ledger is retired. No backup has it. */
export const moveMark = 'move_unfinished';

/** Marks an empty database as the target of a move, so that no process opens it beside the ledger that is still the valid one. */
export async function beginMove(db: Queryable, move: string): Promise<void> {
  await db.query(sql`CREATE TABLE move_unfinished (move text NOT NULL)`);
  await db.query(sql`INSERT INTO move_unfinished (move) VALUES (${move})`);
}

/** Once the data directory says that its ledger has moved. */
export async function endMove(db: Database): Promise<void> {
  await db.execute(`DROP TABLE IF EXISTS ${moveMark}`);
}

/** The id of the move whose target the database is; undefined where it is none, or the move is complete. */
export async function readMove(db: Queryable): Promise<string | undefined> {
  const [found] = await db.query<{ mark: string | null }>(sql`SELECT to_regclass(${moveMark})::text AS mark`);
  if ((found?.mark ?? null) === null) return undefined;
  const [row] = await db.query<{ move: string }>(sql`SELECT move FROM move_unfinished`);
  return row?.move ?? '';
}
