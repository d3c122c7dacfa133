import { createHash, randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import {
  answerChallenge,
  type DigestChallenge,
  type DigestUser,
  readChallenge,
} from '@openlode/signing/digest-login';

/** Calls the wallet beside the signer; the wallet takes one call at a time. */
export interface WalletCall {
  /**
   * The result of a call.
   *
   * @throws WalletRefusal where the wallet says no
   * @throws Error where it does not answer
   */
  (method: string, params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** Without the words of the wallet, which may quote what it was given. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal';
  readonly code: number;

  constructor(code: number) {
    super(`the wallet refuses it (${code})`);
    this.code = code;
  }
}

const answerMs = 60_000;
const answerBytesMax = 16 * 1024 * 1024;
const uri = '/json_rpc';
/** One that finds the challenge, and one that answers it. */
const triesMax = 2;

/** @param port of this machine */
export function openWalletCall(port: number, user: DigestUser): WalletCall {
  // A challenge holds for its connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let challenge: DigestChallenge | undefined;
  let count = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function authorization(): string | undefined {
    if (challenge === undefined) return undefined;
    count += 1;
    const clientNonce = randomBytes(8).toString('hex');
    return answerChallenge(challenge, user, { method: 'POST', uri, count, clientNonce }, md5);
  }

  async function ask(body: string): Promise<string> {
    for (let tries = 0; tries <= triesMax; tries += 1) {
      const answer = await exchange(agent, port, body, authorization());
      if (answer.status !== 401) return answer.body;
      challenge = readChallenge(answer.challenges);
      count = 0;
    }
    throw new Error('the wallet takes no login');
  }

  return (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
    const answer = queue.then(() => ask(body)).then(readResult);
    queue = answer.catch(() => undefined);
    return answer;
  };
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function readResult(body: string): Readonly<Record<string, unknown>> {
  const { result, error } = JSON.parse(body) as {
    readonly result?: unknown;
    readonly error?: { readonly code?: unknown };
  };
  if (error !== undefined) throw new WalletRefusal(Number(error.code));
  if (typeof result !== 'object' || result === null) throw new Error('the wallet answers without a result');
  return result as Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly challenges: readonly string[];
  readonly body: string;
}

function exchange(
  agent: Agent,
  port: number,
  body: string,
  authorization: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(authorization === undefined ? {} : { authorization }),
    };
    const request = httpRequest(
      { host: '127.0.0.1', port, path: uri, method: 'POST', agent, headers, timeout: answerMs },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > answerBytesMax) request.destroy(new Error('the wallet answers without end'));
          parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            challenges: response.headersDistinct['www-authenticate'] ?? [],
            body: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error('the wallet does not answer')));
    request.on('error', reject);
    request.end(body);
  });
}
