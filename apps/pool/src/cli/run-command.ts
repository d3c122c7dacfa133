import { Command, CommanderError } from 'commander';
import type { Finding } from '../services/audit/finding.ts';
import type { TableCount } from '../services/backup/export-tables.ts';
import type { ApproveOutcome } from '../services/rounds/approve-conversions.ts';
import type { HeldConversion } from '../services/rounds/held-conversions.ts';
import type { ParkedWork } from '../services/work/count-parked.ts';
import { addAccountCommands } from './account-commands.ts';
import { describeFinding } from './describe-finding.ts';
import { type DeskTable, isAgreed, type Reasoned } from './desk-table.ts';
import { addDoctor } from './doctor-command.ts';
import { addExchangeCommands } from './exchange-commands.ts';
import { addListingCommands } from './listing-commands.ts';
import type { Diagnosis, Operator } from './operator.ts';
import { addPayoutCommands } from './payout-commands.ts';
import { printTable } from './print-table.ts';
import { addWorkCommands } from './work-commands.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Asks whoever sits there for a yes; left out where nobody does. */
  confirm?(question: string): Promise<boolean>;
}

/** What the commands reach; each is called only when a command needs it, so that `--help` works without a pool. */
export interface Reach {
  /** Throws where the settings are wrong. */
  readonly connect: () => Operator;
  /** Works with wrong settings too, and tells of them. */
  readonly diagnose: () => Promise<readonly Diagnosis[]>;
}

/** 0: done, and sound; 1: something is not sound; 2: not done, or it cannot be told. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs one command of the operator: `args` without the program's name. Throws what a command fails with; a mistake in `args` is told
 * and answered with 2.
 */
export async function runCommand(
  args: readonly string[],
  version: string,
  reach: Reach,
  terminal: Terminal,
): Promise<ExitCode> {
  const { program, exitCode } = makeProgram(version, reach, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are asked for and end well; everything else is a mistake in the arguments.
    return error.exitCode === 0 ? 0 : 2;
  }
  return exitCode();
}

