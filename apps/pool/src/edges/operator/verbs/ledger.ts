import { type LedgerDaysOutcome, ledgerDays } from '../../../domain/operations/ledger-days.ts';
import { instantOfUtc } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const ledgerDaysVerb = looks({
  name: 'ledger days',
  does: 'what was booked on days of UTC, by asset, kind of entry and kind of account: for accounting; --json for programs',
  needs: 'database',
  input: {
    since: instantOfUtc('--since <date>', 'the first day'),
    until: instantOfUtc(
      '--until <date>',
      'the last day, a year after the first at most; the first one without it',
    ),
  },
  run: (ctx, query): Promise<LedgerDaysOutcome> => ledgerDays(ctx, query),
  isDone: ({ kind }) => kind === 'days',
  print: (found) => {
    if (found.kind === 'no-days')
      return 'Name days with --since and --until, such as --since 2026-05-01 --until 2026-05-31: a year at most.';
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

export const ledgerVerbs: VerbFamily = {
  group: { name: 'ledger', does: 'the entries of the ledger' },
  verbs: [ledgerDaysVerb],
};
