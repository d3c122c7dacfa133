import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../runtime/database/database.ts';
import { hasTables } from '../domain/operations/backup/drop-tables.ts';
import { endMove, readMove, UnfinishedMove } from '../domain/operations/backup/unfinished-move.ts';
import { refuseUnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import { readMoved, RetiredDirectory } from './data-directory-state.ts';
import { moveFile } from './move-file.ts';
import { findSecret } from './secret-file.ts';

/**
 * Throws where the database is not the ledger of this data directory: half restored, half moved, or an empty one beside a directory that
 * belongs to a ledger already. `url` is undefined for the embedded database, which lies in the directory. Changes nothing.
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
  if (await hasTables(db)) return;
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

/** Completes a move that was killed after the data directory had been marked: the database is the ledger from then on. */
export async function completeMove(db: Database, dataDirectory: string): Promise<void> {
  const move = await readMove(db);
  if (move === undefined || move !== readMoved(dataDirectory)?.move) return;
  await endMove(db);
  rmSync(join(dataDirectory, moveFile), { force: true });
}
