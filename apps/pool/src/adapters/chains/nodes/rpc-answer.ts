import { oneLine } from '../../../runtime/one-line.ts';

/** What came of a call to a node. */
export type RpcOutcome =
  | { readonly kind: 'result'; readonly value: unknown }
  /** The node has refused; `code` is Bitcoin's (`rpc/protocol.h`) or JSON-RPC's own. */
  | { readonly kind: 'refused'; readonly code: number; readonly why: string }
  /** It takes no call at the moment: its queue is full, or it starts (code -28). */
  | { readonly kind: 'busy'; readonly why: string }
  | { readonly kind: 'unauthorized'; readonly why: string }
  /** Nothing, or nothing that can be read, came back: the call may have had its effect. */
  | { readonly kind: 'unanswered'; readonly why: string };

/** Whether the node has said something to the call itself: a result, or that it refuses it. */
export function isAnswer(
  outcome: RpcOutcome,
): outcome is RpcOutcome & { readonly kind: 'result' | 'refused' } {
  return outcome.kind === 'result' || outcome.kind === 'refused';
}

/** The node loads its block index, its wallet or the like (`RPC_IN_WARMUP`). */
const inWarmup = -28;
const wordsMax = 200;
/** Status 403: not this call, or none from here. */
export const takesNoCall = 'the node takes no calls from here (rpcallowip)';

/** Reads the answer of a path that is one call: its fields. */
export function readPlainAnswer(status: number, body: string): RpcOutcome {
  const answer = readBody(status, body);
  return 'kind' in answer ? answer : { kind: 'result', value: answer.fields };
}

/** Reads the answer to one call: nodes send errors as JSON with status 500 or 404, and a full queue as plain text. */
export function readRpcAnswer(status: number, body: string): RpcOutcome {
  const answer = readBody(status, body);
  return 'kind' in answer ? answer : readFields(answer.fields, body);
}

function readBody(
  status: number,
  body: string,
): RpcOutcome | { readonly fields: Readonly<Record<string, unknown>> } {
  if (status === 401) return { kind: 'unauthorized', why: 'the node refuses user or password' };
  if (status === 403) return { kind: 'unauthorized', why: takesNoCall };
  const fields = parse(body);
  if (fields !== undefined) return { fields };
  const why = body.trim() === '' ? `status ${status} without a word` : `status ${status}: ${shorten(body)}`;
  return { kind: /queue depth exceeded/i.test(body) || status === 503 ? 'busy' : 'unanswered', why };
}

function readFields(answer: Readonly<Record<string, unknown>>, body: string): RpcOutcome {
  const { error, result } = answer;
  if (error === null || error === undefined)
    return 'result' in answer
      ? { kind: 'result', value: result }
      : { kind: 'unanswered', why: 'neither a result nor an error' };
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'number' || typeof message !== 'string')
    return { kind: 'unanswered', why: `an error in unknown words: ${shorten(body)}` };
  const why = shorten(message);
  return code === inWarmup ? { kind: 'busy', why } : { kind: 'refused', code, why };
}

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && !Array.isArray(answer)
      ? (answer as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function shorten(words: string): string {
  return oneLine(words, wordsMax);
}
