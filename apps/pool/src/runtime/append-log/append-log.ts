import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

export interface AppendLog {
  /** The whole lines that were there when it was opened, without their line ends. */
  readonly lines: readonly string[];
  /** How many bytes they took. */
  readonly bytes: number;
  /** Returns when the disk has the line. Throws when the disk refuses, or after it did: then it is unknown what the disk has. */
  append(line: string): void;
  /** Why nothing more is appended; undefined while all is well. */
  failed(): string | undefined;
  close(): void;
}

/**
 * Opens a file of lines that only grows. The directory is made, and synced with the name of a new file, so that a power cut does not take
 * the file with its lines. What follows the last line end was being written when a process died and was never acknowledged: it is cut.
 * What a line says, and whether it can be trusted (a checksum, a chain of hashes), is the caller's.
 */
export function openAppendLog(path: string, { sync = fdatasyncSync }: AppendLogOptions = {}): AppendLog {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  const file = openSync(path, 'a', 0o600);
  if (isNew) syncDirectory(dirname(path));
  const content = isNew ? Buffer.alloc(0) : readFileSync(path);
  const bytes = content.lastIndexOf('\n') + 1;
  if (bytes < content.length) ftruncateSync(file, bytes);
  let failed: string | undefined;
  return {
    lines: content.subarray(0, bytes).toString('utf8').split('\n').slice(0, -1),
    bytes,
    append: (line) => {
      if (failed !== undefined) throw new Error(`${path} takes nothing more: ${failed}`);
      const text = Buffer.from(`${line}\n`);
      try {
        if (writeSync(file, text) !== text.length) throw new Error('the disk took only a part of a line');
        sync(file);
      } catch (error) {
        failed = error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    failed: () => failed,
    close: () => closeSync(file),
  };
}

export interface AppendLogOptions {
  /** Puts what was written on the disk. */
  readonly sync?: (file: number) => void;
}
