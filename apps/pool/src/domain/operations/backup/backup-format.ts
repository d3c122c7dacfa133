import { BackupFault } from '../../../runtime/backup/backup-fault.ts';
import type { TableCount } from './export-tables.ts';

/**
 * A backup is a gzipped text. Lines that begin with `#` and JSON say what follows; all others are rows of the table that was
 * begun last. The order: the manifest, the tables, the files of the data directory in parts, the end.
 */
export type BackupLine =
  | BackupManifest
  | { readonly kind: 'table'; readonly table: string }
  | ({ readonly kind: 'table-end' } & TableCount)
  | { readonly kind: 'file'; readonly path: string; readonly base64: string }
  | { readonly kind: 'file-end'; readonly path: string; readonly sha256: string }
  /** Over every byte before this line. A backup without it is a piece of one. */
  | { readonly kind: 'end'; readonly sha256: string };

export interface BackupManifest {
  readonly kind: 'openlode-backup';
  readonly format: 1;
  readonly version: string;
  readonly createdAt: string;
  readonly engine: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

export function printLine(line: BackupLine): string {
  return `#${JSON.stringify(line)}`;
}

/** Throws a `BackupFault` where a byte was changed on the way: what a line says is judged before the whole file is read. */
export function parseLine(text: string): BackupLine | string {
  if (!text.startsWith('#')) return text;
  const line = parseJson(text.slice(1));
  if (typeof line !== 'object' || line === null) throw new BackupFault('the backup is damaged');
  return line as BackupLine;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupFault('the backup is damaged');
  }
}

/** Paths of files inside the data directory, as a backup may name them: nothing that leads out of it. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part));
}
