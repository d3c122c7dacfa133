import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addBookCommands } from './book-commands.ts';
import { addComparisonCommands } from './comparison-commands.ts';
import { addConversionCommands } from './conversion-commands.ts';
import { addCopyCommands } from './copy-commands.ts';
import type { DeskTable } from './desk-table.ts';
import { addDoctor } from './doctor-command.ts';
import { explainExitCodes } from './exit-codes.ts';
import { addExchangeCommands } from './exchange-commands.ts';
import { addListingCommands } from './listing-commands.ts';
import type { Diagnosis, Operator, SettingsFault } from './operator.ts';
import { addMinerCommands } from './miner-commands.ts';
import { addPayoutCommands } from './payout-commands.ts';
import { addSettingsCommands } from './settings-commands.ts';
import { addBlockCommands } from './block-commands.ts';
import { addSuspensionCommands } from './suspension-commands.ts';
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
  readonly checkSettings: (file: string) => Promise<readonly SettingsFault[]>;
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
  { connect, diagnose, checkSettings }: Reach,
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
  addBookCommands(program, table);
  addConversionCommands(program, table);
  addCopyCommands(program, table);
  addAccountCommands(program, table);
  const payouts = addPayoutCommands(program, table);
  addComparisonCommands(payouts, table);
  addSuspensionCommands(program, table);
  addListingCommands(program, table);
  addWorkCommands(program, table);
  addMinerCommands(program, table);
  addBlockCommands(program, table);
  addExchangeCommands(program, table);
  addSettingsCommands(program, table, checkSettings);
  addDoctor(program, table, diagnose);
  explainExitCodes(program);
  return { program, exitCode: () => exit };
}
