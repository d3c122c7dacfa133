import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import {
  bytesOf,
  fixPrefix,
  readFields,
  readHeight,
  readJobId,
  readSized,
} from '../../upstream/read-terms.ts';
import { unpackBeamTarget } from './packed-difficulty.ts';

/** What a solution is found for. */
export interface BeamWork {
  /** 32 bytes. */
  readonly input: Uint8Array;
  readonly height: number;
}

/** `output`: 208 digits. */
export interface BeamFound extends Solution {
  readonly output: string;
}

const nonceParts = { nonceBytes: 8, prefixBytesMax: 4 };
const outputDigits = /^[0-9a-f]{208}$/;
const rpc2 = { jsonrpc: '2.0' };
/** Codes of Beam's node, and what they are in other dialects. */
const codes = new Map<unknown, number>([
  [2, 20],
  [3, 21],
  [-32003, 24],
]);

/** Takes work from a pool, or a node, of Beam: what is said stands beside id and method, and a solution has the id of its job. */
export const beamClient: ClientDialect<BeamWork, BeamFound> = {
  name: 'beam',
  begin: () => nothingYet,
  greeting: ({ agent, user, password }) => [
    {
      name: 'login',
      id: 'login',
      method: 'login',
      params: undefined,
      more: { ...rpc2, api_key: user, pass: password, agent },
    },
  ],
  answered(question, result, terms) {
    if (question !== 'login') return same(terms);
    const { nonceprefix = '' } = readFields(result);
    return fixPrefix(nonceprefix, terms, nonceParts);
  },
  announced({ method, named = {} }, terms) {
    if (method === 'cancel') return same(terms);
    return method === 'job' ? readWork(named, terms) : undefined;
  },
  refuses: (_job, { output }) => (outputDigits.test(output) ? undefined : 'malformed'),
  submission({ id, room: { prefix } }, { free, output }) {
    const more = { ...rpc2, nonce: prefix + free, output };
    return { name: 'submit', id, method: 'solution', params: undefined, more };
  },
  accepts: () => true,
  rewrite,
};

function rewrite(line: string): string {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return line;
  const { id, method, code, description = '', ...others } = readFields(message);
  if (method !== 'result') return JSON.stringify({ id: null, method, params: { ...others, id } });
  // A login is answered with 0, a solution with 1.
  if (code === (id === 'login' ? 0 : 1)) return JSON.stringify({ id, result: others });
  return JSON.stringify({ id, error: [codes.get(code) ?? 20, description] });
}

/** `job` with id, input, difficulty and height; some pools give another prefix with it. */
function readWork(job: Readonly<Record<string, unknown>>, before: Terms): MessageOutcome<BeamWork> {
  const { id: name, input: text, difficulty, height: heightText = 0, nonceprefix } = job;
  const moved = nonceprefix === undefined ? same(before) : fixPrefix(nonceprefix, before, nonceParts);
  if (typeof moved === 'string') return moved;
  const { room } = moved.terms;
  const id = readJobId(name);
  const digits = readSized(text, 32);
  const input = bytesOf(digits);
  const height = readHeight(heightText);
  if (id === undefined || digits === undefined || input === undefined || height === undefined)
    return 'bad-job';
  const target = unpackBeamTarget(difficulty);
  if (target === undefined) return 'bad-difficulty';
  if (room === undefined) return 'bad-extranonce';
  const given = { id, clean: true, target, networkTarget: undefined, room, work: { input, height } };
  return { terms: { ...moved.terms, target }, jobs: [{ ...given, content: digits }] };
}
