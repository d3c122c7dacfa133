import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { readRpcAnswer, type RpcOutcome } from './rpc-answer.ts';

/** Calls a node; never rejects. A call may be repeated: what it does has the same effect twice. */
export interface NodeRpc {
  call(method: string, params?: Params, options?: CallOptions): Promise<RpcOutcome>;
  /** Ends every call that is under way. */
  close(): void;
}

/** In their order, or by their names. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

export interface CallOptions {
  /** How long the whole answer may take. */
  readonly withinMs?: number;
}

export interface NodeRpcOptions {
  /** `http://` or `https://`, host and port. */
  readonly url: URL;
  /** `user:password`, read again for each try to log in: a node writes another cookie at each start. Throws where it cannot be read. Without it there is no login. */
  readonly readLogin?: () => string;
  /** A longer answer is no answer. A template of four megabytes of transactions has twelve as JSON. */
  readonly answerBytesMax?: number;
}

const usualMs = 10_000;

/** A JSON-RPC client for one node: connections are kept, redirections are not followed. */
export function openNodeRpc({ url, readLogin, answerBytesMax = 64 * 2 ** 20 }: NodeRpcOptions): NodeRpc {
  const isSecure = url.protocol === 'https:';
  // Two for what is held open and asked at intervals, the rest for blocks and verdicts.
  const limits = { keepAlive: true, maxSockets: 8 };
  const agent = isSecure ? new HttpsAgent(limits) : new HttpAgent(limits);
  const underWay = new Set<AbortController>();
  let login: string | undefined;

  async function ask(body: string, signal: AbortSignal): Promise<RpcOutcome> {
    try {
      login ??= readLogin?.().trim();
    } catch (error) {
      return { kind: 'unauthorized', why: (error as Error).message };
    }
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    };
    const options = { method: 'POST', agent, headers, signal };
    const outcome = await exchange(
      () => (isSecure ? httpsRequest(url, options) : httpRequest(url, options)),
      body,
      { answerBytesMax, signal },
    );
    if (outcome.kind === 'unauthorized') login = undefined;
    return outcome;
  }

  return {
    async call(method, params = [], { withinMs = usualMs } = {}) {
      const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
      const ending = new AbortController();
      underWay.add(ending);
      const timer = setTimeout(
        () => ending.abort(new Error(`no answer within ${withinMs / 1000} s`)),
        withinMs,
      );
      try {
        const wasLoggedIn = login !== undefined;
        const first = await ask(body, ending.signal);
        // The cookie may be one of before the node's last start.
        return first.kind === 'unauthorized' && wasLoggedIn ? await ask(body, ending.signal) : first;
      } finally {
        clearTimeout(timer);
        underWay.delete(ending);
      }
    },
    close() {
      for (const call of underWay) call.abort(new Error('the pool closes'));
      agent.destroy();
    },
  };
}

/** One request and its answer; once more where the node had closed the kept connection meanwhile. */
async function exchange(
  open: () => ClientRequest,
  body: string,
  { answerBytesMax, signal }: { readonly answerBytesMax: number; readonly signal: AbortSignal },
): Promise<RpcOutcome> {
  for (let isSecond = false; ; isSecond = true) {
    const request = open();
    try {
      const response = await send(request, body);
      return readRpcAnswer(response.statusCode ?? 0, await readBody(response, answerBytesMax));
    } catch (error) {
      if (signal.aborted) return { kind: 'unanswered', why: (signal.reason as Error).message };
      const { code, message } = error as NodeJS.ErrnoException;
      if (!isSecond && request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) continue;
      return { kind: 'unanswered', why: message === '' ? (code ?? 'no answer') : message };
    }
  }
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
