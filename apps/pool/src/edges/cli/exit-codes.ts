import type { Command } from 'commander';

/** When a command ends with 1, by its whole name. Every other one ends with 0 or 2 only. */
export const findingsOf: Readonly<Record<string, string>> = {
  audit: 'the ledger is not sound',
  doctor: 'something keeps the pool from running',
  'miners luck': 'chance does not explain a miner',
  'move-to-postgres': 'the copy was not sound, and nothing was moved',
  'news check': 'a file cannot be shown',
  'payouts compare': 'something left that the database does not know',
  restore: 'it was restored, and the ledger is not sound',
  'settings check': 'something in the file is wrong',
};

/** Every command that does something, below a program or a group of commands, with its whole name. */
export function listVerbs(
  group: Command,
  above: readonly string[] = [],
): { readonly name: string; readonly command: Command }[] {
  return group.commands.flatMap((command) => {
    const path = [...above, command.name()];
    return command.commands.length > 0 ? listVerbs(command, path) : [{ name: path.join(' '), command }];
  });
}

/** Adds to the help of every command what it ends with. */
export function explainExitCodes(program: Command): void {
  for (const { name, command } of listVerbs(program)) {
    const finding = findingsOf[name];
    const codes = [
      '0  it was done',
      ...(finding === undefined ? [] : [`1  ${finding}`]),
      '2  it was not done, or it cannot be told; the output says why',
    ];
    command.addHelpText('after', ['', 'Exit codes:', ...codes.map((each) => `  ${each}`)].join('\n'));
  }
}
