import type { Login } from '@openlode/mining/user-string';
import { hashShare } from './bitcoin/share-hash.ts';
import { meetsTarget } from './difficulty.ts';
import { grantForJob } from './give-job.ts';
import { hexOfBytes, readUint32 } from './hex.ts';
import type { OpenJob } from './jobs.ts';
import type { MessageId } from './message.ts';
import { shareRefusal } from './refusal-text.ts';
import { acceptedLine, errorLine } from './reply.ts';
import type { Effect, FoundBlock, RejectReason, SessionEnv, SessionState, Step } from './session-state.ts';

/** A share may be this far ahead of the pool's clock: the network's own rule for headers. */
const secondsAheadMax = 7200;

/** `mining.submit [login, job, extranonce2, time, nonce, version bits?]`. */
export function submit(
  state: SessionState,
  id: MessageId,
  params: readonly unknown[],
  env: SessionEnv,
): Step {
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

  const opened = env.jobs.find(jobId);
  const grant = opened && grantForJob(state, opened.number);
  if (opened === undefined || grant === undefined) return reject(state, id, 'stale', login);
  const { job } = opened;
  if (time < job.time || time > env.now / 1000 + secondsAheadMax) {
    return reject(state, id, 'time-out-of-range', login);
  }
  let { version } = job;
  if (versionBits !== undefined) {
    if ((versionBits & ~state.versionMask) !== 0) return reject(state, id, 'version-bits', login);
    version = (version & ~state.versionMask) | versionBits;
  }

  const { room } = opened;
  hashShare(job, room, { extranonce1: grant.extranonce1, extranonce2, time, nonce, version }, env.sha256d);
  const counts = meetsTarget(room.hash, grant.target);
  const solves = meetsTarget(room.hash, opened.networkTarget);
  if (!counts && !solves) return reject(state, id, 'low-difficulty', login);
  // A block is worth more than its share: it passes even while shares cannot be recorded.
  if (!env.accepting && !solves) return reject(state, id, 'not-recording', login);
  const memory = opened.accepted.remember(room.hash);
  if (memory === 'duplicate') return reject(state, id, 'duplicate', login);
  if (memory === 'full' && !solves) return reject(state, id, 'memory-full', login);

  const effects: Effect[] = [];
  if (counts) effects.push({ kind: 'share', login, work: grant.work, at: env.now });
  if (solves) effects.push({ kind: 'candidate', block: foundBlock(opened, login, env.now) });
  return {
    state: { ...state, shares: state.shares + 1, faults: 0 },
    replies: [acceptedLine(id)],
    effects,
  };
}

function reject(state: SessionState, id: MessageId, reason: RejectReason, login: Login | undefined): Step {
  const [code, text] = shareRefusal(reason);
  return { state, replies: [errorLine(id, code, text)], effects: [{ kind: 'rejected', reason, login }] };
}

function foundBlock(opened: OpenJob, login: Login, at: number): FoundBlock {
  const { coinbase, header, hash } = opened.room;
  return {
    job: opened.job,
    login,
    header: header.slice(),
    coinbase: coinbase.slice(),
    hash: hexOfBytes(hash.toReversed()),
    at,
  };
}
