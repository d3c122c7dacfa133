import { admitLogin } from '../../core/admit-login.ts';
import type { Effect, Step } from '../../core/session-state.ts';
import type { MessageId } from '../../wire/message.ts';
import { acceptedLine, errorLine, notificationLine } from '../../wire/reply.ts';
import { giveFirstJob } from './give-job.ts';
import type { BitcoinEnv, SessionState } from './session-state.ts';

/** `mining.authorize [login, password]`. A connection may authorize several workers. */
export function authorize(
  state: SessionState,
  id: MessageId,
  [text, password]: readonly unknown[],
  env: BitcoinEnv,
): Step<SessionState> {
  const answer = admitLogin(state, { text, password }, env);
  if (answer.kind === 'refused') {
    // Many programs only print "authentication failed"; they do print a message of the pool, when it comes before the answer.
    const notice = answer.notice ? [notificationLine('client.show_message', [answer.text])] : [];
    return {
      state,
      replies: [...notice, errorLine(id, answer.errorCode, answer.text)],
      effects: answer.effects,
    };
  }
  // Only the first worker starts the flow of jobs; those after it share the connection's.
  if (answer.isFirst) return startMining(answer.state, [acceptedLine(id)], answer.effects, env);
  return { state: answer.state, replies: [acceptedLine(id)], effects: answer.effects };
}

/** Sends difficulty and job to a session that is both subscribed and authorized for the first time. */
export function startMining(
  state: SessionState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: BitcoinEnv,
): Step<SessionState> {
  const first = giveFirstJob(state, env);
  if (first === undefined) return { state, replies, effects };
  return { state: first.state, replies: [...replies, ...first.lines], effects };
}
