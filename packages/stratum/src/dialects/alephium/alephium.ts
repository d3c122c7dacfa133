import { defineHeaderDialect, nonceWithin, targetDigits } from '../../core/define-header-dialect.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { plainNumber } from '../../wire/plain-number.ts';
import { notificationLine, resultLine } from '../../wire/reply.ts';

/** Machines honour no more than the first two bytes. */
const prefixBytes = 2;
const nonceBytes = 24;

/** What a verifier of Alephium's BLAKE3 is given. */
export interface AlephiumInput {
  /** 24 bytes. */
  readonly nonce: Uint8Array;
  /** The header without its nonce. */
  readonly headerBlob: Uint8Array;
}

/** What it answers: the hash, 32 bytes, most significant first, and the chain of the block graph on which that belongs. */
export interface AlephiumVerdict {
  readonly hash: Uint8Array;
  readonly chain: { readonly from: number; readonly to: number };
}

/** The one chain of the sixteen whose work the pool gives. */
export const alephiumChain = { from: 0, to: 0 } as const;

/**
 * Alephium's Stratum: jobs come in a list, one for each chain of its block graph, and the parameters of a share have names. A share
 * whose hash belongs on another chain than its job's is none.
 *
 * @see alephium/mining-pool
 */
export const alephiumLayout: HeaderLayout = {
  name: 'alephium',
  prefixBytes,
  // All that it needs is said unasked: one that only logs in can mine.
  minesUnsubscribed: true,
  alsoAccepted: ['mining.hello', 'mining.noop', 'alph_submitHashrate'],
  subscribed: (id, { prefix }) => resultLine(id, prefix),
  greeting: ({ prefix }) => [notificationLine('mining.set_extranonce', [prefix])],
  work: ({ opened, work: shareWork, target }, isNewWork, { rules }) => {
    const { id, work } = opened.job;
    const job = {
      jobId: id,
      fromGroup: alephiumChain.from,
      toGroup: alephiumChain.to,
      headerBlob: hexOfBytes(work),
      txsBlob: '',
      targetBlob: targetDigits(target),
    };
    const notify = notificationLine('mining.notify', [job]);
    if (!isNewWork) return [notify];
    return [notificationLine('mining.set_difficulty', [difficultyOfWork(shareWork, rules.scale)]), notify];
  },
  submissionOf: ({ named = {} }, { prefix }) => {
    const { jobId, fromGroup, toGroup, nonce, worker: user } = named;
    const { from, to } = alephiumChain;
    const isOfChain = plainNumber(fromGroup) === from && plainNumber(toGroup) === to;
    return { user, jobId, seal: isOfChain ? nonceWithin(nonce, nonceBytes, prefix) : undefined };
  },
  inputOf: ({ job: { work } }, nonce): AlephiumInput => ({ nonce, headerBlob: work }),
  hashOf(verdict) {
    const { hash, chain } = verdict as AlephiumVerdict;
    const { from, to } = alephiumChain;
    return chain.from === from && chain.to === to ? hash.toReversed() : 'wrong-chain';
  },
};

export const alephium = defineHeaderDialect(alephiumLayout);
