import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { allPrograms, programs } from '@openlode/catalogue/programs';
import { ownCertificateWords } from '@openlode/mining/certificate-words';
import type { MiningProgram, Transport } from '@openlode/mining/mining-program';
import { certificateFileName } from '@openlode/mining/template-values';
import { markdownTable } from './markdown-table.ts';

/** The mining programs, what they run on and the fees of their makers. */
export function programTable(): string {
  return markdownTable(
    ['Program', 'For', 'Maker’s fee'],
    programs.map((program) => [program.name, hardwareWords(program), feeWords(program)]),
  );
}

/** The option of each program for TLS and for plain TCP; programs with the same options share a row. */
export function tlsTable(): string {
  const rows = new Map<string, string[]>();
  for (const program of allPrograms) {
    const key = [tlsWords(program, 'tls'), tlsWords(program, 'tcp')].join(' | ');
    rows.set(key, [...(rows.get(key) ?? []), program.name]);
  }
  return markdownTable(
    ['Program', 'TLS', 'TCP'],
    [...rows].map(([key, names]) => [names.join(', '), ...key.split(' | ')]),
  );
}

/** What each program needs to accept a certificate with this fingerprint, where its maker says so. */
export function certificateTable(fingerprint: string): string {
  return markdownTable(
    ['Program', 'Add', 'What it does'],
    allPrograms.flatMap(({ name, ownCertificate: rule }) => {
      if (rule.kind === 'unknown') return [];
      const option = rule.kind === 'accepts' ? rule.pin : rule.option;
      const filled = option
        ?.replace('{fingerprint}', fingerprint)
        .replace('{certificate}', certificateFileName);
      return [[name, filled === undefined ? 'nothing' : `\`${filled}\``, ownCertificateWords(name, rule)]];
    }),
  );
}

function hardwareWords({ hardware, gpuVendors, algorithms }: MiningProgram): string {
  const cards = gpuVendors.length === 0 ? [] : [`${gpuVendors.join(', ')} cards`];
  const [only, ...others] = algorithms;
  const name = others.length === 0 ? findAlgorithm(only?.algorithm ?? '')?.name : undefined;
  return [
    ...(hardware.includes('cpu') ? ['processors'] : []),
    ...cards,
    ...(name === undefined ? [] : [`${name} only`]),
  ].join(', ');
}

/** The least and the most that it keeps, whatever it mines. */
function feeWords({ developerFee }: MiningProgram): string {
  const text = Object.values(developerFee).join(' ');
  const percents = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(?=%|\s?-\s?\d)/g)].map(([, percent]) =>
    Number(percent),
  );
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  if (least === most) return `${most}%`;
  return least === 0 ? `up to ${most}%` : `${least} to ${most}%`;
}

/** A scheme before the server, else the options that only this transport has. */
function tlsWords({ commands, schemes }: MiningProgram, transport: Transport): string {
  const scheme = /"?(?<![\w+])([\w+]+|\{scheme\}):\/\//.exec(commands[transport])?.[1];
  if (scheme !== undefined) return `\`${schemes?.[transport] ?? scheme}://\``;
  const optionsOf = (each: Transport) => commands[each].split(/ (?=-)/);
  const others = optionsOf(transport === 'tls' ? 'tcp' : 'tls');
  const own = optionsOf(transport).filter((option) => !option.includes('{') && !others.includes(option));
  return own.length === 0 ? 'nothing' : own.map((option) => `\`${option}\``).join(' ');
}
