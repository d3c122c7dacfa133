import type { Login } from '@openlode/mining/user-string';
import type { MessageId } from '../wire/message.ts';
import { errorLine } from '../wire/reply.ts';
import { countFault } from './count-fault.ts';
import { requestRefusal, shareRefusal } from './refusal-text.ts';
import type { RejectReason, SessionCore, SessionEnv, Step } from './session-state.ts';

/** How a dialect writes that something is refused. */
export type Refusal = (id: MessageId, errorCode: number, text: string) => string;

const nothing: readonly never[] = [];

/** One line, and nothing more. */
export function answer<State extends SessionCore>(state: State, reply: string): Step<State> {
  return { state, replies: [reply], effects: nothing };
}

/** A share that does not count; `login` is undefined where it is not known whose. */
export function reject<State extends SessionCore>(
  state: State,
  id: MessageId,
  reason: RejectReason,
  login: Login | undefined,
  refusal: Refusal = errorLine,
): Step<State> {
  const [errorCode, text] = shareRefusal(reason);
  return { state, replies: [refusal(id, errorCode, text)], effects: [{ kind: 'rejected', reason, login }] };
}

/** A line that is no message of the dialect: counted, and after too many the connection ends. */
export function malformed<State extends SessionCore>(
  state: State,
  id: MessageId,
  why: 'unreadable' | 'shape',
  { rules }: Pick<SessionEnv, 'rules'>,
  refusal: Refusal = errorLine,
): Step<State> {
  const effects = countFault(state, why, rules);
  return { state, replies: [refusal(id, 20, requestRefusal.malformed)], effects };
}
