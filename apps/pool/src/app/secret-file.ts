import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '../runtime/append-log/sync-directory.ts';

const bytes = 32;

/** The file of the secret is missing or holds something else: an operator puts the right one there. */
export class SecretFault extends Error {
  override readonly name = 'SecretFault';
}

/**
 * Reads the pool's secret, or makes it: once, whole or not at all, readable by its owner only. Miner ids depend on it, so it is kept with the
 * backups, and its name is on the disk before anything is made with it. Throws where another process has made one meanwhile.
 *
 * @param disk how a text is written to an open file, and a file gets a second name
 */
export function readSecret(
  path: string,
  { write, link }: Disk = { write: writeSync, link: linkSync },
): Uint8Array {
  const known = findSecret(path);
  if (known !== undefined) return known;
  const secret = randomBytes(bytes);
  // A name of its own: processes that share a directory may start together, and the first one to link it wins.
  const part = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    const descriptor = openSync(part, 'wx', 0o600);
    try {
      write(descriptor, `${secret.toString('hex')}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    nameIt(part, path, link);
  } finally {
    rmSync(part, { force: true });
  }
  syncDirectory(dirname(path));
  return secret;
}

interface Disk {
  readonly write: (file: number, text: string) => unknown;
  readonly link: (from: string, to: string) => void;
}

/** What file systems without links answer: exFAT, and some that are shared. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Where there are no links the last of several is the one that stays; the ledger then lets only one of them open it. */
function nameIt(part: string, path: string, link: Disk['link']): void {
  try {
    link(part, path);
  } catch (error) {
    if (!withoutLinks.has((error as NodeJS.ErrnoException).code)) throw error;
    renameSync(part, path);
  }
}

/** Reads the secret that is there, and never makes one: a command that only looks must not change what miners are called. */
export function readExistingSecret(path: string): Uint8Array {
  const known = findSecret(path);
  if (known === undefined)
    throw new SecretFault(
      `There is no secret at ${path}: set OPENLODE_DATA to the data directory of the pool, or restore it from a backup.`,
    );
  return known;
}

/** The secret that is there; undefined where there is no file. Throws where the file holds something else. */
export function findSecret(path: string): Uint8Array | undefined {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parseSecret(content, path);
}

/** Throws where the content of the file of the secret is something else. */
export function parseSecret(content: string, path: string): Uint8Array {
  const text = content.trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new SecretFault(
      `${path} does not hold a secret: put the pool's own file there, from its data directory or a backup.`,
    );
  return Buffer.from(text, 'hex');
}
