import type { Login } from '@openlode/mining/user-string';
import { answer, malformed, type Refusal, reject as rejectShare } from '../../core/answers.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import type { RejectReason, SessionCore, SessionEnv, Step } from '../../core/session-state.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { rpc2ErrorLine, rpc2NullErrorLine } from '../../wire/rpc2-reply.ts';

/** Fields of a request, none of them believed. */
export type Named = Readonly<Record<string, unknown>>;

type Answer<State extends SessionCore, Env> = (
  state: State,
  id: MessageId,
  named: Named,
  env: Env,
) => Step<State>;

/** What a session does with the requests that own and relayed work answer each in its way. */
interface Requests<State extends SessionCore, Env> {
  readonly submit: Answer<State, Env>;
  readonly login: Answer<State, Env>;
  readonly getJob: Answer<State, Env>;
}

/** The one code of this protocol; programs read the sentence. */
const errorCode = -1;
const nothing: readonly never[] = [];

/** Has a message answered by the request that it is. */
export function answerMessage<State extends SessionCore, Env extends Pick<SessionEnv, 'rules'>>(
  state: State,
  message: Message,
  env: Env,
  { submit, login, getJob }: Requests<State, Env>,
): Step<State> {
  if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
  if (message.kind === 'malformed') return malformed(state, message.id, message.why, env, refusalOf);
  const { id, method, named = {} } = message;
  switch (method) {
    case 'submit':
      return submit(state, id, named, env);
    case 'login':
      return login(state, id, named, env);
    case 'keepalived':
      return answer(state, rpc2NullErrorLine(id, { status: 'KEEPALIVED' }));
    case 'getjob':
      return getJob(state, id, named, env);
    default:
      return answer(state, refusal(id, requestRefusal.unknownMethod));
  }
}

/** The id of the next login of a connection: its shares name it. */
export function nextSessionId({
  number,
  byId,
}: {
  readonly number: number;
  readonly byId: ReadonlyMap<string, Login>;
}): string {
  const name = (number >>> 0).toString(16).padStart(8, '0');
  return byId.size === 0 ? name : `${name}.${byId.size}`;
}

/** Undefined where a field is no hex of this many bytes. */
export function bytesOf(text: unknown, length: number): Uint8Array | undefined {
  return typeof text === 'string' ? bytesOfHex(text, length) : undefined;
}

/** A share that does not count. */
export function reject<State extends SessionCore>(
  state: State,
  id: MessageId,
  reason: RejectReason,
  login: Login | undefined,
): Step<State> {
  return rejectShare(state, id, reason, login, refusalOf);
}

/** The code is always the same: the sentence says it. */
const refusalOf: Refusal = (id, _errorCode, text) => refusal(id, text);

export function refusal(id: MessageId, text: string): string {
  return rpc2ErrorLine(id, errorCode, text);
}
