import { createReadStream, readdirSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

const partBytes = 1024 * 1024;

/** Whether a file lies in a directory, at any depth. */
export function liesIn(file: string, directory: string): boolean {
  return `${dirname(resolve(file))}${sep}`.startsWith(`${resolve(directory)}${sep}`);
}

/** The files of a directory that `isCopied` takes, as paths below it with `/`; it is asked of folders too. */
export function listFiles(directory: string, isCopied: (path: string) => boolean, below = ''): string[] {
  return readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!isCopied(path)) return [];
    if (entry.isDirectory()) return listFiles(directory, isCopied, path);
    return entry.isFile() ? [path] : [];
  });
}

/** A file in parts of at most 1 MiB; none where it is empty. */
export async function* readParts(directory: string, path: string): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(join(directory, path), { highWaterMark: partBytes }))
    yield part as Buffer;
}

/** Adds bytes to a file that only its owner can read; makes it, and the folders above it, where it is missing. */
export async function appendPart(directory: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, bytes, { mode: 0o600 });
}
