import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../runtime/database/sync-directory.ts';

/** The embedded database of a data directory must not be used: its ledger lives elsewhere, or is only half restored. */
export class RetiredDirectory extends Error {
  override readonly name = 'RetiredDirectory';
}

/** In a data directory whose embedded database was moved to PostgreSQL: where to and when. */
const movedMarker = 'moved-to-postgres';

/** What a restore writes to before it is whole. */
export const restoreDirectory = 'restore.partial';

/** Marks the embedded database as moved, durably. Names the target without its password. */
export function markMoved(dataDirectory: string, url: string, at: number): void {
  const { host, pathname } = new URL(url);
  const text = `${host}${pathname} at ${new Date(at).toISOString()}\n`;
  writeFileSync(join(dataDirectory, movedMarker), text, { mode: 0o600, flush: true });
  syncDirectory(dataDirectory);
}

/** Throws `RetiredDirectory` where the database of these settings must not be opened. `url` is undefined for the embedded one. */
export function refuseRetiredDirectory(dataDirectory: string, url: string | undefined): void {
  const partial = join(dataDirectory, restoreDirectory);
  if (existsSync(partial))
    throw new RetiredDirectory(
      `A restore into ${dataDirectory} was interrupted. Delete ${partial}, empty the target database, and restore again.`,
    );
  const marker = join(dataDirectory, movedMarker);
  const isMoved = existsSync(marker);
  const embedded = join(dataDirectory, 'database');
  if (url !== undefined && !isMoved && existsSync(embedded))
    throw new RetiredDirectory(
      `${embedded} holds a ledger that was not moved to PostgreSQL, so DATABASE_URL would begin another one. ` +
        `Leave DATABASE_URL out and run openlode move-to-postgres, or move ${embedded} away if it is no longer needed.`,
    );
  if (url !== undefined || !isMoved) return;
  const target = readFileSync(marker, 'utf8').trim();
  throw new RetiredDirectory(
    `The ledger of ${dataDirectory} was moved to PostgreSQL: ${target}. Set DATABASE_URL to that database. ` +
      `To go back to the old ledger, and lose everything since, delete ${marker}.`,
  );
}
