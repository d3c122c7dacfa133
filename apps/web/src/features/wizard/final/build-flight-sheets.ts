import type { CommandInput } from '@openlode/mining/build-command';
import { fillTemplate } from '@openlode/mining/template-values';
import { printUserString } from '@openlode/mining/user-string';

export interface FlightSheet {
  /** The mining system. */
  readonly system: 'HiveOS' | 'mmpOS' | 'RaveOS';
  /** The fields of its form, in its own words, one a line. */
  readonly text: string;
  /** What the form does not say. */
  readonly note: string;
}

interface SheetInput extends Omit<CommandInput, 'system'> {
  /** Symbol of the coin that the algorithm earns: by it these systems sort their wallets. */
  readonly mined: string;
}

/** What is typed into the flight sheet (HiveOS), miner profile (mmpOS) or wallet (RaveOS). */
export function buildFlightSheets(input: SheetInput): readonly FlightSheet[] {
  const { program, algorithm, values, mined } = input;
  const user = printUserString(values);
  const pool = poolOf(input);
  const extra = extraArguments(input);
  return [
    {
      system: 'HiveOS',
      text: lines([
        ['Coin', mined],
        ['Miner', program.name],
        ['Hash algorithm', algorithm.flag],
        ['Wallet and worker template', user],
        ['Pool URL', pool],
        ['Pass', 'x'],
        ['Extra config arguments', extra],
      ]),
      note: 'For several rigs, write %WORKER_NAME% in place of the worker’s name.',
    },
    {
      system: 'mmpOS',
      text: lines([
        ['Coin', mined],
        ['Miner', program.name],
        ['Algorithm', algorithm.flag],
        ['Pool', pool],
        ['Username', user],
        ['Password', 'x'],
        ['Additional arguments', extra],
      ]),
      note: 'For several rigs, write %rig_name% in place of the worker’s name.',
    },
    {
      system: 'RaveOS',
      text: lines([
        ['Coin', mined],
        ['Miner', program.name],
        ['Algorithm', algorithm.flag],
        ['Pool URL', pool],
        ['Wallet', fillTemplate('{wallet}', input)],
        ['Worker name', fillTemplate('{workerref}', input)],
        ['Password', 'x'],
        ['Extra config arguments', extra],
      ]),
      note: 'RaveOS adds a dot and the worker’s name after the wallet. Without that field it uses the name of the rig.',
    },
  ];
}

/** Host and port, with the scheme where the program's own command has one. */
function poolOf(input: SheetInput): string {
  const template = input.program.commands[input.transport];
  const scheme = /([\w+{}]+:\/\/)/.exec(template)?.[1] ?? '';
  return fillTemplate(`${scheme}{host}:{port}`, input);
}

/** What else the program's command says, its TLS switch above all. */
function extraArguments({ program, algorithm, transport }: SheetInput): string {
  const fixed = program.commands[transport].split(/ (?=-)/).filter((option) => !option.includes('{'));
  return [...fixed, ...(algorithm.extra === null ? [] : [algorithm.extra])].join(' ');
}

function lines(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\0\r\n]/g, ' ')}`)
    .join('\n');
}
