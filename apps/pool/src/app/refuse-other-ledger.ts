import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../runtime/database/database.ts';
import { hasTables } from '../domain/operations/backup/drop-tables.ts';
import {
  endMove,
  nameCompletedMove,
  readCompletedMove,
  readMove,
  UnfinishedMove,
} from '../domain/operations/backup/unfinished-move.ts';
import { refuseUnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import { type Moved, movedMarker, readMoved, RetiredDirectory } from './data-directory-state.ts';
import { moveFile } from './move-file.ts';
import { findSecret } from './secret-file.ts';

/**
 * Throws where the database is not the ledger of this data directory: half restored, half moved, another one than its ledger was moved to,
 * or an empty one beside a directory that belongs to a ledger already. `url` is undefined for the embedded database, which lies in the directory. Changes nothing.
 */
export async function refuseOtherLedger(
  db: Database,
  { dataDirectory, url }: { readonly dataDirectory: string; readonly url: string | undefined },
): Promise<void> {
  await refuseUnfinishedRestore(db);
  if (url === undefined) return;
  const moved = readMoved(dataDirectory);
  const move = await readMove(db);
  if (move !== undefined && move !== moved?.move)
    throw new UnfinishedMove(
      'A move of a ledger into this database is running or was interrupted. The embedded ledger that was to be moved is complete and in use: ' +
        'make a new database and run openlode move-to-postgres again.',
    );
  if (await hasTables(db)) {
    if (moved?.move !== undefined && move === undefined)
      refuseOtherTarget(moved, await readCompletedMove(db), { dataDirectory, url });
    return;
  }
  if (moved !== undefined)
    throw new RetiredDirectory(
      `DATABASE_URL names an empty database, but the ledger of ${dataDirectory} was moved to ${moved.target}. ` +
        `Set DATABASE_URL to that database. To begin a new ledger, set OPENLODE_DATA to an empty directory.`,
    );
  if (findSecret(join(dataDirectory, 'secret')) !== undefined)
    throw new RetiredDirectory(
      `DATABASE_URL names an empty database, but ${dataDirectory} belongs to a pool that has a ledger already. ` +
        `Correct DATABASE_URL. To begin a new ledger, set OPENLODE_DATA to an empty directory.`,
    );
}

/**
 * The same secret opens every database that the ledger was once copied into. Where an earlier release moved it, nothing in the database tells
 * which one it is, and its name decides.
 */
function refuseOtherTarget(
  moved: Moved,
  completed: string | undefined,
  { dataDirectory, url }: { readonly dataDirectory: string; readonly url: string },
): void {
  if (completed === undefined ? isNamedBy(moved, url) : completed === moved.move) return;
  throw new RetiredDirectory(
    `DATABASE_URL names another database than the one that has the ledger of ${dataDirectory}, which was moved to ${moved.target}. ` +
      `Set DATABASE_URL to that database. If it is the same ledger under a new name, or from its dump, delete the line that begins with "move" in ${join(dataDirectory, movedMarker)}.`,
  );
}

function isNamedBy({ target }: Moved, url: string): boolean {
  const { host, pathname } = new URL(url);
  return target.startsWith(`${host}${pathname} at `);
}

/** Completes a move that was killed after the data directory had been marked: the database is the ledger from then on. */
export async function completeMove(db: Database, dataDirectory: string): Promise<void> {
  const moved = readMoved(dataDirectory)?.move;
  if (moved === undefined) return;
  const move = await readMove(db);
  if (move === undefined) {
    if ((await readCompletedMove(db)) === undefined) await nameCompletedMove(db, moved);
    return;
  }
  if (move !== moved) return;
  await endMove(db);
  rmSync(join(dataDirectory, moveFile), { force: true });
}
