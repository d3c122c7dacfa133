import { type Fields, fieldsOf, list, text } from '../../chains/nodes/node-answers.ts';
import type { ContractLog } from './token-transfer.ts';

/** Reads what contracts have reported. Addresses have 20 bytes in hex. */
export function readLogs(fields: Fields, name: string): readonly ContractLog[] {
  return list(fields, name)
    .map((each) => fieldsOf(each, 'a log'))
    .map((log) => ({
      address: text(log, 'address'),
      topics: (log['topics'] === undefined ? [] : list(log, 'topics')).map((topic) =>
        text({ topic }, 'topic'),
      ),
      data: log['data'] === undefined ? '' : text(log, 'data'),
    }));
}
