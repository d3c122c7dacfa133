import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** What a whole run keeps at once in temporary folders is below a tenth of it. */
const bytesNeeded = 4 * 2 ** 30;

/** What a machine has free, in bytes; `inMemory` is undefined where there is no such folder. */
export interface FreeSpace {
  readonly inMemory: number | undefined;
  readonly memory: number;
}

/** Whether temporary files may lie in memory: what is left must do for suites, pools and browsers as well. */
export function isRoomy({ inMemory, memory }: FreeSpace): boolean {
  return inMemory !== undefined && inMemory >= bytesNeeded && memory >= 2 * bytesNeeded;
}

/**
 * Makes a folder in memory for the temporary files of a run and removes it when this process ends; undefined where there is no room.
 * A database forces each commit to the disk, and a disk that others write to answers after seconds: no suite is about that.
 */
export function makeMemoryFolder(shared = '/dev/shm'): string | undefined {
  if (!isRoomy({ inMemory: freeIn(shared), memory: freemem() })) return undefined;
  const folder = mkdtempSync(join(shared, 'openlode-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function freeIn(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
