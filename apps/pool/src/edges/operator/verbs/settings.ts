import { text } from '../parameters.ts';
import type { SettingsFault } from '../contexts.ts';
import { printTable } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const settingsCheck = looks({
  name: 'settings check',
  does: 'what is wrong in a file of settings, by line; a service reads it at its next start',
  needs: 'program',
  input: { file: text('<file>', 'such as /etc/openlode.env') },
  run: (program, { file }) => program.checkSettings(file),
  finding: { means: 'something in the file is wrong', isThere: (faults) => faults.length > 0 },
  print: (faults, { file }) => printFaults(faults, file),
});

const configCheck = looks({
  name: 'config check',
  does: 'what is wrong in the file that names chains and nodes, by line; openlode doctor asks the nodes themselves',
  needs: 'program',
  input: { file: text('<file>', 'such as /etc/openlode.yaml') },
  run: (program, { file }) => program.checkPoolFile(file),
  finding: { means: 'something in the file is wrong', isThere: (faults) => faults.length > 0 },
  print: (faults, { file }) => printFaults(faults, file),
});

function printFaults(faults: readonly SettingsFault[], file: string): string {
  if (faults.length === 0) return `${file} can be used as it is.`;
  return printTable(
    ['line', 'fault'],
    faults.map(({ line, fault }) => [line === 0 ? '' : String(line), fault]),
    new Set(['line']),
  );
}

export const settingsVerbs: VerbFamily = {
  group: { name: 'settings', does: 'the settings of the pool' },
  verbs: [settingsCheck],
};

export const configVerbs: VerbFamily = {
  group: { name: 'config', does: 'the chains and nodes of the pool' },
  verbs: [configCheck],
};
