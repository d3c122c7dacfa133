import { createHash } from 'node:crypto';
import { BackupFault } from '../../../runtime/backup/backup-fault.ts';
import { readBackupFile } from '../../../runtime/backup/backup-file.ts';
import { appendPart } from '../../../runtime/backup/directory-files.ts';
import { type BackupLine, type BackupManifest, isPlainPath, parseLine } from './backup-format.ts';
import type { TableCount } from './export-tables.ts';
import type { IncomingTable } from './import-tables.ts';

const rowsAtOnce = 200;

/** Reads a backup through once, without believing it: every byte is there and what it was. Answers its manifest. */
export async function checkBackup(file: string): Promise<BackupManifest> {
  const hash = createHash('sha256');
  let manifest: BackupManifest | undefined;
  let end: string | undefined;
  for await (const text of readBackupFile(file)) {
    if (end !== undefined) throw new BackupFault(`${file} goes on after its end`);
    const line = parseLine(text);
    if (typeof line === 'object' && line.kind === 'end') end = line.sha256;
    else hash.update(`${text}\n`);
    manifest ??= manifestOf(file, line);
  }
  if (manifest === undefined || end === undefined)
    throw new BackupFault(`${file} is not whole: its end is missing`);
  if (end !== hash.digest('hex')) throw new BackupFault(`${file} was changed after it was written`);
  return manifest;
}

function manifestOf(file: string, line: BackupLine | string): BackupManifest {
  if (typeof line === 'string' || line.kind !== 'openlode-backup') {
    throw new BackupFault(`${file} is not a backup of Openlode`);
  }
  if (line.format !== 1) throw new BackupFault(`${file} has a format that this release does not know`);
  return line;
}

/** The tables of a backup that `checkBackup` has read through. Each must be read to its end before the next is asked for. */
export async function* backupTables(file: string): AsyncGenerator<IncomingTable> {
  const lines = readBackupFile(file)[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) return;
    const line = parseLine(value);
    if (typeof line === 'string' || line.kind !== 'table') continue;
    let count: TableCount | undefined;
    const pages = tablePages(lines, (end) => {
      count = end;
    });
    yield {
      table: line.table,
      pages,
      count: () => {
        if (count === undefined) throw new BackupFault(`${line.table} was not read to its end`);
        return count;
      },
    };
  }
}

async function* tablePages(
  lines: AsyncIterator<string>,
  onEnd: (count: TableCount) => void,
): AsyncGenerator<readonly string[]> {
  let page: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new BackupFault('a table of the backup has no end');
    const line = parseLine(value);
    if (typeof line !== 'string') {
      if (line.kind !== 'table-end') throw new BackupFault('a table of the backup has no end');
      if (page.length > 0) yield page;
      onEnd({ table: line.table, rows: line.rows, sha256: line.sha256 });
      return;
    }
    page.push(line);
    if (page.length === rowsAtOnce) {
      yield page;
      page = [];
    }
  }
}

/** What a file of the data directory held, by a backup that `checkBackup` has read through; undefined where the backup has no such file. */
export async function readBackedUpFile(file: string, path: string): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for await (const text of readBackupFile(file)) {
    const line = parseLine(text);
    if (typeof line === 'string' || (line.kind !== 'file' && line.kind !== 'file-end')) continue;
    if (line.path !== path) continue;
    if (line.kind === 'file-end') return Buffer.concat(parts);
    parts.push(Buffer.from(line.base64, 'base64'));
  }
  return undefined;
}

/** Puts the files of a backup into a data directory, readable by their owner only. Answers their paths. */
export async function restoreFiles(file: string, dataDirectory: string): Promise<string[]> {
  const paths: string[] = [];
  let hash = createHash('sha256');
  for await (const text of readBackupFile(file)) {
    const line = parseLine(text);
    if (typeof line === 'string' || (line.kind !== 'file' && line.kind !== 'file-end')) continue;
    if (!isPlainPath(line.path)) throw new BackupFault(`the backup names a file ${line.path}`);
    if (line.kind === 'file') {
      const bytes = Buffer.from(line.base64, 'base64');
      hash.update(bytes);
      await appendPart(dataDirectory, line.path, bytes);
      continue;
    }
    if (line.sha256 !== hash.digest('hex')) throw new BackupFault(`${line.path} is not what it was`);
    // A file without a byte has no part.
    await appendPart(dataDirectory, line.path, new Uint8Array());
    hash = createHash('sha256');
    paths.push(line.path);
  }
  return paths;
}
