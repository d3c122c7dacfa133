import {
  defineHeaderDialect,
  nonceBehind,
  nonceWithin,
  subscriptionLine,
} from '../../core/define-header-dialect.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { notificationLine } from '../../wire/reply.ts';

const prefixBytes = 2;
const nonceBytes = 8;

/** What a verifier of Autolykos is given; its verdict is the hash, 32 bytes, most significant first. */
export interface AutolykosInput {
  /** 32 bytes: the hash of the header without its proof. */
  readonly message: Uint8Array;
  /** Eight bytes as sent. */
  readonly nonce: Uint8Array;
  readonly height: number;
}

/**
 * Ergo's Stratum: two bytes of the nonce are the pool's. The difficulty is always 1, and each job has its target as a decimal number
 * which a hash must be below.
 *
 * @see Miningcore's pool of Ergo
 */
export const ergoLayout: HeaderLayout = {
  name: 'ergo',
  prefixBytes,
  subscribed: (id, { prefix }) => subscriptionLine(id, prefix, nonceBytes),
  greeting: () => [notificationLine('mining.set_difficulty', [1])],
  work: ({ opened, target }) => {
    const { id, height, work, clean } = opened.job;
    // A hash equal to our target is a share, and the wire's is the first that is none.
    const first = BigInt(`0x${hexOfBytes(target.toReversed())}`) + 1n;
    return [
      notificationLine('mining.notify', [
        id,
        height,
        hexOfBytes(work),
        '',
        '',
        '2',
        first.toString(),
        '',
        clean,
      ]),
    ];
  },
  /** `[login, job, extranonce2, time, nonce]`: some programs send the whole nonce, some its second part alone. */
  submissionOf: ({ params: [user, jobId, second, , whole] }, { prefix }) => ({
    user,
    jobId,
    seal: nonceWithin(whole, nonceBytes, prefix) ?? nonceBehind(second, nonceBytes, prefix),
  }),
  inputOf: ({ job: { work, height } }, nonce): AutolykosInput => ({ message: work, nonce, height }),
  hashOf: (verdict) => (verdict as Uint8Array).toReversed(),
};

export const ergo = defineHeaderDialect(ergoLayout);
