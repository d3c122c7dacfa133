import { targetOfBits } from '../../core/difficulty.ts';
import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, readDifficulty, readHeight, readJobId, readSized } from '../../upstream/read-terms.ts';
import { readUint32 } from '../../wire/hex.ts';

/** What a block's header commits to. */
export interface NexaWork {
  /** 32 bytes in the order of the wire. */
  readonly commitment: Uint8Array;
  readonly height: number;
  /** The network target in its compact form. */
  readonly bits: number;
}

/** Of a nonce of twelve bytes four are the upstream's, all of them. */
const prefixBytes = 4;
const freeBytes = 8;

/** Takes work from a pool of Nexa; nothing of it can be divided. */
export const nexaClient: ClientDialect<NexaWork, Solution> = {
  name: 'nexa',
  begin: ({ scale }) => ({ ...nothingYet, target: readDifficulty(1, scale) }),
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
  ],
  answered(question, result, terms) {
    if (question === 'subscribe') return withPrefix(Array.isArray(result) ? result[1] : undefined, terms);
    return question === 'login' && result !== true ? 'login-refused' : same(terms);
  },
  announced({ method, params, named }, terms, { scale }) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWork(params, terms);
      case 'mining.set_difficulty': {
        const target = readDifficulty(params[0], scale);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce':
        return withPrefix(params[0], terms);
      default:
        return undefined;
    }
  },
  submission: ({ id, room: { prefix } }, { free }, _terms, { user }) => ({
    name: 'submit',
    method: 'mining.submit',
    params: [user, id, prefix, '00000000', free],
  }),
};

function withPrefix(value: unknown, terms: Terms): MessageOutcome<NexaWork> {
  const prefix = readSized(value, prefixBytes);
  return prefix === undefined ? 'bad-extranonce' : same({ ...terms, room: { prefix, freeBytes } });
}

/** `mining.notify [job, commitment, height, bits]`. */
function readWork(
  [name, text, heightText, bitsText]: readonly unknown[],
  terms: Terms,
): MessageOutcome<NexaWork> {
  const { target, room } = terms;
  const id = readJobId(name);
  const digits = readSized(text, 32);
  const commitment = bytesOf(digits);
  const height = readHeight(heightText);
  if (id === undefined || digits === undefined || commitment === undefined || height === undefined)
    return 'bad-job';
  const bits = readUint32(bitsText);
  const networkTarget = bits < 0 ? 0n : targetOfBits(bits);
  if (networkTarget <= 0n || networkTarget >= 1n << 256n) return 'bad-job';
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const job = { id, clean: true, target, networkTarget, room, work: { commitment, height, bits } };
  return { terms, jobs: [{ ...job, content: digits }] };
}
