import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** An HTTP answer that was read to its end. */
export interface WholeAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export interface AnswerLimits {
  /** How long a call may take, its whole answer included, ms. */
  readonly callMs: number;
  /** A longer answer is none. */
  readonly bytesMax: number;
}

export interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Makes one request, once, over a connection of its own, and reads its answer to the end. Rejects where that takes too long or breaks off, and on
 * a redirect. Not by `fetch`: that sends a request again by itself, a POST as well, where the answer is HTTP 421.
 */
export async function fetchWhole(
  url: string,
  request: ExchangeRequest,
  { callMs, bytesMax }: AnswerLimits,
): Promise<WholeAnswer> {
  const signal = AbortSignal.timeout(callMs);
  try {
    const response = await answerOf(new URL(url), request, signal);
    const { statusCode: status = 0, statusMessage: statusText = '', headers } = response;
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.byteLength;
      if (bytes > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`);
      parts.push(part);
    }
    if (!response.complete) throw new Error('the answer breaks off');
    if (status >= 300 && status < 400) throw new Error(`it answers from elsewhere: HTTP ${status}`);
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('the answer is encoded');
    const text = Buffer.concat(parts).toString('utf8');
    return { status, statusText, headers: namedHeaders(response), text };
  } catch (error) {
    if (signal.aborted) throw signal.reason as Error;
    throw error;
  }
}

function answerOf(
  url: URL,
  { method, headers, body }: ExchangeRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { ...headers, 'accept-encoding': 'identity', ...length };
  return new Promise((resolve, reject) => {
    const sent = open(url, { method, headers: all, agent: false, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

function namedHeaders({ headers }: IncomingMessage): (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}

/** Why a call was not answered, in words. */
export function unansweredReason(error: unknown): string {
  const { name, message, code } = error as Error & { readonly code?: string };
  return name === 'TimeoutError' ? 'no whole answer in time' : (code ?? message);
}
