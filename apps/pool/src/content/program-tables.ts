import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { programs } from '@openlode/catalogue/programs';
import type { MiningProgram, Transport } from '@openlode/mining/mining-program';
import { markdownTable } from './markdown-table.ts';

/** The mining programs, what they run on and what their makers keep. */
export function programTable(): string {
  return markdownTable(
    ['Program', 'For', 'Maker’s fee'],
    programs.map((program) => [program.name, hardwareWords(program), feeWords(program)]),
  );
}

/** How each program is told to speak TLS, and how not to; those that say it alike stand together. */
export function tlsTable(): string {
  const rows = new Map<string, string[]>();
  for (const program of programs) {
    const key = [tlsWords(program, 'tls'), tlsWords(program, 'tcp')].join(' | ');
    rows.set(key, [...(rows.get(key) ?? []), program.name]);
  }
  return markdownTable(
    ['Program', 'TLS', 'Clear'],
    [...rows].map(([key, names]) => [names.join(', '), ...key.split(' | ')]),
  );
}

function hardwareWords({ hardware, gpuVendors, algorithms }: MiningProgram): string {
  const cards = gpuVendors.length === 0 ? [] : [`${gpuVendors.join(', ')} cards`];
  const [only, ...others] = algorithms;
  const name = others.length === 0 ? findAlgorithm(only?.algorithm ?? '')?.name : undefined;
  return [
    ...(hardware.includes('cpu') ? ['processors'] : []),
    ...cards,
    ...(name === undefined ? [] : [`here only ${name}`]),
  ].join(', ');
}

/** The least and the most that it keeps, whatever it mines. */
function feeWords({ developerFee }: MiningProgram): string {
  const text = Object.values(developerFee).join(' ');
  const percents = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(?=%|\s?-\s?\d)/g)].map(([, percent]) =>
    Number(percent),
  );
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  if (least === most) return `${most}\u00a0%`;
  return least === 0 ? `up to ${most}\u00a0%` : `${least} to ${most}\u00a0%`;
}

/** A scheme in front of the server, else the options that only this transport has. */
function tlsWords({ commands, schemes }: MiningProgram, transport: Transport): string {
  const scheme = /"?(?<![\w+])([\w+]+|\{scheme\}):\/\//.exec(commands[transport])?.[1];
  if (scheme !== undefined) return `\`${schemes?.[transport] ?? scheme}://\``;
  const optionsOf = (each: Transport) => commands[each].split(/ (?=-)/);
  const others = optionsOf(transport === 'tls' ? 'tcp' : 'tls');
  const own = optionsOf(transport).filter((option) => !option.includes('{') && !others.includes(option));
  return own.length === 0 ? 'nothing' : own.map((option) => `\`${option}\``).join(' ');
}
