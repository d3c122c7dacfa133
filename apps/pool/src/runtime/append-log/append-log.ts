import { fdatasyncSync } from 'node:fs';
import { LogFile } from './log-file.ts';
import { errorText } from '../error-text.ts';

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

/** Opens a file of lines that only grows, for what must be on the disk before the next statement runs. */
export function openAppendLog(path: string, { sync = fdatasyncSync }: AppendLogOptions = {}): AppendLog {
  const file = LogFile.open(path);
  let failed: string | undefined;
  return {
    lines: file.readLines(),
    bytes: file.size,
    append: (line) => {
      if (failed !== undefined) throw new Error(`${path} takes nothing more: ${failed}`);
      try {
        file.appendSync(Buffer.from(`${line}\n`), sync);
      } catch (error) {
        failed = errorText(error);
        throw error;
      }
    },
    failed: () => failed,
    close: () => file.close(),
  };
}

export interface AppendLogOptions {
  /** Puts what was written on the disk. */
  readonly sync?: (file: number) => void;
}
