import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A line of the pool, parsed. */
export interface PoolLine {
  readonly id: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: readonly [code: number, text: string, data: unknown] | null;
}

/** A miner's end of a connection, for tests: says lines, waits for lines. */
export class StratumClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  readonly #lines: PoolLine[] = [];
  readonly #waiting: ((line: PoolLine) => void)[] = [];
  #rest = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', () => resolve());
    });
    socket.on('error', () => {});
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const parts = (this.#rest + text).split('\n');
      this.#rest = parts.pop() ?? '';
      for (const part of parts) this.#take(JSON.parse(part) as PoolLine);
    });
  }

  static async open(port: number, host = '127.0.0.1', localAddress?: string): Promise<StratumClient> {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ port, host, noDelay: true, ...from });
    const client = new StratumClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  /** Trusts this one certificate, as a miner does that was given it. */
  static async openTls(port: number, ca: string): Promise<StratumClient> {
    const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' });
    const client = new StratumClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  #take(line: PoolLine): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#lines.push(line);
    else waiter(line);
  }

  say(method: string, params: unknown, id: unknown = 4): void {
    this.socket.write(`${JSON.stringify({ id, method, params })}\n`);
  }

  /** The next line that was not read yet. */
  next(): Promise<PoolLine> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Lines that came unawaited. */
  get unread(): readonly PoolLine[] {
    return this.#lines;
  }

  /** The answers to subscription and login, then difficulty and job. */
  async login(user = 'DOGE:D1.rig1'): Promise<readonly PoolLine[]> {
    this.say('mining.subscribe', ['test/1.0'], 1);
    this.say('mining.authorize', [user, 'x'], 2);
    return [await this.next(), await this.next(), await this.next(), await this.next()];
  }

  async submit(parts: { job: string; time: number; nonce: number; user?: string }): Promise<PoolLine> {
    this.say('mining.submit', [
      parts.user ?? 'DOGE:D1.rig1',
      parts.job,
      '00000000',
      parts.time.toString(16).padStart(8, '0'),
      parts.nonce.toString(16).padStart(8, '0'),
    ]);
    return await this.next();
  }

  close(): Promise<void> {
    this.socket.destroy();
    return this.closed;
  }
}
