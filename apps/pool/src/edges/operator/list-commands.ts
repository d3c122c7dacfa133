import { isArgument, typingOf } from './parameters.ts';
import type { Verb } from './verb.ts';
import { verbs } from './verbs.ts';

const begin = '<!-- the commands: npx vitest run apps/pool/src/edges/operator -u -->';
const end = '<!-- end of the commands -->';

/** A guide with the table of every command, as it is now, between its two marks; throws where they are missing. */
export function withCommands(guide: string): string {
  const [before, rest] = guide.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('the marks of the list are missing');
  const rows = verbs.map((verb) => `| \`${usage(verb)}\` | ${escaped(verb.does)} |`);
  const table = ['| `openlode …` | what it does |', '|---|---|', ...rows].join('\n');
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

/** The name with its arguments; options are for `--help`. */
function usage({ name, input }: Verb): string {
  const typed = Object.values(input)
    .filter(isArgument)
    .map((parameter) => typingOf(parameter)?.flags ?? '');
  return [name, ...typed].join(' ');
}

function escaped(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
