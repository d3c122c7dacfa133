import type { Dialect } from '../../core/dialect.ts';
import { errorLine, notificationLine } from '../../wire/reply.ts';
import { giveJob } from './give-job.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import { step } from './session.ts';
import { newSession, type PendingShare, phaseOf, type SessionState } from './session-state.ts';
import { completeShare } from './submit.ts';
import { withdrawExtranonce } from './withdraw-extranonce.ts';

/**
 * Stratum as Bitcoin and its relatives speak it: SHA-256, Scrypt, GhostRider. Input of the verifier: the header, 80 bytes.
 * Verdict: its proof-of-work hash, 32 bytes, least significant first.
 */
export const bitcoin: Dialect<SessionState, OpenBitcoinJob> = {
  name: 'bitcoin',
  recognises: (first) => first.kind === 'request' && first.method.startsWith('mining.'),
  open: newSession,
  receive: step,
  announce(state, opened, env) {
    const given = giveJob(state, opened, env);
    return (
      given && { state: given.state, before: given.before, line: given.isSent ? opened.line : undefined }
    );
  },
  complete: (state, share, verdict, env) =>
    completeShare(state, share as PendingShare, verdict as Uint8Array, env),
  isMining: (state) => phaseOf(state) === 'authorized',
  classOf(message) {
    if (message.kind !== 'request' || message.named !== undefined) return 'other';
    if (message.method === 'mining.submit') return 'submit';
    return message.method === 'mining.authorize' ? 'login' : 'other';
  },
  loginText(message) {
    const [text] = message.kind === 'request' && message.method === 'mining.authorize' ? message.params : [];
    return typeof text === 'string' ? text : undefined;
  },
  refusal: errorLine,
  notice: (text) => notificationLine('client.show_message', [text]),
  // Without a host: programs take the one that they have, where a balancer or a name of ours may be in front.
  reconnect: notificationLine('client.reconnect', []),
  numbers: {
    of: (state) => state.extranonce1,
    grants: (state) => state.grants,
    withdraw: withdrawExtranonce,
    replace: (state, nextExtranonce1) => ({ ...state, nextExtranonce1 }),
  },
};
