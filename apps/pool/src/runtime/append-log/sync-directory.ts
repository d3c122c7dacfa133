import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Makes names in a directory durable. Throws where its file system cannot. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same beside other work, as far as the file system can. */
export async function trySyncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().catch(() => undefined);
  await directory.close();
}
