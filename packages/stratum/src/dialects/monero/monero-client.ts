import type {
  ClientDialect,
  MessageOutcome,
  Solution,
  Terms,
  ReadJob,
} from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, readDigits, readFields, readJobId, readSized } from '../../upstream/read-terms.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { type MoneroJob, nonceAt } from './jobs.ts';

/** A hashing blob, with whatever stands in it for a nonce. */
export interface MoneroWork extends Pick<MoneroJob, 'blob' | 'seedHash' | 'algorithm'> {
  /** Undefined where the pool does not say. */
  readonly height: number | undefined;
}

/** `free`: the nonce as a number, most significant byte first, behind the room's prefix. `result`: 64 digits. */
export interface MoneroFound extends Solution {
  readonly result: string;
}

const blobBytesMax = 4096;
const aliveMs = 60_000;
const rpc2 = { jsonrpc: '2.0' };

/**
 * Takes work from a pool of Monero's family. A pool that has filled in the last byte of the nonce has divided its own connection so
 * (`nicehash`) and checks that byte.
 */
export const moneroClient: ClientDialect<MoneroWork, MoneroFound> = {
  name: 'monero',
  begin: () => nothingYet,
  greeting: ({ agent, user, password }) => [
    { name: 'login', method: 'login', params: { login: user, pass: password, agent }, more: rpc2 },
  ],
  answered(question, result, terms) {
    if (question !== 'login') return same(terms);
    const { id, job, status } = readFields(result);
    const session = readJobId(id);
    if (session === undefined || (status !== undefined && status !== 'OK')) return 'login-refused';
    const loggedIn = { ...terms, session };
    return job === undefined || job === null ? same(loggedIn) : readWork(readFields(job), loggedIn);
  },
  announced({ method, named }, terms) {
    if (method !== 'job') return undefined;
    return named === undefined ? 'shape' : readWork(named, terms);
  },
  refuses: (_job, { result }) => (/^[0-9a-f]{64}$/.test(result) ? undefined : 'malformed'),
  submission({ id, room, work }, { free, result }, { session }) {
    const nonce = hexOfBytes(bytesOf(room.prefix + free)?.toReversed() ?? new Uint8Array(0));
    const params = { id: session, job_id: id, nonce, result, algo: work.algorithm };
    return { name: 'submit', method: 'submit', params, more: rpc2 };
  },
  accepts: (result) => readFields(result)['status'] === 'OK' || result === true,
  alive: {
    everyMs: aliveMs,
    ask: ({ session }) => ({ name: 'alive', method: 'keepalived', params: { id: session }, more: rpc2 }),
  },
};

function readWork(job: Readonly<Record<string, unknown>>, terms: Terms): MessageOutcome<MoneroWork> {
  const id = readJobId(job['job_id']);
  const blob = bytesOf(readDigits(job['blob'], blobBytesMax));
  const seedHash = bytesOf(readSized(job['seed_hash'], 32));
  const { algo: algorithm, height } = job;
  if (id === undefined || blob === undefined || blob.length < nonceAt + 4) return 'bad-job';
  if (seedHash === undefined || !isName(algorithm)) return 'bad-job';
  if (height !== undefined && !(typeof height === 'number' && Number.isInteger(height) && height >= 0))
    return 'bad-job';
  const target = readMoneroTarget(job['target']);
  if (target === undefined) return 'bad-difficulty';
  const fixed = blob[nonceAt + 3] ?? 0;
  const room =
    fixed === 0 ? { prefix: '', freeBytes: 4 } : { prefix: hexOfBytes(Uint8Array.of(fixed)), freeBytes: 3 };
  const content = blob.slice();
  content.fill(0, nonceAt, nonceAt + 4);
  const given: ReadJob<MoneroWork> = {
    id,
    clean: true,
    target,
    networkTarget: undefined,
    room,
    work: { blob, seedHash, algorithm, height },
    content: hexOfBytes(content),
  };
  return { terms: { ...terms, target, room }, jobs: [given] };
}

/** As programs call an algorithm: `rx/0`. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9/_-]{1,32}$/i.test(value);
}

/**
 * The top four or eight bytes of a target, least significant first. Rounded down to them, so that what meets this also meets the exact
 * one, which is not said.
 */
function readMoneroTarget(value: unknown): bigint | undefined {
  const bytes = bytesOf(readSized(value, 4) ?? readSized(value, 8));
  if (bytes === undefined) return undefined;
  const top = BigInt(`0x${hexOfBytes(bytes.toReversed())}`);
  return top === 0n ? undefined : (top << BigInt(256 - 8 * bytes.length)) - 1n;
}
