import type { MiningProgram, ProgramAlgorithm, Transport } from '@openlode/mining/mining-program';
import { printUserString } from '@openlode/mining/user-string';
import { fillTemplate, type TemplateValues } from '@openlode/mining/template-values';

export interface FlightSheet {
  /** The mining system. */
  readonly system: 'HiveOS' | 'mmpOS' | 'RaveOS';
  /** The fields of its form, in its own words, one a line. */
  readonly text: string;
}

interface SheetInput {
  readonly program: MiningProgram;
  readonly algorithm: ProgramAlgorithm;
  readonly transport: Transport;
  readonly values: TemplateValues;
}

/** What is typed into the flight sheet (HiveOS), miner profile (mmpOS) or wallet (RaveOS). */
export function buildFlightSheets(input: SheetInput): readonly FlightSheet[] {
  const { program, algorithm, transport, values } = input;
  const scheme = fillTemplate('{scheme}', input) || (transport === 'tls' ? 'stratum+ssl' : 'stratum+tcp');
  const pool = `${scheme}://${values.host}:${values.port}`;
  const user = printUserString(values);
  const lines = (fields: readonly (readonly [string, string])[]) =>
    fields.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
  const extra: readonly (readonly [string, string])[] =
    algorithm.extra === null ? [] : [['Extra config arguments', algorithm.extra]];
  return [
    {
      system: 'HiveOS',
      text: lines([
        ['Coin', values.coin],
        ['Miner', program.name],
        ['Hash algorithm', algorithm.flag],
        ['Wallet and worker template', user],
        ['Pool URL', pool],
        ['Pass', 'x'],
        ...extra,
      ]),
    },
    {
      system: 'mmpOS',
      text: lines([
        ['Coin', values.coin],
        ['Miner', program.name],
        ['Algorithm', algorithm.flag],
        ['Pool', pool],
        ['Username', user],
        ['Password', 'x'],
        ...extra,
      ]),
    },
    {
      system: 'RaveOS',
      text: lines([
        ['Coin', values.coin],
        ['Miner', program.name],
        ['Algorithm', algorithm.flag],
        ['Pool URL', pool],
        ['Wallet', user],
        ['Password', 'x'],
        ...extra,
      ]),
    },
  ];
}

function oneLine(value: string): string {
  return value.replaceAll(/[\0\r\n]/g, ' ');
}
