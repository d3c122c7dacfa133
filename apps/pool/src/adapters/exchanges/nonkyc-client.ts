import { createHmac } from 'node:crypto';
import { Mutex } from '../../runtime/mutex.ts';
import { memberOf } from '../../runtime/read-json.ts';
import type { CallPace } from './call-pace.ts';
import { type AnswerLimits, fetchWhole, unansweredReason } from './whole-answer.ts';

export interface NonkycClientOptions {
  readonly apiKey: string;
  readonly secret: string;
  /** The address of its calls, `https://api.nonkyc.io/api/v2`, without a slash at its end. */
  readonly url: string;
  readonly now: () => number;
  readonly limits: AnswerLimits;
  readonly pace: CallPace;
}

/** NonKYC answered, and says why it does not do what was asked. */
export class NonkycFault extends Error {
  override readonly name = 'NonkycFault';
}

/** It came too late to be sent. */
export class LateFault extends Error {
  override readonly name = 'LateFault';
}

export type Asked = Readonly<Record<string, string>>;
export type Sent = Readonly<Record<string, string | boolean>>;

export interface NonkycClient {
  /** Reads. All reject where NonKYC does not answer with a result. */
  ask(path: string, query?: Asked): Promise<unknown>;
  /**
   * Sends a body of JSON, once.
   *
   * @param lateFault asked when it is this call's turn: why it must not be sent any more; the call rejects with a `LateFault` then
   */
  send(path: string, body: Sent, lateFault?: () => string | undefined): Promise<unknown>;
}

/** How NonKYC is asked: every call signed over its whole address, its body and a number that only rises. */
export function nonkycClient({ url, apiKey, secret, now, limits, pace }: NonkycClientOptions): NonkycClient {
  // The numbers of two calls at once could arrive in the wrong order.
  const turns = new Mutex();
  let nonce = 0;

  const call = async (
    address: string,
    body: string | undefined,
    isFirst: boolean,
    lateFault: () => string | undefined,
  ): Promise<unknown> => {
    const { left } = await pace.turn({ cost: 1, isFirst });
    return turns.run(async () => {
      left();
      const late = lateFault();
      if (late !== undefined) throw new LateFault(late);
      nonce = Math.max(nonce + 1, now());
      const headers = {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'x-api-nonce': String(nonce),
        'x-api-sign': nonkycSignature({ apiKey, secret, address, body, nonce: String(nonce) }),
      };
      const method = body === undefined ? 'GET' : 'POST';
      const { status, text } = await fetchWhole(address, { method, headers, body }, limits);
      if (status === 429) pace.refused(60_000);
      return resultOf(status, text);
    });
  };

  return {
    ask: (path, query = {}) => {
      const asked = new URLSearchParams(query).toString();
      return call(`${url}${path}${asked === '' ? '' : `?${asked}`}`, undefined, false, () => undefined);
    },
    send: (path, body, lateFault = () => undefined) =>
      call(`${url}${path}`, JSON.stringify(body), true, lateFault),
  };
}

/** What an answer holds; throws what it says is wrong, whatever its status is. */
function resultOf(status: number, text: string): unknown {
  const answer = readJson(text);
  const fault = memberOf(answer, 'error');
  if (fault !== undefined && fault !== null) throw new NonkycFault(wordsOf(fault));
  if (status !== 200) throw new Error(`HTTP ${status}`);
  if (answer === undefined) throw new Error('the answer is not JSON');
  return answer;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function wordsOf(fault: unknown): string {
  const words = memberOf(fault, 'description') ?? memberOf(fault, 'message') ?? fault;
  return (typeof words === 'string' ? words : JSON.stringify(words)).slice(0, 120);
}

/** Of a call, as NonKYC's own client makes it. */
export function nonkycSignature({
  apiKey,
  secret,
  address,
  body = '',
  nonce,
}: {
  readonly apiKey: string;
  readonly secret: string;
  readonly address: string;
  readonly body?: string | undefined;
  readonly nonce: string;
}): string {
  return createHmac('sha256', secret).update(`${apiKey}${address}${body}${nonce}`).digest('hex');
}

/** In words, why a call has not been answered with a result. */
export function whyNotAnswered(error: unknown): string {
  return error instanceof NonkycFault ? error.message : unansweredReason(error);
}
