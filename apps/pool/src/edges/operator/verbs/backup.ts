import type { TableCount } from '../../../domain/operations/backup/export-tables.ts';
import { writeBackup } from '../../../domain/operations/backup/write-backup.ts';
import { absolutePath, optionalText, optionalTexts, text } from '../parameters.ts';
import { printFindings } from '../print-findings.ts';
import { printTable } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const backup = looks({
  name: 'backup',
  does: 'write the database, the secret and the files beside them into one new file',
  needs: 'database',
  input: {
    file: absolutePath('<file>', 'a path that does not exist yet; keep it safe, the secret is in it'),
  },
  jsonIs: 'what was written',
  run: async (ctx, { file }) => {
    const { dataDirectory, version } = ctx;
    const written = await writeBackup(ctx, { file, dataDirectory, version });
    await ctx.announceBackup({ file, rows: written.rows });
    return written;
  },
  print: ({ file, rows, tables, files }) =>
    `${file}: ${rows} rows of ${tables} tables, and ${files.join(', ') || 'no files'}.`,
});

const restore = looks({
  name: 'restore',
  does: 'put a backup into an empty data directory, and audit what came of it',
  needs: 'program',
  input: {
    file: text('<file>', 'a backup'),
    journal: optionalTexts(
      '--journal <files...>',
      'newer journals of payouts than the one in the backup, as far as they are left (payouts.journal)',
    ),
  },
  jsonIs: 'what was restored',
  run: (program, { file, journal = [] }) => program.restore(file, journal),
  finding: {
    means: 'it was restored, and the ledger is not sound',
    isThere: ({ findings }) => findings.length > 0,
  },
  print: ({ tables, createdAt, files, findings, unknown }) =>
    [
      printTables(tables),
      `The state of ${createdAt}, with ${files.join(', ') || 'no files'}.`,
      findings.length === 0 ? 'The ledger is sound.' : printFindings(findings),
      ...(unknown === 0 ? [] : [`The journals have ${unknown} transactions that this backup does not know.`]),
      'Payouts are suspended: start the pool, run openlode payouts compare, adopt what it names, then lift.',
    ].join('\n'),
});

const moveToPostgres = looks({
  name: 'move-to-postgres',
  does: 'copy the embedded database into an empty PostgreSQL database; the pool must be stopped',
  needs: 'program',
  input: { url: optionalText('[url]', 'postgres://…; without it, the database of DATABASE_URL') },
  jsonIs: 'what was copied',
  run: (program, { url }) => program.moveToPostgres(url),
  finding: {
    means: 'the copy was not sound, and nothing was moved',
    isThere: ({ findings }) => findings.length > 0,
  },
  print: ({ tables, findings }) =>
    [
      printTables(tables),
      ...(findings.length === 0
        ? ['The ledger is sound on both sides. Start the pool with DATABASE_URL and the same OPENLODE_DATA.']
        : [
            printFindings(findings),
            'The copy is not sound: nothing was moved, and the PostgreSQL database is empty again.',
          ]),
    ].join('\n'),
});

function printTables(tables: readonly TableCount[]): string {
  const rows = tables.map(({ table, rows, sha256 }) => [table, String(rows), sha256.slice(0, 16)]);
  return printTable(['table', 'rows', 'sha256'], rows, new Set(['rows']));
}

export const backupVerbs: VerbFamily = { verbs: [backup, restore, moveToPostgres] };
