import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../runtime/database/database.ts';

/** A ledger is being moved into the database, or was when its move was killed. */
export class UnfinishedMove extends Error {
  override readonly name = 'UnfinishedMove';
}

/** The table that marks the target of a move from its first step until the old ledger is retired. It is in no backup. */
export const moveMark = 'move_unfinished';

/**
 * The table that marks the target after that. A dump of the database contains it, a backup does not, because a restore makes another
 * ledger.
 */
export const movedMark = 'move_completed';

/** Marks an empty database as the target of a move, so that no process opens it beside the ledger that is still the valid one. */
export async function beginMove(db: Queryable, move: string): Promise<void> {
  await db.query(sql`CREATE TABLE move_unfinished (move text NOT NULL)`);
  await db.query(sql`INSERT INTO move_unfinished (move) VALUES (${move})`);
}

/**
 * Called once the data directory records that its ledger has moved. The id of the move stays in the database and distinguishes it from
 * other databases that the same ledger was copied into.
 */
export async function endMove(db: Database): Promise<void> {
  await db.execute(`ALTER TABLE IF EXISTS ${moveMark} RENAME TO ${movedMark}`);
}

/** The id of the move that made the ledger of this database; undefined where no move did, or one of an earlier release. */
export function readCompletedMove(db: Queryable): Promise<string | undefined> {
  return readMark(db, movedMark);
}

/** Says that a database is the target of a move of an earlier release, which left no id in it. */
export async function nameCompletedMove(db: Database, move: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`CREATE TABLE IF NOT EXISTS move_completed (move text NOT NULL)`);
    await tx.query(
      sql`INSERT INTO move_completed (move) SELECT ${move} WHERE NOT EXISTS (SELECT 1 FROM move_completed)`,
    );
  });
}

/** The id of the move whose target the database is; undefined where it is none, or the move is complete. */
export function readMove(db: Queryable): Promise<string | undefined> {
  return readMark(db, moveMark);
}

async function readMark(
  db: Queryable,
  table: typeof moveMark | typeof movedMark,
): Promise<string | undefined> {
  const [found] = await db.query<{ mark: string | null }>(sql`SELECT to_regclass(${table})::text AS mark`);
  if ((found?.mark ?? null) === null) return undefined;
  const [row] = await db.query<{ move: string }>(
    table === moveMark ? sql`SELECT move FROM move_unfinished` : sql`SELECT move FROM move_completed`,
  );
  return row?.move ?? '';
}
