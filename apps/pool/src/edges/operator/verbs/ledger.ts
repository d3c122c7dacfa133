import {
  type Exported,
  type ExportedPosting,
  exportEntries,
  spanOfDays,
} from '../../../domain/operations/export-entries.ts';
import { daysMax, type LedgerDaysOutcome, ledgerDays } from '../../../domain/operations/ledger-days.ts';
import { liesIn } from '../../../runtime/backup/directory-files.ts';
import { createNewFile, NewFileFault } from '../../../runtime/new-file.ts';
import { csvLine } from '../../present/csv-line.ts';
import type { DatabaseContext } from '../contexts.ts';
import { absolutePath, instantOfUtc } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const days = {
  since: instantOfUtc('--since <date>', 'the first day'),
  until: instantOfUtc(
    '--until <date>',
    'the last day, a year after the first at most; the first one without it',
  ),
};

const noDays =
  'Name days with --since and --until, such as --since 2026-05-01 --until 2026-05-31: a year at most.';

const ledgerDaysVerb = looks({
  name: 'ledger days',
  does: 'what was booked on days of UTC, by asset, kind of entry and kind of account: for accounting; --json for programs',
  needs: 'database',
  input: days,
  run: (ctx, query): Promise<LedgerDaysOutcome> => ledgerDays(ctx, query),
  isDone: ({ kind }) => kind === 'days',
  print: (found) => {
    if (found.kind === 'no-days') return noDays;
    const table = printList(found.days, 'Nothing was booked on these days.', {
      day: ({ day }) => day,
      asset: ({ asset }) => asset,
      entry: ({ entry }) => entry,
      account: ({ account }) => account,
      entries: { right: ({ entries }) => String(entries) },
      amount: { right: ({ amount }) => amount },
    });
    if (found.summed === 0) return table;
    return `${table}\n\nNot in it: ${found.summed} entries of old rounds, of which the ledger keeps sums by account and no days.`;
  },
});

const ledgerExport = looks({
  name: 'ledger export',
  does: 'write every posting of days of UTC into one new CSV file, for accounting',
  needs: 'database',
  input: {
    file: absolutePath('<file>', 'a path that does not exist yet; ids of miners are in it'),
    ...days,
  },
  jsonIs: 'what was written',
  run: (ctx, { file, ...span }): Promise<Exported | { readonly kind: 'no-days' }> =>
    writeEntries(ctx, file, span),
  isDone: ({ kind }) => kind === 'exported',
  print: (done, { file }) => {
    if (done.kind === 'no-days') return noDays;
    const written = `${file}: ${done.postings} postings of ${done.entries} entries.`;
    if (done.summed === 0) return written;
    return `${written}\n${done.summed} of the entries are of old rounds and stand there without postings: of those the ledger keeps sums by account.`;
  },
});

const columns = ['entry', 'booked', 'kind', 'key', 'account', 'asset', 'amount'] as const;

function lineOf({ entry, booked, kind, key, account, asset, amount }: ExportedPosting): string {
  return csvLine([{ number: entry }, booked, kind, key, account, asset, { number: amount }]);
}

async function writeEntries(
  ctx: DatabaseContext,
  file: string,
  days: { readonly since?: number; readonly until?: number },
): Promise<Exported | { readonly kind: 'no-days' }> {
  const span = spanOfDays(days, daysMax);
  if (span === undefined) return { kind: 'no-days' };
  if (liesIn(file, ctx.dataDirectory))
    throw new NewFileFault('a file for accounting does not belong into the data directory');
  const out = await createNewFile(file);
  try {
    await out.write(csvLine(columns));
    const exported = await exportEntries(ctx, span, (postings) => out.write(postings.map(lineOf).join('')));
    await out.finish();
    return exported;
  } catch (error) {
    await out.abandon();
    throw error;
  }
}

export const ledgerVerbs: VerbFamily = {
  group: { name: 'ledger', does: 'the entries of the ledger' },
  verbs: [ledgerDaysVerb, ledgerExport],
};
