import { text } from '../parameters.ts';
import { printTable } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const settingsCheck = looks({
  name: 'settings check',
  does: 'what is wrong in a file of settings, by line; a service reads it at its next start',
  needs: 'program',
  input: { file: text('<file>', 'such as /etc/openlode.env') },
  run: (program, { file }) => program.checkSettings(file),
  finding: { means: 'something in the file is wrong', isThere: (faults) => faults.length > 0 },
  print: (faults, { file }) =>
    faults.length === 0
      ? `${file} can be used as it is.`
      : printTable(
          ['line', 'fault'],
          faults.map(({ line, fault }) => [line === 0 ? '' : String(line), fault]),
          new Set(['line']),
        ),
});

export const settingsVerbs: VerbFamily = {
  group: { name: 'settings', does: 'the settings of the pool' },
  verbs: [settingsCheck],
};
