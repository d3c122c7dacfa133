import type { Login } from '@openlode/mining/user-string';
import type { MessageId } from '../wire/message.ts';
import { meetsTarget } from './difficulty.ts';
import type { OpenJob } from './jobs.ts';
import { countShare, judgeShare, shareEffect } from './judge-share.ts';
import type { OwnJob } from './own-jobs.ts';
import type { Effect, RejectReason, SessionCore, SessionEnv } from './session-state.ts';

/** A share of a job of the session's own, right in everything but its proof of work. */
export interface PendingOwnShare<Opened extends OpenJob, Solution> {
  readonly id: MessageId;
  readonly login: Login;
  readonly job: OwnJob<Opened>;
  /** What the miner added to the job. */
  readonly solution: Solution;
  /** What tells shares apart, 32 bytes whose first twelve are evenly spread. */
  readonly key: Uint8Array;
  readonly at: number;
}

/** Content of the job and a nonce of 64 bits make a share: their hash tells it from all others, however its digits were written. */
export function keyOfNonce(
  content: Uint8Array,
  nonce: bigint,
  { sha256d }: Pick<SessionEnv, 'sha256d'>,
): Uint8Array {
  const seal = new Uint8Array(8);
  new DataView(seal.buffer).setBigUint64(0, nonce);
  return keyOfSeal(content, seal, { sha256d });
}

/** The same for whatever a miner adds to a job. */
export function keyOfSeal(
  content: Uint8Array,
  seal: Uint8Array,
  { sha256d }: Pick<SessionEnv, 'sha256d'>,
): Uint8Array {
  const input = new Uint8Array(content.length + seal.length);
  input.set(content);
  input.set(seal, content.length);
  const key = new Uint8Array(32);
  sha256d(input, key);
  return key;
}

/** The highest hash that is worth anything, 32 bytes, least significant first: a verifier need not look closer at a higher one. */
export function limitOf({ target, opened }: OwnJob): Uint8Array {
  return meetsTarget(target, opened.networkTarget) ? opened.networkTarget : target;
}

/**
 * Judges a share by its proof of work and takes it into the memory of its job: why it is refused, or what it brings. A block is
 * printed by `blockHash`, as explorers do.
 *
 * @param proof 32 bytes, least significant first
 */
export function settleOwnShare<Opened extends OpenJob, Solution>(
  state: SessionCore,
  share: PendingOwnShare<Opened, Solution>,
  proof: Uint8Array,
  blockHash: () => string,
  env: Pick<SessionEnv, 'accepting'>,
): RejectReason | readonly Effect[] {
  const { login, job, solution, key, at } = share;
  const outcome = judgeShare(job.opened, job.target, proof, key, env.accepting);
  if (outcome !== 'share' && outcome !== 'block' && outcome !== 'share-and-block') return outcome;
  const effects: Effect[] = [];
  if (outcome !== 'block') effects.push(shareEffect(login, job.opened, job, proof, at));
  if (outcome !== 'share')
    effects.push({
      kind: 'candidate',
      block: { job: job.opened.job, login, solution, hash: blockHash(), at },
    });
  countShare(state.counts);
  return effects;
}
