import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditPool } from '../domain/operations/audit-pool.ts';
import { importTables } from '../domain/operations/backup/import-tables.ts';
import { backupTables, checkBackup, restoreFiles } from '../domain/operations/backup/read-backup.ts';
import { writeBackup } from '../domain/operations/backup/write-backup.ts';
import type { Database } from '../runtime/database/database.ts';
import { migrate } from '../runtime/database/migrate.ts';
import { openPgliteConnection } from '../runtime/database/pglite-connection.ts';
import { singleConnectionDatabase } from '../runtime/database/single-connection-database.ts';
import { migrateAs } from './migrate-as.ts';
import { readExistingSecret } from './secret-file.ts';

const migrations = new URL('../runtime/database/migrations/', import.meta.url);
const names = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
/** Written by the releases of their time, see `e2e/restore-old-backups.test.ts`. */
const kept = fileURLToPath(new URL('../../../../e2e/testdata/backups/', import.meta.url));
const oldestKept = readdirSync(kept).toSorted()[0] ?? '';
const clock = { now: () => Date.parse('2026-11-23T12:00:00Z') };

/**
 * Each schema that a release may have had, from that of the oldest backup which is kept on: the ledger of that backup is brought to it, backed
 * up as it is then, and restored by today's code.
 */
describe('a backup of every schema since the oldest backup that is kept', () => {
  let folder: string;
  let data: string;
  let ledger: Database;
  const open = async (): Promise<Database> => singleConnectionDatabase(await openPgliteConnection({}));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-every-schema-'));
    data = join(folder, 'data');
    mkdirSync(data);
    ledger = await open();
    await restore(ledger, join(kept, oldestKept), data);
  });
  afterAll(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });

  /** As `openlode restore` does it, without the steps to today. */
  async function restore(db: Database, file: string, directory: string): Promise<void> {
    const backup = await checkBackup(file);
    await migrateAs(db, migrations, backup.migrations);
    await importTables({ db }, backupTables(file));
    await restoreFiles(file, directory);
  }

  const first = Number(/\d+/.exec(oldestKept)?.[0]);
  it.each(names.slice(first))('%s is restored, sound, at today’s schema', async (name) => {
    await migrate(ledger, migrations, clock.now(), new Set(names.slice(0, names.indexOf(name) + 1)));
    const file = join(folder, `${name}.backup`);
    await writeBackup({ db: ledger, clock }, { file, dataDirectory: data, version: '0.1.0' });
    const db = await open();
    const directory = join(folder, name);
    mkdirSync(directory);
    await restore(db, file, directory);
    await migrate(db, migrations, clock.now());
    const secret = readExistingSecret(join(directory, 'secret'));
    expect((await auditPool({ db, clock, secret })).findings).toEqual([]);
    expect(await db.query(sql`SELECT count(*)::int AS rounds FROM rounds`)).toEqual([{ rounds: 1 }]);
    expect(await db.query(sql`SELECT count(*)::int AS applied FROM schema_migrations`)).toEqual([
      { applied: names.length },
    ]);
    await db.close();
  });
});
