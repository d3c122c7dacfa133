import type { Command } from 'commander';
import { type Asked, type DeskTable, looking } from './desk-table.ts';
import type { SettingsFault } from './operator.ts';
import { printTable } from './print-table.ts';

/** Adds `settings check` to the program. It ends with 1 where something is wrong in the file. */
export function addSettingsCommands(
  program: Command,
  table: DeskTable,
  check: (file: string) => Promise<readonly SettingsFault[]>,
): void {
  const settings = program.command('settings').description('the settings of the pool');
  looking(
    settings,
    'check',
    'what is wrong in a file of settings, by line; a service reads it at its next start',
  )
    .argument('<file>', 'such as /etc/openlode.env')
    .action(async (file: string, { json }: Asked) => {
      const faults = await check(file);
      if (faults.length > 0) table.find();
      table.say(json, faults, () =>
        faults.length === 0
          ? `${file} can be used as it is.`
          : printTable(
              ['line', 'fault'],
              faults.map(({ line, fault }) => [line === 0 ? '' : String(line), fault]),
              new Set(['line']),
            ),
      );
    });
}
