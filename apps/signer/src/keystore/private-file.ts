import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A file or directory that others could read or write is refused. */
export class NotPrivate extends Error {
  override readonly name = 'NotPrivate';
}

/** Reads a file of this user that no other may read. */
export function readPrivateFile(path: string): string {
  requirePrivate(path);
  return readFileSync(path, 'utf8');
}

/**
 * Throws where group or others have a right to it, or it belongs to another user than the process.
 *
 * @param rights those that may not be there: all, or writing only
 */
export function requirePrivate(path: string, rights: 'all' | 'write' = 'all'): void {
  const { mode, uid } = statSync(path);
  const forbidden = rights === 'all' ? 0o077 : 0o022;
  if ((mode & forbidden) !== 0)
    throw new NotPrivate(
      `${path} has the mode ${(mode & 0o777).toString(8)}: run chmod ${rights === 'all' ? 'go=' : 'go-w'} on it.`,
    );
  const own = process.getuid?.();
  if (uid !== own && uid !== 0)
    throw new NotPrivate(`${path} belongs to user ${uid}, and the signer runs as user ${own}.`);
}

/**
 * Writes a file for this user only and returns when the disk has it under its name; one that is replaced is replaced whole or not at all.
 *
 * @throws Error with the code EEXIST where it has to be new and is not
 */
export function writePrivateFile(
  path: string,
  text: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): void {
  // Under another name first, where a file is replaced; no link, because a backup may lie where there are none.
  const name = isNew ? path : `${path}.new`;
  if (!isNew) rmSync(name, { force: true });
  const file = openSync(name, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!isNew) renameSync(name, path);
  syncDirectory(dirname(path));
}

/** A power cut does not take the names of its files after this. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
