import type { OperatingSystem } from './mining-program.ts';
import { alwaysQuoteCmd, type CmdPlace, quoteCmd } from './quote-cmd.ts';
import { alwaysQuoteShell, quoteShell } from './quote-shell.ts';
import { certificateOption, fillTemplate, type TemplateInput } from './template-values.ts';

/** What a command is made from; who mines and where to come from the person, the rest from the catalogue. */
export interface CommandInput extends TemplateInput {
  readonly system: OperatingSystem;
}

/** Where the command will be read; only cmd tells the two apart. */
export type CommandPlace = 'prompt' | 'script';

/** The exact command to start mining, on one line. */
export function buildCommand(input: CommandInput, place: CommandPlace = 'prompt'): string {
  const { program, algorithm, system } = input;
  const template = program.commands[input.transport];
  const words = [template, algorithm.extra, certificateOption(input)]
    .filter((part) => part !== null)
    .join(' ');
  const executable = system === 'linux' ? `./${program.executables.linux}` : program.executables.windows;
  const quote = quotesOf(system, place === 'script' ? 'batch' : 'prompt');
  const written = words.split(' ').map((word) => writeWord(word, input, quote));
  return [quote.whereNeeded(executable), ...written].join(' ');
}

interface Quotes {
  whereNeeded(word: string): string;
  always(word: string): string;
}

function quotesOf(system: OperatingSystem, place: CmdPlace): Quotes {
  if (system === 'linux') return { whereNeeded: quoteShell, always: alwaysQuoteShell };
  return {
    whereNeeded: (word) => quoteCmd(word, place),
    always: (word) => alwaysQuoteCmd(word, place),
  };
}

/** A word of the template may end with a piece between double quotes, which is always written quoted. */
function writeWord(word: string, input: CommandInput, quote: Quotes): string {
  const fill = (text: string) => fillTemplate(text, input);
  const [, before, quoted] = /^([^"]*)"([^"]*)"$/.exec(word) ?? [];
  if (before === undefined || quoted === undefined) return quote.whereNeeded(fill(word));
  return `${before === '' ? '' : quote.whereNeeded(fill(before))}${quote.always(fill(quoted))}`;
}
