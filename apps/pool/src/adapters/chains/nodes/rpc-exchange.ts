import type { ClientRequest, IncomingMessage } from 'node:http';
import { readRpcAnswer, type RpcOutcome } from './rpc-answer.ts';

export interface Exchanged {
  readonly outcome: RpcOutcome;
  /** How the node wants to be logged in to, where it refuses the call: each value of WWW-Authenticate. */
  readonly challenges: readonly string[];
}

/** What an answer says, by its HTTP status and its body. */
export type ReadAnswer = (status: number, body: string) => RpcOutcome;

export interface ExchangeOptions {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
  readonly read?: ReadAnswer;
}

/**
 * One request and its answer; once more where the node had closed the kept connection meanwhile. Never rejects.
 *
 * @param answerBytesMax a longer answer is none
 * @param signal whose reason, an Error, says why the call was given up
 */
export async function exchange(
  open: () => ClientRequest,
  body: string,
  { answerBytesMax, signal, read = readRpcAnswer }: ExchangeOptions,
): Promise<Exchanged> {
  for (let isSecond = false; ; isSecond = true) {
    let request: ClientRequest | undefined;
    try {
      request = open();
      const response = await send(request, body);
      const answer = await readBody(response, answerBytesMax);
      return {
        outcome: read(response.statusCode ?? 0, answer),
        challenges: response.headersDistinct['www-authenticate'] ?? [],
      };
    } catch (error) {
      if (signal.aborted) return unanswered((signal.reason as Error).message);
      const { code, message } = error as NodeJS.ErrnoException;
      if (!isSecond && request?.reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE'))
        continue;
      return unanswered(message === '' ? (code ?? 'no answer') : message);
    }
  }
}

function unanswered(why: string): Exchanged {
  return { outcome: { kind: 'unanswered', why }, challenges: [] };
}

function send(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Also after the answer has begun: an abort breaks it off.
    request.on('error', reject);
    request.end(body);
  });
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) {
      response.destroy();
      throw new Error(`the answer is longer than ${bytesMax} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
