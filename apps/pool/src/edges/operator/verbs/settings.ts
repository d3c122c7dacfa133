import { flag, text } from '../parameters.ts';
import type { SettingsFault } from '../contexts.ts';
import { printList, printTable } from '../print-table.ts';
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

const settingsShow = looks({
  name: 'settings show',
  does: 'every setting as the next start reads it, without passwords; a running pool has what it was started with',
  needs: 'program',
  input: { set: flag('--set', 'only those that are set') },
  run: async (program, { set }) => program.showSettings().filter(({ isSet }) => isSet || set !== true),
  print: (found) =>
    printList(found, 'None is set: each has the value that README.md names.', {
      setting: ({ name }) => name,
      value: ({ value }) => value ?? '',
      from: ({ isSet }) => (isSet ? 'the settings' : 'this release'),
    }),
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
  verbs: [settingsCheck, settingsShow],
};

export const configVerbs: VerbFamily = {
  group: { name: 'config', does: 'the chains and nodes of the pool' },
  verbs: [configCheck],
};
