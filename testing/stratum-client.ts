import { JsonLines } from './json-lines.ts';
import { bitcoinTongue, type Message, type Tongue } from './stratum-tongue.ts';

/** What a stratum server refuses with: a code from 20 to 25 and a sentence. */
export interface StratumRefusal {
  readonly code: number;
  readonly text: string;
}

export type StratumReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly refusal: StratumRefusal }
  | { readonly kind: 'closed' };

export interface StratumEvents {
  /** The parameters of `mining.notify`. */
  onJob?(params: readonly unknown[], difficulty: number): void;
  /** Anything else that the server says unasked. */
  onNotification?(method: string, params: readonly unknown[]): void;
}

/** A miner's side of the dialects that begin with `mining.subscribe`: asks, and keeps what the server last said. */
export class StratumClient {
  readonly #lines: JsonLines;
  readonly #waiting: Map<number, (reply: StratumReply) => void>;
  readonly #tongue: Tongue;
  #lastId = 0;
  /** The server's, in hex, and how many bytes the miner adds. */
  extranonce1 = '';
  extranonce2Bytes = 4;

  private constructor(lines: JsonLines, tongue: Tongue, waiting: Map<number, (reply: StratumReply) => void>) {
    this.#lines = lines;
    this.#tongue = tongue;
    this.#waiting = waiting;
    void this.#endAll();
  }

  static async connect(
    where: {
      readonly host?: string;
      readonly port: number;
      readonly ca?: string | undefined;
      readonly tongue?: Tongue;
    },
    events: StratumEvents = {},
  ): Promise<StratumClient> {
    const waiting = new Map<number, (reply: StratumReply) => void>();
    let difficulty = 1;
    let client: StratumClient | undefined;
    const notified = (method: string, params: readonly unknown[]): void => {
      // A new difficulty holds from the next job on.
      if (method === 'mining.set_difficulty') difficulty = Number(params[0]);
      else if (method === 'mining.set_extranonce' && client !== undefined) client.#setExtranonce(params);
      if (method === 'mining.notify') events.onJob?.(params, difficulty);
      else events.onNotification?.(method, params);
    };
    const { host = '127.0.0.1', port, ca, tongue = bitcoinTongue() } = where;
    const take = (message: Message): void => {
      if (typeof message.method === 'string') {
        notified(message.method, Array.isArray(message.params) ? message.params : []);
        return;
      }
      const answer = waiting.get(Number(message.id));
      waiting.delete(Number(message.id));
      answer?.(replyOf(message));
    };
    const heard = (value: unknown): void => {
      for (const message of [tongue.heard(value)].flat()) take(message);
    };
    const lines =
      ca === undefined
        ? await JsonLines.connect({ host, port }, heard)
        : await JsonLines.connectTls({ host, port, ca }, heard);
    client = new StratumClient(lines, tongue, waiting);
    return client;
  }

  get closed(): Promise<void> {
    return this.#lines.closed;
  }

  get isClosed(): boolean {
    return this.#lines.socket.destroyed;
  }

  request(
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
  ): Promise<StratumReply> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      if (this.#lines.socket.destroyed) return resolve({ kind: 'closed' });
      this.#waiting.set(id, resolve);
      this.#lines.send({ id, ...this.#tongue.said(method, params) });
    });
  }

  /** Subscribes and takes over the extranonce. Throws when the server does not play along. */
  async subscribe(...params: readonly unknown[]): Promise<void> {
    const reply = await this.request('mining.subscribe', params);
    if (reply.kind !== 'result')
      throw new Error(`mining.subscribe was not answered: ${JSON.stringify(reply)}`);
    if (Array.isArray(reply.result)) this.#setExtranonce(reply.result.slice(1));
  }

  authorize(...params: readonly unknown[]): Promise<StratumReply> {
    return this.request('mining.authorize', params);
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  /** Kaspa's answer to `mining.subscribe` has the name of its protocol in this place, and its extranonce no size. */
  #setExtranonce([extranonce1, size]: readonly unknown[]): void {
    if (typeof extranonce1 !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(extranonce1)) return;
    this.extranonce1 = extranonce1;
    this.extranonce2Bytes = Number(size ?? 0);
  }

  async #endAll(): Promise<void> {
    await this.#lines.closed;
    for (const answer of this.#waiting.values()) answer({ kind: 'closed' });
    this.#waiting.clear();
  }
}

function replyOf(message: Message): StratumReply {
  if (!Array.isArray(message.error)) return { kind: 'result', result: message.result };
  const [code, text] = message.error as readonly unknown[];
  return { kind: 'refused', refusal: { code: Number(code), text: String(text) } };
}
