import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { BackupFault } from '../../../runtime/backup/backup-fault.ts';
import { createBackupFile } from '../../../runtime/backup/backup-file.ts';
import { liesIn, listFiles, readParts } from '../../../runtime/backup/directory-files.ts';
import { type BackupLine, type BackupManifest, isPlainPath, printLine } from './backup-format.ts';
import { exportTables } from './export-tables.ts';
import { readMigrations } from './read-migrations.ts';
import type { ServiceContext } from '../../kernel/context.ts';

export interface BackupSummary {
  readonly file: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: readonly string[];
}

/** Files of a data directory that are not copied: the embedded database is written as rows, and the others describe this directory only. */
const left = new Set([
  'database',
  'openlode.lock',
  'moved-to-postgres',
  'moved-to-postgres.partial',
  'move-to-postgres.backup',
  'move-to-postgres.backup.partial',
]);

/** The lock of one of several processes on the same ports: it has a directory of its own for what waits for the database. */
const lockOfProcess = /^process-\d+\/openlode\.lock$/;

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
  const { dataDirectory } = place;
  const file = resolve(place.file);
  if (place.isInside !== true && liesIn(file, dataDirectory))
    throw new BackupFault('a backup does not belong into the data directory that it is of');
  const out = createBackupFile(file);
  try {
    await out.line(printLine(await manifestOf(ctx, place.version)));
    const counts = await exportTables(ctx, {
      begin: (table) => out.line(printLine({ kind: 'table', table })),
      rows: (lines) => out.line(lines.join('\n')),
      end: (count) => out.line(printLine({ kind: 'table-end', ...count })),
    });
    const files = listFiles(
      dataDirectory,
      (path) => !left.has(path) && !lockOfProcess.test(path) && isPlainPath(path),
    );
    for (const path of files) await copyFile(dataDirectory, path, (line) => out.line(printLine(line)));
    await out.line(printLine({ kind: 'end', sha256: out.digest() }));
    await out.finish();
    const rows = counts.reduce((sum, count) => sum + count.rows, 0);
    return { file, tables: counts.length, rows, files };
  } catch (error) {
    await out.abandon();
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

async function copyFile(
  directory: string,
  path: string,
  write: (line: BackupLine) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const bytes of readParts(directory, path)) {
    hash.update(bytes);
    await write({ kind: 'file', path, base64: bytes.toString('base64') });
  }
  await write({ kind: 'file-end', path, sha256: hash.digest('hex') });
}
