import type { Command } from 'commander';
import type { TableCount } from '../../domain/operations/backup/export-tables.ts';
import type { DeskTable } from './desk-table.ts';
import { printFindings } from './print-findings.ts';
import { printTable } from './print-table.ts';

/** Adds `backup`, `restore` and `move-to-postgres` to the program. */
export function addCopyCommands(program: Command, table: DeskTable): void {
  program
    .command('backup')
    .description('write the database, the secret and the files beside them into one new file')
    .argument('<file>', 'a path that does not exist yet; keep it safe, the secret is in it')
    .option('--json', 'print what was written as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const summary = await table.connect().backup(file);
      table.say(
        json,
        summary,
        () =>
          `${summary.file}: ${summary.rows} rows of ${summary.tables} tables, and ${summary.files.join(', ') || 'no files'}.`,
      );
    });

  program
    .command('restore')
    .description('put a backup into an empty data directory, and audit what came of it')
    .argument('<file>', 'a backup')
    .option(
      '--journal <files...>',
      'newer journals of payouts than the one in the backup, as far as they are left (payouts.journal)',
    )
    .option('--json', 'print what was restored as JSON')
    .action(async (file: string, { json, journal = [] }: { json?: boolean; journal?: string[] }) => {
      const restored = await table.connect().restore(file, journal);
      if (restored.findings.length > 0) table.find();
      table.say(json, restored, () =>
        [
          printTables(restored.tables),
          `The state of ${restored.createdAt}, with ${restored.files.join(', ') || 'no files'}.`,
          restored.findings.length === 0 ? 'The ledger is sound.' : printFindings(restored.findings),
          ...(restored.unknown === 0
            ? []
            : [`The journals have ${restored.unknown} transactions that this backup does not know.`]),
          'Payouts are suspended: start the pool, run openlode payouts compare, adopt what it names, then lift.',
        ].join('\n'),
      );
    });

  program
    .command('move-to-postgres')
    .description('copy the embedded database into an empty PostgreSQL database; the pool must be stopped')
    .argument('[url]', 'postgres://…; without it, the database of DATABASE_URL')
    .option('--json', 'print what was copied as JSON')
    .action(async (url: string | undefined, { json }: { json?: boolean }) => {
      const moved = await table.connect().moveToPostgres(url);
      if (moved.findings.length > 0) table.find();
      table.say(json, moved, () =>
        [
          printTables(moved.tables),
          moved.findings.length === 0
            ? 'The ledger is sound on both sides. Start the pool with DATABASE_URL and the same OPENLODE_DATA.'
            : printFindings(moved.findings),
          ...(moved.findings.length === 0
            ? []
            : ['The copy is not sound: nothing was moved, and the PostgreSQL database is empty again.']),
        ].join('\n'),
      );
    });
}

function printTables(tables: readonly TableCount[]): string {
  const rows = tables.map(({ table, rows, sha256 }) => [table, String(rows), sha256.slice(0, 16)]);
  return printTable(['table', 'rows', 'sha256'], rows, new Set(['rows']));
}
