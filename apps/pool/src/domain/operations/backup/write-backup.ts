import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  BackupFault,
  type BackupLine,
  type BackupManifest,
  isPlainPath,
  printLine,
} from './backup-format.ts';
import { exportTables } from './export-tables.ts';
import { readMigrations } from './read-migrations.ts';
import type { ServiceContext } from '../../kernel/context.ts';

export interface BackupSummary {
  readonly file: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: readonly string[];
}

/** What lies in a data directory and is not copied: the embedded database goes as rows; the others tell of this directory only. */
const left = new Set([
  'database',
  'openlode.lock',
  'moved-to-postgres',
  'moved-to-postgres.partial',
  'move-to-postgres.backup',
  'move-to-postgres.backup.partial',
]);

/**
 * Writes the database and the files beside them into one new file that only its owner can read, because the pool's secret is in it.
 * The rows are of one moment; files are read after it, so that the sandbox's chain knows every block that the database knows.
 */
export async function writeBackup(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  place: {
    readonly file: string;
    readonly dataDirectory: string;
    readonly version: string;
    /** The file may lie in the data directory: one that is read and deleted at once. */
    readonly isInside?: boolean;
  },
): Promise<BackupSummary> {
  const file = resolve(place.file);
  if (existsSync(file)) throw new BackupFault(`${file} is there already`);
  const isInside = `${dirname(file)}${sep}`.startsWith(`${resolve(place.dataDirectory)}${sep}`);
  if (isInside && place.isInside !== true) {
    throw new BackupFault('a backup does not belong into the data directory that it is of');
  }
  const partial = `${file}.partial`;
  const out = lineWriter(partial);
  try {
    await out.line(printLine(await manifestOf(ctx, place.version)));
    const counts = await exportTables(ctx, {
      begin: (table) => out.line(printLine({ kind: 'table', table })),
      rows: (lines) => out.line(lines.join('\n')),
      end: (count) => out.line(printLine({ kind: 'table-end', ...count })),
    });
    const files = listFiles(place.dataDirectory);
    for (const path of files) await copyFile(place.dataDirectory, path, (line) => out.line(printLine(line)));
    await out.line(printLine({ kind: 'end', sha256: out.digest() }));
    await out.close();
    await rename(partial, file);
    const rows = counts.reduce((sum, count) => sum + count.rows, 0);
    return { file, tables: counts.length, rows, files };
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

async function manifestOf(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  version: string,
): Promise<BackupManifest> {
  return {
    kind: 'openlode-backup',
    format: 1,
    version,
    createdAt: new Date(ctx.clock.now()).toISOString(),
    engine: ctx.db.engine,
    migrations: await readMigrations(ctx),
  };
}

function listFiles(directory: string, below = ''): string[] {
  return readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (left.has(path)) return [];
    if (entry.isDirectory()) return listFiles(directory, path);
    return entry.isFile() && isPlainPath(path) ? [path] : [];
  });
}

async function copyFile(
  directory: string,
  path: string,
  write: (line: BackupLine) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(directory, path), { highWaterMark: 1024 * 1024 })) {
    const bytes = part as Buffer;
    hash.update(bytes);
    await write({ kind: 'file', path, base64: bytes.toString('base64') });
  }
  await write({ kind: 'file-end', path, sha256: hash.digest('hex') });
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
