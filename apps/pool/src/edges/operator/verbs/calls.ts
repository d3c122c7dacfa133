import { type TraceOfCall, traceCall } from '../../../domain/operations/trace-call.ts';
import { text } from '../parameters.ts';
import { printTable } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

const callsShow = looks({
  name: 'calls show',
  does: 'what a call of an owner did, by the id that its answer has as x-request-id',
  input: { id: text('<id>', 'such as 9f1c02ab-77de') },
  needs: 'database',
  run: traceCall,
  isDone: (found) => !('kind' in found),
  print: (found, { id }) => ('kind' in found ? unknownSentence(id) : printCall(found)),
});

function unknownSentence(id: string): string {
  return `No call ${id} of the past week did anything for its owner. One that failed is in the log of the pool, as "request":"${id}".`;
}

function printCall(call: Exclude<TraceOfCall, { kind: string }>): string {
  const rows = [
    ['at', instant(call.at)],
    ['miner', call.uuid],
    ['did', call.network === null ? call.did : `${call.did}, ${call.network}`],
    ['payout', call.payout ?? 'none'],
    ...call.entries.map((entry) => ['entry', `${entry.id} (${entry.key}), ${instant(entry.bookedAt)}`]),
  ];
  return printTable(['what', 'value'], rows);
}

export const callsVerbs: VerbFamily = {
  group: { name: 'calls', does: 'calls that owners made on the site, from their id to what they wrote' },
  verbs: [callsShow],
};
