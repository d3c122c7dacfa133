import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { open, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFault } from './backup-fault.ts';

/** A backup on its way to the disk, line by line. */
export interface BackupWriter {
  line(text: string): Promise<void>;
  /** Of every line so far, with its end: SHA-256 in hex. */
  digest(): string;
  /** The file has its name from here on, and the disk has all of it. */
  finish(): Promise<void>;
  /** Nothing of it stays. */
  abandon(): Promise<void>;
}

/** Begins a new compressed file that only its owner can read. Throws where there is one of that name, or no folder for it. */
export function createBackupFile(file: string): BackupWriter {
  if (existsSync(file)) throw new BackupFault(`${file} is there already`);
  if (!existsSync(dirname(file)))
    throw new BackupFault(
      `${dirname(file)} is not there: make the folder first, for the user that the pool runs as`,
    );
  const partial = `${file}.partial`;
  const out = lineWriter(partial);
  return {
    line: (text) => out.line(text),
    digest: () => out.digest(),
    finish: async () => {
      await out.close();
      await rename(partial, file);
    },
    abandon: async () => {
      await out.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

function lineWriter(path: string) {
  const hash = createHash('sha256');
  const gzip = createGzip();
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const failed = new Promise<never>((_resolve, reject) => {
    for (const stream of [gzip, to]) stream.on('error', reject);
  });
  failed.catch(() => undefined);
  gzip.pipe(to);
  return {
    line: async (text: string) => {
      hash.update(`${text}\n`);
      if (!gzip.write(`${text}\n`)) await Promise.race([once(gzip, 'drain'), failed]);
    },
    digest: () => hash.copy().digest('hex'),
    close: async () => {
      gzip.end();
      await Promise.race([finished(to), failed]);
      const handle = await open(path, 'r');
      await handle.sync();
      await handle.close();
    },
  };
}

/**
 * The lines of a backup. Split at line ends only: Node's readline also splits where a text holds U+2028, which JSON may. Throws
 * `BackupFault` where the file is damaged or breaks off.
 */
export async function* readBackupFile(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const from = createReadStream(file);
  from.on('error', (error) => gunzip.destroy(error));
  gunzip.setEncoding('utf8');
  from.pipe(gunzip);
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code: errorCode } = error as NodeJS.ErrnoException;
    if (errorCode?.startsWith('Z_') === true) throw new BackupFault(`${file} is damaged or not a backup`);
    throw error;
  } finally {
    from.destroy();
    gunzip.destroy();
  }
  if (rest !== '') throw new BackupFault(`${file} breaks off in the middle of a line`);
}
