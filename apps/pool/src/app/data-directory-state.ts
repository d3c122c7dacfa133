import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../runtime/append-log/sync-directory.ts';

/** The embedded database of a data directory must not be used: its ledger lives elsewhere, or is only half restored. */
export class RetiredDirectory extends Error {
  override readonly name = 'RetiredDirectory';
}

/** In a data directory whose embedded database was moved to PostgreSQL: where to and when. */
export const movedMarker = 'moved-to-postgres';

/** What a restore writes to before it is whole. */
export const restoreDirectory = 'restore.partial';

/** What the file that a move leaves says; `move` is undefined where an earlier release wrote it. */
export interface Moved {
  /** Host, database and time, for people. */
  readonly target: string;
  /** The id of the move, which its target knows as well until the move is complete. */
  readonly move: string | undefined;
}

/** Marks the embedded database as moved, durably and at once whole. Names the target without its password. */
export function markMoved(
  dataDirectory: string,
  { url, move, at }: { readonly url: string; readonly move: string; readonly at: number },
): void {
  const { host, pathname } = new URL(url);
  const text = `${host}${pathname} at ${new Date(at).toISOString()}\nmove ${move}\n`;
  const path = join(dataDirectory, movedMarker);
  writeFileSync(`${path}.partial`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.partial`, path);
  syncDirectory(dataDirectory);
}

/** Where the ledger of a data directory was moved to; undefined where it was not. */
export function readMoved(dataDirectory: string): Moved | undefined {
  const path = join(dataDirectory, movedMarker);
  if (!existsSync(path)) return undefined;
  const [target = '', second = ''] = readFileSync(path, 'utf8').split('\n');
  return { target, move: /^move (\S+)$/.exec(second)?.[1] };
}

/** Throws `RetiredDirectory` where the database of these settings must not be opened. `url` is undefined for the embedded one. */
export function refuseRetiredDirectory(dataDirectory: string, url: string | undefined): void {
  const partial = join(dataDirectory, restoreDirectory);
  if (existsSync(partial))
    throw new RetiredDirectory(
      `A restore into ${dataDirectory} was interrupted. Delete ${partial}, empty the target database, and restore again.`,
    );
  const moved = readMoved(dataDirectory);
  const embedded = join(dataDirectory, 'database');
  if (url !== undefined && moved === undefined && existsSync(embedded))
    throw new RetiredDirectory(
      `${embedded} holds a ledger that was not moved to PostgreSQL, so DATABASE_URL would begin another one. ` +
        `Leave DATABASE_URL out and run openlode move-to-postgres, or move ${embedded} away if it is no longer needed.`,
    );
  if (url !== undefined || moved === undefined) return;
  throw new RetiredDirectory(
    `The ledger of ${dataDirectory} was moved to PostgreSQL: ${moved.target}. Set DATABASE_URL to that database. ` +
      `To go back to the old ledger, and lose everything since, delete ${join(dataDirectory, movedMarker)}.`,
  );
}
