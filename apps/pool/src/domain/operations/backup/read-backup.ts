import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import {
  BackupFault,
  type BackupLine,
  type BackupManifest,
  isPlainPath,
  parseLine,
} from './backup-format.ts';
import type { TableCount } from './export-tables.ts';
import type { IncomingTable } from './import-tables.ts';

const rowsAtOnce = 200;

/** Reads a backup through once, without believing it: every byte is there and what it was. Answers its manifest. */
export async function checkBackup(file: string): Promise<BackupManifest> {
  const hash = createHash('sha256');
  let manifest: BackupManifest | undefined;
  let end: string | undefined;
  for await (const text of linesOf(file)) {
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
  const lines = linesOf(file)[Symbol.asyncIterator]();
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

/** Puts the files of a backup into a data directory, readable by their owner only. Answers their paths. */
export async function restoreFiles(file: string, dataDirectory: string): Promise<string[]> {
  const paths: string[] = [];
  let hash = createHash('sha256');
  for await (const text of linesOf(file)) {
    const line = parseLine(text);
    if (typeof line === 'string' || (line.kind !== 'file' && line.kind !== 'file-end')) continue;
    if (!isPlainPath(line.path)) throw new BackupFault(`the backup names a file ${line.path}`);
    const path = join(dataDirectory, line.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (line.kind === 'file') {
      const bytes = Buffer.from(line.base64, 'base64');
      hash.update(bytes);
      await appendFile(path, bytes, { mode: 0o600 });
      continue;
    }
    if (line.sha256 !== hash.digest('hex')) throw new BackupFault(`${line.path} is not what it was`);
    // A file without a byte has no part.
    await appendFile(path, '', { mode: 0o600 });
    hash = createHash('sha256');
    paths.push(line.path);
  }
  return paths;
}

/** Split at line ends only: Node's readline also splits where a text holds U+2028, which JSON may. */
async function* linesOf(file: string): AsyncGenerator<string> {
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
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) throw new BackupFault(`${file} is damaged or not a backup`);
    throw error;
  } finally {
    from.destroy();
    gunzip.destroy();
  }
  if (rest !== '') throw new BackupFault(`${file} breaks off in the middle of a line`);
}
