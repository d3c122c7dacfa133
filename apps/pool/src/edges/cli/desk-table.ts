import { type Command, InvalidArgumentError } from 'commander';
import type { Operator } from './operator.ts';

/** What the modules that add commands share. */
export interface DeskTable {
  readonly connect: () => Operator;
  /** Prints one or the other. */
  readonly say: (json: boolean | undefined, value: unknown, text: () => string) => void;
  /** The command did not do what it was asked for. */
  readonly fail: () => void;
  /** Something is not as it should be, though the command did what it was asked for. */
  readonly find: () => void;
  /** Asks whoever sits at the terminal; false where nobody does, or where the answer is no. */
  readonly confirm: (question: string) => Promise<boolean>;
}

export interface Asked {
  readonly json?: boolean;
  readonly yes?: boolean;
}

export interface Reasoned extends Asked {
  readonly reason: string;
}

/** A command that only looks. */
export function looking(parent: Command, name: string, does: string): Command {
  return parent.command(name).description(does).option('--json', 'print it as JSON');
}

/** A command that decides something: it wants a reason, and asks first where what is at stake cannot be undone. */
export function deciding(parent: Command, name: string, does: string, isAsked: boolean): Command {
  const command = parent
    .command(name)
    .description(does)
    .requiredOption('--reason <text>', 'why; kept for ever')
    .option('--json', 'print the outcome as JSON');
  return isAsked ? command.option('--yes', 'do not ask') : command;
}

/** Whether it may go on: asked for with `--yes`, or answered so. */
export async function isAgreed(table: DeskTable, { yes }: Asked, question: string): Promise<boolean> {
  if (yes === true || (await table.confirm(question))) return true;
  table.fail();
  return false;
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    return value;
  };
}

export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