/** All commands there are. */
export function makeProgram(
  version: string,
  { connect, diagnose }: Reach,
  terminal: Terminal,
): { readonly program: Command; readonly exitCode: () => ExitCode } {
  let exit: ExitCode = 0;
  const program = new Command('openlode')
    .description(
      'Commands for the operator of an Openlode pool. Settings are those of the pool: OPENLODE_DATA, DATABASE_URL.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .helpCommand(true)
    .showHelpAfterError('(add --help for how to use it)');
  // Sub-commands inherit how the program ends and prints, as long as they are made by it.
  const say = (json: boolean | undefined, value: unknown, text: () => string): void =>
    terminal.out(`${json === true ? JSON.stringify(value, null, 2) : text()}\n`);
  const judge = (findings: readonly Finding[]): void => {
    if (findings.length > 0) exit = 1;
  };

  program
    .command('audit')
    .description('check the books of a live pool against everything they promise; changes nothing')
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nEnds with 0 when the books are sound, 1 when they are not, 2 when that cannot be told.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const report = await connect().audit();
      judge(report.findings);
      say(json, { sound: report.findings.length === 0, ...report }, () =>
        [
          report.findings.length === 0
            ? `The books are sound: ${report.accounts} accounts, ${report.entries} entries.`
            : printFindings(report.findings),
          ...parkedSentence(report.parked),
        ].join('\n'),
      );
    });

  program
    .command('treasury')
    .description('what the pool owes, keeps and is exposed to, by asset')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const lines = await connect().treasury();
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
      say(json, lines, () => printTable(headings, rows, new Set(headings.slice(1))));
    });

  const conversions = program
    .command('conversions')
    .description('what waits for a rate or for the operator, and the word that lets it through');
  conversions
    .command('list')
    .description('everything that has not been converted, the oldest first')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const held = await connect().heldConversions();
      say(json, held, () => (held.length === 0 ? 'Nothing waits.' : printHeld(held)));
    });
  conversions
    .command('approve')
    .description('let through what a cap holds; the price must still be one that sources agree on')
    .argument('<id>', 'an id of the list, or a round for everything that is held of it')
    .requiredOption('--reason <text>', 'why; kept for ever')
    .option('--json', 'print the outcome as JSON')
    .option('--yes', 'do not ask')
    .action(async (id: string, options: Reasoned) => {
      const { reason, json } = options;
      const question = `Convert what is held under ${id}? What was converted is not converted back.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await connect().approveConversions(id, reason);
      if (outcome.kind !== 'approved') exit = 2;
      say(json, outcome, () => approvalSentence(id, outcome));
    });

  program
    .command('backup')
    .description('write the database, the secret and the files beside them into one new file')
    .argument('<file>', 'a path that does not exist yet; keep it safe, the secret is in it')
    .option('--json', 'print what was written as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const summary = await connect().backup(file);
      say(
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
    .option('--json', 'print what was restored as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const restored = await connect().restore(file);
      judge(restored.findings);
      say(json, restored, () =>
        [
          printTables(restored.tables),
          `The state of ${restored.createdAt}, with ${restored.files.join(', ') || 'no files'}.`,
          restored.findings.length === 0 ? 'The books are sound.' : printFindings(restored.findings),
        ].join('\n'),
      );
    });

  program
    .command('move-to-postgres')
    .description('copy the embedded database into an empty PostgreSQL database; the pool must be stopped')
    .argument('<url>', 'postgres://…')
    .option('--json', 'print what was copied as JSON')
    .action(async (url: string, { json }: { json?: boolean }) => {
      const moved = await connect().moveToPostgres(url);
      judge(moved.findings);
      say(json, moved, () =>
        [
          printTables(moved.tables),
          moved.findings.length === 0
            ? 'The books are sound on both sides. Start the pool with DATABASE_URL and the same OPENLODE_DATA.'
            : printFindings(moved.findings),
        ].join('\n'),
      );
    });

  const table: DeskTable = {
    connect,
    say,
    fail: () => {
      exit = 2;
    },
    find: () => {
      exit = 1;
    },
    confirm: async (question) => {
      if (terminal.confirm !== undefined && (await terminal.confirm(question))) return true;
      terminal.err('Nothing was done: answer yes, or add --yes.\n');
      return false;
    },
  };
  addAccountCommands(program, table);
  addPayoutCommands(program, table);
  addListingCommands(program, table);
  addWorkCommands(program, table);
  addExchangeCommands(program, table);
  addDoctor(program, table, diagnose);
  return { program, exitCode: () => exit };
}

function printFindings(findings: readonly Finding[]): string {
  const rows = findings.map(describeFinding);
  const table = printTable(['rule', 'account', 'subject', 'what is wrong'], rows);
  return `The books are not sound: ${findings.length} findings.\n\n${table}`;
}

/** Work that is not counted is not in the books, so they are sound without it; but somebody did it. */
function parkedSentence({ batches, shares, since }: ParkedWork): string[] {
  if (since === null) return [];
  const day = new Date(since).toISOString().slice(0, 10);
  return [
    `Parked, and counted nowhere: ${batches} batches of work with ${shares} shares, since ${day}. See openlode work parked.`,
  ];
}

const heldFor: Readonly<Record<HeldConversion['why'], string>> = {
  'no-price': 'no agreed rate',
  'over-cap': 'worth more than one conversion may be',
  'over-hour-cap': 'more than an hour may convert',
};

function printHeld(held: readonly HeldConversion[]): string {
  const headings = ['id', 'amount', 'asset', 'to', 'US dollars', 'since', 'held for', 'rate by'];
  const rows = held.map(({ id, amount, asset, coin, usd, since, why, source, approved }) => [
    id,
    amount,
    asset,
    coin,
    usd ?? 'not known',
    new Date(since).toISOString(),
    approved ? 'approved' : heldFor[why],
    source ?? 'nobody',
  ]);
  return printTable(headings, rows, new Set(['amount', 'US dollars']));
}

function approvalSentence(id: string, outcome: ApproveOutcome): string {
  switch (outcome.kind) {
    case 'approved':
      return `${id}: ${outcome.parts} approved. They are converted within seconds of an agreed rate.`;
    case 'malformed-id':
      return `${id} is no id: see openlode conversions list.`;
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'nothing-held':
      return `Nothing under ${id} is held by a cap. What waits for a rate needs no approval.`;
  }
}

function printTables(tables: readonly TableCount[]): string {
  const rows = tables.map(({ table, rows, sha256 }) => [table, String(rows), sha256.slice(0, 16)]);
  return printTable(['table', 'rows', 'sha256'], rows, new Set(['rows']));
}
