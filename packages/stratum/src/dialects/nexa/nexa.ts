import { defineHeaderDialect, nonceWithin, subscriptionLine } from '../../core/define-header-dialect.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { hexOfBytes, printUint32 } from '../../wire/hex.ts';
import { notificationLine } from '../../wire/reply.ts';

const prefixBytes = 4;
const nonceBytes = 12;

/** What a verifier of NexaPow is given; its verdict is the hash, 32 bytes, most significant first, or undefined (one in 2^128). */
export interface NexaInput {
  /** 32 bytes in the order of the wire. */
  readonly commitment: Uint8Array;
  /** Twelve bytes: the session's four and the miner's eight. */
  readonly nonce: Uint8Array;
}

/**
 * Nexa's Stratum, a variant of Bitcoin's: a job is a commitment and a height, a nonce has the session's four bytes and eight of the
 * miner's.
 *
 * @see Miningcore's pool of Nexa
 */
export const nexaLayout: HeaderLayout = {
  name: 'nexa',
  prefixBytes,
  subscribed: (id, { prefix }) => subscriptionLine(id, prefix, nonceBytes),
  work: ({ opened, work: shareWork }, isNewWork, { rules }) => {
    const { id, height, work, bits } = opened.job;
    const notify = notificationLine('mining.notify', [id, hexOfBytes(work), height, printUint32(bits)]);
    if (!isNewWork) return [notify];
    return [notificationLine('mining.set_difficulty', [difficultyOfWork(shareWork, rules.scale)]), notify];
  },
  /** `[login, job, extranonce1, time, nonce]`. */
  submissionOf: ({ params: [user, jobId, first, , rest] }, { prefix }) => ({
    user,
    jobId,
    seal:
      typeof first === 'string' && typeof rest === 'string'
        ? nonceWithin(first + rest, nonceBytes, prefix)
        : undefined,
  }),
  inputOf: ({ job: { work } }, nonce): NexaInput => ({ commitment: work, nonce }),
  hashOf: (verdict) => (verdict as Uint8Array | undefined)?.toReversed(),
};

export const nexa = defineHeaderDialect(nexaLayout);
