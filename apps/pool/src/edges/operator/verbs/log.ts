import { readDecisions } from '../../../domain/kernel/decision.ts';
import { instantOfUtc, limit } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

const log = looks({
  name: 'log',
  does: 'what operators have decided, the newest first',
  input: {
    before: instantOfUtc('--before <date>', 'only what was decided before this UTC date or time'),
    limit: limit(50),
  },
  run: readDecisions,
  print: (found) =>
    printList(found, 'Nothing was decided yet.', {
      when: ({ at }) => instant(at),
      who: ({ actor }) => actor,
      what: ({ kind }) => kind,
      subject: ({ subject }) => subject,
      why: ({ reason }) => reason,
    }),
});

export const logVerbs: VerbFamily = { verbs: [log] };
