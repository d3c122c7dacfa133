import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';

interface Line {
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly id?: unknown;
}

/** What is used of a job of Monero's protocol. */
interface MoneroJob {
  readonly blob: unknown;
  readonly target: string;
}

/**
 * The way to a pool: slower, cut, or with a stranger on it; where it speaks Bitcoin's or Zcash's Stratum harder and narrower than the pool is
 * as well, Ravencoin's the same from the next work on, and ethproxy and Monero's harder from the next work on.
 */
export class TroubledWire {
  readonly port: number;
  /** Before what the pool says arrives, ms. */
  delayMs = 0;
  /** The port of the pool; another one counts for connections that come. */
  to: number;
  readonly #server: Server;
  readonly #connections = new Set<TroubledConnection>();
  #factor = 1;

  private constructor(server: Server, port: number, to: number) {
    this.#server = server;
    this.port = port;
    this.to = to;
  }

  static async start(to: number): Promise<TroubledWire> {
    const [server, port] = [createServer(), await freePorts()];
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const wire = new TroubledWire(server, port, to);
    server.on('connection', (client) => {
      const connection = new TroubledConnection(client, wire);
      wire.#connections.add(connection);
      client.once('close', () => wire.#connections.delete(connection));
    });
    return wire;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** How many times as hard as the pool asks for a share is. */
  get factor(): number {
    return this.#factor;
  }

  raise(factor: number): void {
    this.#factor = factor;
    for (const each of this.#connections) each.sayDifficulty();
  }

  /** Takes a byte of each extranonce2, as a pool that sends `mining.set_extranonce`. */
  narrow(): void {
    for (const each of this.#connections) each.narrow();
  }

  /** Says what the pool never said; answers, for each who came this way, when that connection is over. */
  say(line: string): Promise<void>[] {
    return [...this.#connections].map((each) => each.say(line));
  }

  cut(): void {
    for (const each of this.#connections) each.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

const laneOfWire = 'a5';
/** How many parameters a job of Ravencoin's Stratum has, and none of another one. */
const kawpowParams = 7;

class TroubledConnection {
  readonly #client: Socket;
  readonly #there: Socket;
  readonly #wire: TroubledWire;
  readonly #closed: Promise<void>;
  #room: { readonly prefix: string; readonly bytes: number } | undefined;
  #isNarrow = false;
  #difficulty: number | undefined;
  /** What Zcash's Stratum has in the place of a difficulty. */
  #target: bigint | undefined;
  #spoken: Promise<void> = Promise.resolve();

  constructor(client: Socket, wire: TroubledWire) {
    this.#client = client;
    this.#wire = wire;
    this.#there = connect({ host: '127.0.0.1', port: wire.to });
    this.#closed = new Promise((resolve) => {
      client.once('close', () => resolve());
    });
    onLines(client, (line) => this.#there.write(`${this.#asked(line)}\n`));
    onLines(this.#there, (line) => this.#pass(line));
    for (const socket of [client, this.#there]) {
      socket.on('error', () => {});
      socket.on('close', () => this.destroy());
    }
  }

  destroy(): void {
    this.#client.destroy();
    this.#there.destroy();
  }

  say(line: string): Promise<void> {
    this.#client.write(`${line}\n`);
    return this.#closed;
  }

  sayDifficulty(): void {
    if (this.#target !== undefined) this.#client.write(`${this.#targetLine(this.#target)}\n`);
    if (this.#difficulty === undefined) return;
    const params = [this.#difficulty * this.#wire.factor];
    this.#client.write(`${JSON.stringify({ id: null, method: 'mining.set_difficulty', params })}\n`);
  }

  narrow(): void {
    if (this.#room === undefined || this.#isNarrow) return;
    this.#isNarrow = true;
    const { prefix, bytes } = this.#room;
    // Ravencoin's Stratum says no size.
    const params = [prefix + laneOfWire, ...(Number.isNaN(bytes) ? [] : [bytes - 1])];
    this.#client.write(`${JSON.stringify({ id: null, method: 'mining.set_extranonce', params })}\n`);
  }

  /** What the pool says arrives in its order, however the delay changes. */
  #pass(line: string): void {
    const heard = this.#heard(line);
    const wait = this.#wire.delayMs === 0 ? undefined : sleep(this.#wire.delayMs);
    this.#spoken = this.#spoken.then(async () => {
      await wait;
      this.#client.write(`${heard}\n`);
    });
  }

  #heard(text: string): string {
    const line = JSON.parse(text) as Line;
    const { method, result } = line;
    if (method === 'job' || isMoneroLogin(result)) return JSON.stringify(this.#hardenedMonero(line));
    const params = Array.isArray(line.params) ? (line.params as readonly unknown[]) : undefined;
    if (Array.isArray(result) && isTarget(result[2])) return this.#hardened(line, result);
    if (Array.isArray(result) && typeof result[1] === 'string')
      this.#room = { prefix: result[1], bytes: Number(result[2]) };
    if (method === 'mining.set_target') {
      this.#target = BigInt(`0x${String(params?.[0])}`);
      return this.#targetLine(this.#target);
    }
    if (method === 'mining.notify' && params?.length === kawpowParams) return this.#hardenedJob(params);
    if (method !== 'mining.set_difficulty') return text;
    this.#difficulty = Number(params?.[0]);
    return JSON.stringify({ id: null, method, params: [this.#difficulty * this.#wire.factor] });
  }

  #targetLine(target: bigint): string {
    return JSON.stringify({ id: null, method: 'mining.set_target', params: [this.#digits(target)] });
  }

  #digits(target: bigint): string {
    return (target / BigInt(this.#wire.factor)).toString(16).padStart(64, '0');
  }

  /** A job of Ravencoin's Stratum: its target is the fourth of its parameters. */
  #hardenedJob(params: readonly unknown[]): string {
    const target = this.#digits(BigInt(`0x${String(params[3])}`));
    return JSON.stringify({ id: null, method: 'mining.notify', params: params.with(3, target) });
  }

  /** Work of ethproxy: its header, its seed and its target. */
  #hardened(line: Line, work: readonly unknown[]): string {
    const digits = this.#digits(BigInt(String(work[2])));
    return JSON.stringify({ ...line, result: work.with(2, `0x${digits}`) });
  }

  /** A job of Monero's protocol, which comes with the answer to a login as well. */
  #hardenedMonero({ result, params, ...others }: Line): object {
    if (isMoneroJob(params)) return { ...others, params: this.#hardenedTop(params) };
    if (!isMoneroLogin(result)) return { ...others, result, params };
    return { ...others, result: { ...result, job: this.#hardenedTop(result.job) } };
  }

  /** Its target is the top of the whole one, least significant byte first, and one less than a whole part of all hashes. */
  #hardenedTop(job: MoneroJob): MoneroJob {
    const { factor } = this.#wire;
    if (factor === 1) return job;
    const top = BigInt(`0x${reversed(job.target)}`) + 1n;
    return { ...job, target: reversed((top / BigInt(factor)).toString(16).padStart(job.target.length, '0')) };
  }

  /** A share of the narrower extranonce2 is one of the pool's with our byte before it. */
  #asked(text: string): string {
    const { method, params, ...others } = JSON.parse(text) as Line;
    // Of other protocols nothing is changed.
    if (method !== 'mining.submit' || !Array.isArray(params) || !this.#isNarrow) return text;
    const { prefix = '', bytes = 0 } = this.#room ?? {};
    // Zcash's Stratum says no size: its nonce has 32 bytes, and stands behind the time.
    const [at, digits] = Number.isNaN(bytes) ? [3, 62 - prefix.length] : [2, 2 * (bytes - 1)];
    const free: unknown = params[at];
    if (typeof free !== 'string' || free.length !== digits) return text;
    return JSON.stringify({ ...others, method, params: params.with(at, laneOfWire + free) });
  }
}

function isMoneroJob(value: unknown): value is MoneroJob {
  return typeof value === 'object' && value !== null && 'blob' in value && 'target' in value;
}

function isMoneroLogin(value: unknown): value is { readonly job: MoneroJob } {
  return typeof value === 'object' && value !== null && 'job' in value && isMoneroJob(value.job);
}

/** Its bytes the other way round. */
function reversed(digits: string): string {
  return Buffer.from(digits, 'hex').reverse().toString('hex');
}

function isTarget(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);
}

function onLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') take(part);
  });
}
