import { BackupFault } from '../runtime/backup/backup-fault.ts';
import type { Database } from '../runtime/database/database.ts';
import { migrate } from '../runtime/database/migrate.ts';
import { readMigrations } from '../domain/operations/backup/read-migrations.ts';

/** Brings an empty database to the very schema of a copy; it is migrated further when the copy is in it. */
export async function migrateAs(
  db: Database,
  directory: URL,
  migrations: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  await migrate(db, directory, Date.now(), new Set(migrations.map(({ name }) => name)));
  const there = await readMigrations({ db });
  const isSame = (each: { name: string; checksum: string }, index: number): boolean =>
    each.name === there[index]?.name && each.checksum === there[index]?.checksum;
  if (there.length !== migrations.length || !migrations.every(isSame)) {
    throw new BackupFault('the schema of the copy is not one that this release, or the target, knows');
  }
}
