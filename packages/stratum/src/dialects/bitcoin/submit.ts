import type { Login } from '@openlode/mining/user-string';
import { hashShare } from './share-hash.ts';
import { reject } from '../../core/answers.ts';
import { countShare, judgeShare, shareEffect } from '../../core/judge-share.ts';
import { findGivenJob } from './give-job.ts';
import { hexOfBytes, readUint32 } from '../../wire/hex.ts';
import type { MessageId } from '../../wire/message.ts';
import { acceptedLine } from '../../wire/reply.ts';
import type { Effect, FoundBlock, Step } from '../../core/session-state.ts';
import type { Job } from './job.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import type { BitcoinEnv, BitcoinSolution, PendingShare, SessionState } from './session-state.ts';

/** A share may be this far ahead of the pool's clock: the network's own rule for headers. */
const secondsAheadMax = 7200;

/** `mining.submit [login, job, extranonce2, time, nonce, version bits?]`. */
export function submit(
  state: SessionState,
  id: MessageId,
  params: readonly unknown[],
  env: BitcoinEnv,
): Step<SessionState> {
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined);
  const [user, jobId] = params;
  const login = typeof user === 'string' ? state.workers.get(user) : undefined;
  if (login === undefined) return reject(state, id, 'unauthorized', undefined);
  if (typeof jobId !== 'string') return reject(state, id, 'malformed', login);

  const extranonce2 = readUint32(params[2]);
  const time = readUint32(params[3]);
  const nonce = readUint32(params[4]);
  const versionBits = params[5] === undefined ? undefined : readUint32(params[5]);
  if (extranonce2 < 0 || time < 0 || nonce < 0 || versionBits === -1) {
    return reject(state, id, 'malformed', login);
  }

  // Before anything else about the share: what belongs to a job that is not open says nothing about the miner.
  const given = findGivenJob(state, jobId, env.jobs);
  if (given === undefined) return reject(state, id, 'stale', login);
  const { opened, grant } = given;
  const { job } = opened;
  if (time < job.time || time > env.now / 1000 + secondsAheadMax) {
    return reject(state, id, 'time-out-of-range', login);
  }
  let { version } = job;
  if (versionBits !== undefined) {
    if ((versionBits & ~state.versionMask) !== 0) return reject(state, id, 'version-bits', login);
    version = (version & ~state.versionMask) | versionBits;
  }

  const numbers = { extranonce1: grant.extranonce1, extranonce2, time, nonce, version };
  const { scratch } = opened;
  hashShare(job, scratch, numbers, env.sha256d);
  const share: PendingShare = { id, login, opened, grant, numbers, at: env.now };
  if (env.verifiesLater !== true) return judge(state, share, scratch.hash, env);
  // Proof of work that costs a thousand times a SHA-256d is not spent on a share that cannot count.
  if (opened.accepted.knows(scratch.hash)) return reject(state, id, 'duplicate', login);
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input: scratch.header.slice() }] };
}

const nothing: readonly never[] = [];

/**
 * Goes on with a share that `step` gave out to be verified; `proof` is the proof-of-work hash of its header. The session
 * may have moved on meanwhile, but what the share counts was settled when it came in.
 */
export function completeShare(
  state: SessionState,
  share: PendingShare,
  proof: Uint8Array,
  env: BitcoinEnv,
): Step<SessionState> {
  hashShare(share.opened.job, share.opened.scratch, share.numbers, env.sha256d);
  return judge(state, share, proof, env);
}

/** The share's scratch buffers hold its header and the header's own hash, which names the block and tells shares apart. */
function judge(
  state: SessionState,
  share: PendingShare,
  proof: Uint8Array,
  env: BitcoinEnv,
): Step<SessionState> {
  const { id, login, opened, grant, at } = share;
  const { scratch } = opened;
  const outcome = judgeShare(opened, grant.target, proof, scratch.hash, env.accepting);
  if (outcome !== 'share' && outcome !== 'block' && outcome !== 'share-and-block')
    return reject(state, id, outcome, login);
  const effects: Effect[] = [];
  if (outcome !== 'block') effects.push(shareEffect(login, opened, grant, proof, at));
  if (outcome !== 'share') effects.push({ kind: 'candidate', block: foundBlock(opened, login, proof, at) });
  countShare(state.counts);
  return { state, replies: [acceptedLine(id)], effects };
}

function foundBlock(
  opened: OpenBitcoinJob,
  login: Login,
  proof: Uint8Array,
  at: number,
): FoundBlock<Job, BitcoinSolution> {
  const { coinbase, header, hash } = opened.scratch;
  return {
    job: opened.job,
    login,
    solution: { header: header.slice(), coinbase: coinbase.slice(), proof: proof.slice() },
    hash: hexOfBytes(hash.toReversed()),
    at,
  };
}
