import type { ClientDialect, MessageOutcome, Question, Terms } from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import { readSized, readTarget } from '../../upstream/read-terms.ts';
import type { EthereumFound, EthereumWork } from './ethereum-client.ts';

/** Nothing of the nonce is the upstream's: connections to it, and all their miners, search one header. */
const room = { prefix: '', freeBytes: 8 };
const askEveryMs = 10_000;
const workQuestion: Question = { name: 'work', method: 'eth_getWork', params: [], more: { jsonrpc: '2.0' } };

/** Takes work from a pool that speaks as a node of Ethereum does. It pushes work, and is asked for it where it does not. */
export const ethproxyClient: ClientDialect<EthereumWork, EthereumFound> = {
  name: 'ethproxy',
  begin: () => ({ ...nothingYet, room }),
  greeting: ({ user, password }) => [
    {
      name: 'login',
      method: 'eth_submitLogin',
      params: [user.split('.', 1)[0], password],
      more: { jsonrpc: '2.0', worker: workerOf(user) },
    },
    workQuestion,
  ],
  answered(question, result, terms) {
    if (question === 'work') return readWork(result, terms);
    return question === 'login' && result !== true ? 'login-refused' : same(terms);
  },
  pushed: readWork,
  announced: () => undefined,
  refuses: (_job, { mix }) => (/^[0-9a-f]{64}$/.test(mix) ? undefined : 'malformed'),
  submission({ work: { header } }, { free, mix }, _terms, { user }) {
    return {
      name: 'submit',
      method: 'eth_submitWork',
      params: [`0x${free}`, `0x${header}`, `0x${mix}`],
      more: { jsonrpc: '2.0', worker: workerOf(user) },
    };
  },
  alive: { everyMs: askEveryMs, ask: () => workQuestion },
};

/** What stands behind the first dot of a user: programs send it apart. */
function workerOf(user: string): string {
  const dot = user.indexOf('.');
  return dot < 0 ? '' : user.slice(dot + 1);
}

/** `[header, seed, boundary]`, and the number of the block behind them in newer pools. */
function readWork(result: unknown, terms: Terms): MessageOutcome<EthereumWork> {
  if (!Array.isArray(result)) return 'shape';
  const [header, seed] = [readSized(result[0], 32), readSized(result[1], 32)];
  const target = readTarget(result[2]);
  if (header === undefined || seed === undefined) return 'bad-job';
  if (target === undefined) return 'bad-difficulty';
  const job = { id: header, clean: true, target, networkTarget: undefined, room, work: { header, seed } };
  return { terms: { ...terms, target }, jobs: [{ ...job, content: header }] };
}
