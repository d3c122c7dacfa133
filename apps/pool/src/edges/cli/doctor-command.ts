import type { Command } from 'commander';
import { type Asked, type DeskTable, looking } from './desk-table.ts';
import type { Diagnosis } from './operator.ts';
import { printTable } from './print-table.ts';

const marks: Readonly<Record<Diagnosis['state'], string>> = { well: 'ok', warning: 'look', ill: 'BAD' };

/** Adds `doctor` to the program. It ends with 1 where something is ill; a warning is no fault. */
export function addDoctor(
  program: Command,
  table: DeskTable,
  diagnose: () => Promise<readonly Diagnosis[]>,
): void {
  looking(
    program,
    'doctor',
    'check settings, ports, clock, disk, database and rates, and say what to do',
  ).action(async ({ json }: Asked) => {
    const found = await diagnose();
    if (found.some(({ state }) => state === 'ill')) table.find();
    table.say(json, found, () => {
      const rows = found.map(({ state, subject, found: what, advice }) => [
        marks[state],
        subject,
        what,
        advice,
      ]);
      return printTable(['', 'what', 'found', 'what to do'], rows);
    });
  });
}
