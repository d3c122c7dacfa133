import { join } from 'node:path';
import { madeOnce } from './made-once.ts';

/**
 * The data directory of a pool that was started once and has seen no miner, to be copied: a quarter of what a start costs is a new database
 * with its migrations. `npm test` names the folder for it (`POOL_FIRST_DATA`), and the first process that needs it makes it by such a start.
 * Undefined where none is named.
 */
export async function firstData(makeIn: (folder: string) => Promise<void>): Promise<string | undefined> {
  const folder = process.env['POOL_FIRST_DATA'];
  return folder === undefined ? undefined : join(await madeOnce(folder, makeIn), 'data');
}
