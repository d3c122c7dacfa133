import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, fixPrefix, readFields, readSized, readTarget } from '../../upstream/read-terms.ts';

/** A header of 180 bytes, whose last eight are the randomness. */
export interface IronfishWork {
  readonly header: Uint8Array;
}

const headerBytes = 180;
const randomnessBytes = 8;
const prefixBytesMax = 4;
const version = 3;

/** Takes work from a pool, or a node, of Iron Fish: what is said stands in a `body`, and `mining.subscribe` is the login. */
export const ironfishClient: ClientDialect<IronfishWork, Solution> = {
  name: 'ironfish',
  begin: () => nothingYet,
  greeting({ agent, user, password }) {
    const dot = user.indexOf('.');
    const [publicAddress, name] = dot < 0 ? [user, ''] : [user.slice(0, dot), user.slice(dot + 1)];
    const body = { version, agent, publicAddress, name, password };
    return [{ name: 'login', method: 'mining.subscribe', params: undefined, more: { body } }];
  },
  answered(question, result, terms) {
    if (question !== 'login') return same(terms);
    const { xn = '' } = readFields(result);
    return fixPrefix(xn, terms, { nonceBytes: randomnessBytes, prefixBytesMax });
  },
  announced({ method, named = {} }, terms) {
    switch (method) {
      case 'mining.notify':
        return readWork(named, terms);
      case 'mining.set_target': {
        const target = readTarget(named['target']);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.wait_for_work':
        return same(terms);
      default:
        return undefined;
    }
  },
  submission: ({ id, room: { prefix } }, { free }) => {
    const body = { miningRequestId: Number(id), randomness: prefix + free };
    return { name: 'submit', method: 'mining.submit', params: undefined, more: { body } };
  },
  rewrite,
};

/** Answers have a method of their own here, and what is said unasked its parameters in the body. */
function rewrite(line: string): string {
  const message = parsed(line);
  if (message === undefined) return line;
  const { id, method, error } = message;
  const body = readFields(message['body']);
  if (method === 'mining.subscribed') return JSON.stringify({ id, result: body });
  if (method === 'mining.submitted') {
    const { id: answered, result, message: why = 'refused' } = body;
    return JSON.stringify(result === true ? { id: answered, result } : { id: answered, error: why });
  }
  if (error !== undefined && method === undefined) {
    const { id: answered, message: why = 'refused' } = readFields(error);
    return JSON.stringify({ id: answered, error: why });
  }
  return JSON.stringify({ id: null, method, params: body });
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? readFields(value)
      : undefined;
  } catch {
    return undefined;
  }
}

/** `mining.notify {miningRequestId, header}`. */
function readWork(
  { miningRequestId: number, header: text }: Readonly<Record<string, unknown>>,
  terms: Terms,
): MessageOutcome<IronfishWork> {
  const { target, room } = terms;
  const digits = readSized(text, headerBytes);
  const header = bytesOf(digits);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return 'bad-job';
  if (digits === undefined || header === undefined) return 'bad-job';
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const job = { id: String(number), clean: true, target, networkTarget: undefined, room, work: { header } };
  return { terms, jobs: [{ ...job, content: digits.slice(0, -2 * randomnessBytes) }] };
}
