import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, fixPrefix, readDifficulty, readJobId, readSized } from '../../upstream/read-terms.ts';
import { jobsOfGraph } from '../../upstream/jobs-last.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { KaspaJob } from './jobs.ts';

/** The hash of a header with time and nonce zero, and the time, which is not ours to change. */
export type KaspaWork = Pick<KaspaJob, 'prePowHash' | 'timestamp'>;

/** With fewer bytes of its own a machine is through with a job at once. */
const nonceParts = { nonceBytes: 8, prefixBytesMax: 4 };
const range64 = 1n << 64n;
/** A text that does not end is taken to the end of its line, so that each character of a line is looked at once. */
const textOrNumber = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\d[\d.eE+-]*/g;
/** Words of 64 bits are numbers in JSON, and JavaScript would round them. */
const longNumber = /^\d{16,20}$/;

/** Takes work from a pool of Kaspa's family, in each of the forms in which such pools say a job and an extranonce. */
export const kaspaClient: ClientDialect<KaspaWork, Solution> = {
  name: 'kaspa',
  jobsLast: jobsOfGraph,
  begin: ({ scale }) => ({
    ...nothingYet,
    target: readDifficulty(1, scale),
    room: { prefix: '', freeBytes: nonceParts.nonceBytes },
  }),
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
    extranonceQuestion,
  ],
  answered(question, result, terms) {
    if (question === 'login') return result === true ? same(terms) : 'login-refused';
    // `[true, protocol]`, or `[null, extranonce, bytes left]`.
    const [first, digits] =
      question === 'subscribe' && Array.isArray(result) ? (result as unknown[]) : [true];
    return first === null ? fixPrefix(digits, terms, nonceParts) : same(terms);
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
      case 'set_extranonce':
        return fixPrefix(params[0], terms, nonceParts);
      default:
        return undefined;
    }
  },
  submission: ({ id, room: { prefix } }, { free }, _terms, { user }) => ({
    name: 'submit',
    method: 'mining.submit',
    params: [user, id, `0x${prefix}${free}`],
  }),
  rewrite: (line) => line.replaceAll(textOrNumber, (part) => (longNumber.test(part) ? `"${part}"` : part)),
};

/** `mining.notify [job, four words, time]`, or `[job, hash and time]`. */
function readWork([name, content, time]: readonly unknown[], terms: Terms): MessageOutcome<KaspaWork> {
  const { target, room } = terms;
  const id = readJobId(name);
  const work = Array.isArray(content) ? ofWords(content, time) : ofText(content);
  if (id === undefined || work === undefined) return 'bad-job';
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const job = { id, clean: false, target, networkTarget: undefined, room, work };
  return { terms, jobs: [{ ...job, content: `${hexOfBytes(work.prePowHash)}.${work.timestamp}` }] };
}

function ofWords(words: readonly unknown[], time: unknown): KaspaWork | undefined {
  const timestamp = wordOf(time);
  const values = words.map(wordOf);
  if (timestamp === undefined || values.length !== 4) return undefined;
  const prePowHash = new Uint8Array(32);
  const view = new DataView(prePowHash.buffer);
  for (const [index, value] of values.entries()) {
    if (value === undefined) return undefined;
    view.setBigUint64(8 * index, value, true);
  }
  return { prePowHash, timestamp };
}

/** 80 digits: the hash, and the time with its least significant byte first. */
function ofText(text: unknown): KaspaWork | undefined {
  const bytes = bytesOf(readSized(text, 40));
  if (bytes === undefined) return undefined;
  return { prePowHash: bytes.slice(0, 32), timestamp: new DataView(bytes.buffer).getBigUint64(32, true) };
}

/** A number of 64 bits: a small one as JSON has it, a large one as the text that it was rewritten to. */
function wordOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return undefined;
  const word = BigInt(value);
  return word < range64 ? word : undefined;
}
