import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WalletFailure } from '../family.ts';

/** Where systems keep files in memory. */
const memory = '/dev/shm';
/** `TMPFS_MAGIC` of statfs(2). */
const tmpfs = 0x01021994;

/**
 * A folder in memory that only this user can read, for a key that a program takes from a file: on a disk it could be found again after it was
 * removed.
 *
 * @param directory the signer's, by which its folders are known
 * @throws WalletFailure where there is no such memory
 */
export function makeFolder(directory: string): string {
  if (statfsSync(memory, { bigint: false }).type !== tmpfs)
    throw new WalletFailure(`${memory} is no memory: the key of Monero would be written on a disk.`);
  return mkdtempSync(join(memory, prefixOf(directory)));
}

export function drop(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** What a signer on this directory has left that was killed: its wallet ended with it. Only one at a time has the journal. */
export function dropLeftovers(directory: string): void {
  const prefix = prefixOf(directory);
  for (const name of namesIn(memory)) {
    const path = join(memory, name);
    if (name.startsWith(prefix) && lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
      drop(path);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function prefixOf(directory: string): string {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 16);
  return `openlode-signer-${name}-`;
}
