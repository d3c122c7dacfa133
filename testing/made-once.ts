import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A folder that several processes of a run need is made by the first that asks, and the others wait for it. One that fails at it throws, and
 * lets the next one try. `make` gets the folder that it fills; it has its name only when it is whole.
 */
export async function madeOnce(folder: string, make: (making: string) => Promise<void>): Promise<string> {
  const making = `${folder}-making`;
  while (!existsSync(folder)) {
    if (!isFirst(making)) {
      await sleep(100);
      continue;
    }
    try {
      // Another may have been done since the look above.
      if (existsSync(folder)) break;
      await make(making);
      renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  return folder;
}

/** Whether this process is the one that makes it: a folder can be made once only. */
export function isFirst(making: string): boolean {
  try {
    mkdirSync(making);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
