import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file on its way to the disk. */
export interface NewFile {
  write(text: string): Promise<void>;
  /** The file has its name from here on, and the disk has all of it. */
  finish(): Promise<void>;
  /** Nothing of it stays. */
  abandon(): Promise<void>;
}

/** Why a file cannot be made; the message says all there is to say. */
export class NewFileFault extends Error {
  override readonly name = 'NewFileFault';
}

/** Begins a new file that only its owner can read. Throws a `NewFileFault` where there is one of that name, or no folder for it. */
export async function createNewFile(file: string): Promise<NewFile> {
  if (existsSync(file)) throw new NewFileFault(`${file} is there already`);
  if (!existsSync(dirname(file)))
    throw new NewFileFault(
      `${dirname(file)} is not there: make the folder first, for the user that the pool runs as`,
    );
  const partial = `${file}.partial`;
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new NewFileFault(
        `${partial} is there: one that was not finished; delete it if none is being written`,
      );
    throw error;
  });
  return {
    write: (text) => handle.appendFile(text),
    finish: async () => {
      await handle.sync();
      await handle.close();
      await rename(partial, file);
    },
    abandon: async () => {
      await handle.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}
