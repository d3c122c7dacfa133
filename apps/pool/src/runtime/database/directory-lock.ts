import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';

export interface DirectoryLock {
  release(): void;
}

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Takes a data directory for this process alone, or throws `DirectoryInUse`. PGlite has no lock of its own, and two processes
 * on one directory silently lose each other's commits. The lock is the kernel's: it ends with the process, however that ends,
 * so there is nothing stale to steal and no clock to trust.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'openlode.lock');
  const descriptor = openSync(file, 'a+', 0o600);
  if (!tryLock(descriptor)) {
    closeSync(descriptor);
    const holder = readFileSync(file, 'utf8').trim();
    throw new DirectoryInUse(
      `${directory} is in use by another Openlode${holder === '' ? '' : ` (process ${holder})`}. Stop it, or set OPENLODE_DATA to another directory.`,
    );
  }
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`);
  return {
    release: () => {
      unlock(descriptor);
      closeSync(descriptor);
    },
  };
}
