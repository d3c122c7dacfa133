import type {
  ClientDialect,
  MessageOutcome,
  Solution,
  Terms,
  ReadJob,
} from '../../upstream/client-dialect.ts';
import { loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { jobsOfGraph } from '../../upstream/jobs-last.ts';
import {
  bytesOf,
  fixPrefix,
  readDifficulty,
  readDigits,
  readJobId,
  readTarget,
} from '../../upstream/read-terms.ts';

/** A header without its nonce, and the chain of the block graph that it belongs to. */
export interface AlephiumWork {
  readonly headerBlob: Uint8Array;
  readonly fromGroup: number;
  readonly toGroup: number;
}

const nonceBytes = 24;
const prefixBytesMax = 4;
const headerBytesMax = 4096;
/** Alephium has four groups, and a chain from each to each. */
const groupsMax = 4;
const chainsMax = groupsMax * groupsMax;

/** Takes work from a pool of Alephium: one message brings a job for each of the chains. */
export const alephiumClient: ClientDialect<AlephiumWork, Solution> = {
  name: 'alephium',
  jobsLast: jobsOfGraph,
  begin: () => ({ ...nothingYet, room: { prefix: '', freeBytes: nonceBytes } }),
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
  ],
  answered: (question, result, terms) =>
    question === 'login' && result !== true ? 'login-refused' : same(terms),
  announced({ method, params, named }, terms, { scale }) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWorks(params, terms);
      case 'mining.set_difficulty': {
        const target = readDifficulty(params[0], scale);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce':
        return fixPrefix(params[0], terms, { nonceBytes, prefixBytesMax });
      default:
        return undefined;
    }
  },
  submission({ id, room: { prefix }, work }, { free }, _terms, { user }) {
    const { fromGroup, toGroup } = work;
    const params = { jobId: id, fromGroup, toGroup, nonce: prefix + free, worker: user };
    return { name: 'submit', method: 'mining.submit', params };
  },
};

function readWorks(params: readonly unknown[], terms: Terms): MessageOutcome<AlephiumWork> {
  // Some pools put the list into the list of parameters.
  const list = params.length === 1 && Array.isArray(params[0]) ? (params[0] as unknown[]) : params;
  if (list.length === 0 || list.length > chainsMax) return 'bad-job';
  const jobs: ReadJob<AlephiumWork>[] = [];
  for (const each of list) {
    const job = readWork(each, terms);
    if (typeof job === 'string') return job;
    jobs.push(job);
  }
  return { terms, jobs };
}

function readWork(
  value: unknown,
  { target: reported, room }: Terms,
): ReadJob<AlephiumWork> | 'bad-job' | 'bad-difficulty' | 'bad-extranonce' {
  if (typeof value !== 'object' || value === null) return 'bad-job';
  const { jobId, fromGroup, toGroup, headerBlob, targetBlob } = value as Readonly<Record<string, unknown>>;
  const id = readJobId(jobId);
  const header = readDigits(headerBlob, headerBytesMax);
  const blob = header === undefined || header === '' ? undefined : bytesOf(header);
  if (id === undefined || blob === undefined || !isGroup(fromGroup) || !isGroup(toGroup)) return 'bad-job';
  // The difficulty that was said counts; the job's own target is the network's with some pools.
  const target = reported ?? readTarget(targetBlob);
  if (target === undefined) return 'bad-difficulty';
  if (room === undefined) return 'bad-extranonce';
  const work = { headerBlob: blob, fromGroup, toGroup };
  return { id, clean: false, target, networkTarget: undefined, room, work, content: header ?? '' };
}

function isGroup(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < groupsMax;
}
