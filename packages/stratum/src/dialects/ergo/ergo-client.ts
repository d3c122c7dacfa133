import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, fixPrefix, readHeight, readJobId, readSized } from '../../upstream/read-terms.ts';
import { plainNumber } from '../../wire/plain-number.ts';

/** The hash of a header without its proof. */
export interface ErgoWork {
  /** 32 bytes. */
  readonly message: Uint8Array;
  readonly height: number;
}

/** With fewer bytes of its own a machine is through with a job in minutes. */
const nonceParts = { nonceBytes: 8, prefixBytesMax: 4 };
const hashRange = 1n << 256n;

/** Takes work from a pool of Ergo. */
export const ergoClient: ClientDialect<ErgoWork, Solution> = {
  name: 'ergo',
  begin: () => nothingYet,
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
    extranonceQuestion,
  ],
  answered(question, result, terms) {
    if (question === 'subscribe')
      return fixPrefix(Array.isArray(result) ? result[1] : undefined, terms, nonceParts);
    return question === 'login' && result !== true ? 'login-refused' : same(terms);
  },
  announced({ method, params, named }, terms) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWork(params, terms);
      // Always 1: each job has its target.
      case 'mining.set_difficulty':
        return plainNumber(params[0]) > 0 ? same(terms) : 'bad-difficulty';
      case 'mining.set_extranonce':
        return fixPrefix(params[0], terms, nonceParts);
      default:
        return undefined;
    }
  },
  submission: ({ id, room: { prefix } }, { free }, _terms, { user }) => ({
    name: 'submit',
    method: 'mining.submit',
    params: [user, id, free, '', prefix + free],
  }),
};

/** `mining.notify [job, height, message, "", "", version, target, "", clean]`; a hash must be below the target, a decimal number. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<ErgoWork> {
  const { room } = terms;
  const [name, heightText, messageText, , , , bound, , clean] = params;
  const id = readJobId(name);
  const height = readHeight(heightText);
  const digits = readSized(messageText, 32);
  const message = bytesOf(digits);
  if (id === undefined || height === undefined || digits === undefined || message === undefined)
    return 'bad-job';
  if (typeof clean !== 'boolean') return 'bad-job';
  const first = typeof bound === 'string' && /^\d{1,78}$/.test(bound) ? BigInt(bound) : 0n;
  if (first < 2n || first > hashRange) return 'bad-difficulty';
  if (room === undefined) return 'bad-extranonce';
  const target = first - 1n;
  const job = { id, clean, target, networkTarget: undefined, room, work: { message, height } };
  return { terms: { ...terms, target }, jobs: [{ ...job, content: digits }] };
}
