import { open } from 'node:fs/promises';

/** Makes the names in a folder durable, where its file system can. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}
