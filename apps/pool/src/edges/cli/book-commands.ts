import type { Command } from 'commander';
import type { ParkedWork } from '../../domain/views/count-parked.ts';
import type { DeskTable } from './desk-table.ts';
import { printFindings } from './print-findings.ts';
import { printTable } from './print-table.ts';
import { addTreasuryCommands } from './treasury-commands.ts';

/** Adds `audit` and `treasury` to the program. */
export function addBookCommands(program: Command, table: DeskTable): void {
  program
    .command('audit')
    .description('check the ledger of a live pool against everything it promises; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const report = await table.connect().audit();
      if (report.findings.length > 0) table.find();
      table.say(json, { sound: report.findings.length === 0, ...report }, () =>
        [
          report.findings.length === 0
            ? `The ledger is sound: ${report.accounts} accounts, ${report.entries} entries.`
            : printFindings(report.findings),
          ...parkedSentence(report.parked),
        ].join('\n'),
      );
    });

  const treasury = program
    .command('treasury')
    .description('what the pool owes, keeps and is exposed to, and what you move');
  treasury
    .command('show', { isDefault: true })
    .description('what the pool owes, keeps and is exposed to, by asset')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const lines = await table.connect().treasury();
      const headings = [
        'asset',
        'owed to miners',
        'fees',
        'other',
        'conversion',
        'chains',
        'wallet',
        'missing',
      ];
      const rows = lines.map(({ asset, liabilities, fees, other, conversion, chains, wallet, missing }) => [
        asset,
        liabilities,
        fees,
        other,
        conversion,
        chains,
        wallet ?? 'not asked',
        missing ?? '',
      ]);
      table.say(json, lines, () => printTable(headings, rows, new Set(headings.slice(1))));
    });
  addTreasuryCommands(treasury, table);
}

/** Work that is not counted is not in the ledger, so the ledger is sound without it; but a miner did it. */
function parkedSentence({ batches, shares, since }: ParkedWork): string[] {
  if (since === null) return [];
  const day = new Date(since).toISOString().slice(0, 10);
  return [
    `Parked, and counted nowhere: ${batches} batches of work with ${shares} shares, since ${day}. See openlode work parked.`,
  ];
}
