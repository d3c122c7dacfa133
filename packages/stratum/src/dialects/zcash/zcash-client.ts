import { targetOfBits } from '../../core/difficulty.ts';
import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, fixPrefix, readJobId, readSized, readTarget } from '../../upstream/read-terms.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { hashedBytes, type HeaderFields, printReversed, readReversed, zcashHeader } from './header.ts';

/** Fields of a header of 140 bytes up to its nonce of 32, of which the room's prefix is the upstream's. */
export type ZcashWork = HeaderFields;

/** `solution`: 1,344 bytes. */
export interface ZcashFound extends Solution {
  readonly time: number;
  readonly solution: Uint8Array;
}

/** A nonce that is the upstream's alone leaves nothing to search. */
const nonceParts = { nonceBytes: 32, prefixBytesMax: 31 };
const solutionBytes = 1344;
const solutionLength = 'fd4005';

/** Takes work from a pool of Zcash's family. @see ZIP 301 */
export const zcashClient: ClientDialect<ZcashWork, ZcashFound> = {
  name: 'zcash',
  begin: () => nothingYet,
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent, null, null, null] },
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
      case 'mining.set_target': {
        const target = readTarget(params[0]);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce':
        return fixPrefix(params[0], terms, nonceParts);
      default:
        return undefined;
    }
  },
  refuses: (_job, { solution }) => (solution.length === solutionBytes ? undefined : 'malformed'),
  // The SHA-256d of header and solution is what targets are compared with, too.
  blockOf({ work, room }, { free, time, solution }, sha256d) {
    const nonce = bytesOf(readSized(room.prefix + free, 32));
    const sized = bytesOf(solutionLength + hexOfBytes(solution));
    if (nonce === undefined || sized === undefined) return undefined;
    const hash = new Uint8Array(32);
    sha256d(hashedBytes(zcashHeader(work, time, nonce), sized), hash);
    return { hash: hexOfBytes(hash.toReversed()), parent: hexOfBytes(work.previousHash.toReversed()) };
  },
  submission({ id }, { free, time, solution }, _terms, { user }) {
    const params = [user, id, printReversed(time), free, solutionLength + hexOfBytes(solution)];
    return { name: 'submit', method: 'mining.submit', params };
  },
};

/** `mining.notify [job, version, previous hash, merkle root, commitments, time, bits, clean]`, all as in the header. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<ZcashWork> {
  const { target, room } = terms;
  const [name, versionText, previous, root, commitment, timeText, bitsText, clean] = params;
  const id = readJobId(name);
  const hashes = [previous, root, commitment].map((each) => readSized(each, 32));
  const [previousHash, merkleRoot, commitments] = hashes.map(bytesOf);
  const version = readReversed(versionText);
  const time = readReversed(timeText);
  const bits = readReversed(bitsText);
  if (id === undefined || version < 0 || time < 0 || bits < 0 || typeof clean !== 'boolean') return 'bad-job';
  if (previousHash === undefined || merkleRoot === undefined || commitments === undefined) return 'bad-job';
  const networkTarget = targetOfBits(bits);
  if (networkTarget <= 0n || networkTarget >= 1n << 256n) return 'bad-job';
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const work = { version, previousHash, merkleRoot, commitments, time, bits };
  const content = [version, bits, ...hashes].join('.');
  return { terms, jobs: [{ id, clean, target, networkTarget, room, work, content }] };
}
