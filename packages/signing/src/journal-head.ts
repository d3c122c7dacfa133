import { countOf, fieldsOf, textOf } from './json-fields.ts';
import type { JournalHead } from './messages.ts';

export function readJournalHead(value: unknown): JournalHead {
  const { entry, seal } = fieldsOf(value, 'the head of the journal', ['entry', 'seal']);
  return { entry: countOf(entry, 'entry'), seal: textOf(seal, 'seal', /^[0-9a-f]{64}$/) };
}
