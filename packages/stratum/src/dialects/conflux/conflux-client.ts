import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import { readHeight, readSized, readTarget } from '../../upstream/read-terms.ts';

/** The hash of a header without its nonce. */
export interface ConfluxWork {
  /** 64 digits. */
  readonly powHash: string;
  readonly height: number;
}

/** Nothing of the nonce is the upstream's: connections to it, and all their miners, search one hash. */
const room = { prefix: '', freeBytes: 8 };

/** Takes work from a pool, or a node, of Conflux. */
export const confluxClient: ClientDialect<ConfluxWork, Solution> = {
  name: 'conflux',
  begin: () => ({ ...nothingYet, room }),
  greeting: ({ user, password }) => [{ name: 'login', method: 'mining.subscribe', params: [user, password] }],
  answered: (question, result, terms) =>
    question === 'login' && result !== true ? 'login-refused' : same(terms),
  announced({ method, params, named }, terms) {
    if (named !== undefined) return 'shape';
    return method === 'mining.notify' ? readWork(params, terms) : undefined;
  },
  submission: ({ id, work: { powHash } }, { free }, _terms, { user }) => ({
    name: 'submit',
    method: 'mining.submit',
    params: [user, `0x${id}`, `0x${free}`, `0x${powHash}`],
  }),
  accepts: (result) => Array.isArray(result) && result[0] === true,
};

/** `mining.notify [job, height, hash, boundary]`. A job is called by its hash. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<ConfluxWork> {
  const [, heightText, hashText, boundary] = params;
  const powHash = readSized(hashText, 32);
  const height = readHeight(heightText);
  if (powHash === undefined || height === undefined) return 'bad-job';
  const target = readTarget(boundary);
  if (target === undefined) return 'bad-difficulty';
  const job = { id: powHash, clean: true, target, networkTarget: undefined, room, work: { powHash, height } };
  return { terms: { ...terms, target }, jobs: [{ ...job, content: powHash }] };
}
