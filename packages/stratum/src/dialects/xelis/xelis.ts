import { defineHeaderDialect, nonceWithin } from '../../core/define-header-dialect.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { notificationLine, resultLine } from '../../wire/reply.ts';

const nonceBytes = 8;
const version = 'xel/v3';
/** The key that a block would pay; jobs differ in their header, so that the rest of it is zeros. */
const publicKey = '00'.repeat(32);

/** What a verifier of XelisHash is given: the 112 bytes that are hashed. Its verdict is the hash, 32 bytes, most significant first. */
export type XelisInput = Uint8Array;

/** The extranonce of a session, 32 bytes: its number, and zeros. */
function extranonceOf(prefix: string): string {
  return prefix.padEnd(64, '0');
}

/**
 * Xelis's Stratum: the extranonce of 32 bytes is the pool's, the nonce the miner's, and a login has its worker in a parameter of its own.
 *
 * @see vipor-net/xelis-stratum-protocol
 */
export const xelisLayout: HeaderLayout = {
  name: 'xelis',
  prefixBytes: 4,
  alsoAccepted: ['mining.ping', 'mining.pong', 'mining.hashrate'],
  subscribed: (id, { prefix }) => resultLine(id, [prefix, extranonceOf(prefix), 32, publicKey]),
  loginOf: ({ params: [text, workerField, password] }) => ({ text, workerField, password }),
  work: ({ opened, work: shareWork }, isNewWork, { rules }) => {
    const { id, timestamp, work, clean } = opened.job;
    const params = [id, timestamp.toString(16).padStart(16, '0'), hexOfBytes(work), version, clean];
    const notify = notificationLine('mining.notify', params);
    if (!isNewWork) return [notify];
    return [notificationLine('mining.set_difficulty', [difficultyOfWork(shareWork, rules.scale)]), notify];
  },
  /** `[login, job, nonce]`. The seal is the nonce and the extranonce. */
  submissionOf({ params: [user, jobId, nonce] }, { prefix }) {
    const own = nonceWithin(nonce, nonceBytes, '');
    const extranonce = nonceWithin(extranonceOf(prefix), 32, '');
    if (own === undefined || extranonce === undefined) return { user, jobId, seal: undefined };
    const seal = new Uint8Array(40);
    seal.set(own);
    seal.set(extranonce, nonceBytes);
    return { user, jobId, seal };
  },
  inputOf: ({ job: { work, timestamp } }, seal): XelisInput => xelisInput(work, timestamp, seal),
  hashOf: (verdict) => (verdict as Uint8Array).toReversed(),
};

export const xelis = defineHeaderDialect(xelisLayout);

/** Work hash, time in ms, nonce, extranonce and key. */
export function xelisInput(work: Uint8Array, timestamp: bigint, seal: Uint8Array): XelisInput {
  const input = new Uint8Array(112);
  input.set(work);
  new DataView(input.buffer).setBigUint64(32, timestamp);
  input.set(seal, 40);
  return input;
}
