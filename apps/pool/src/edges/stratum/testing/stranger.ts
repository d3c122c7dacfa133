import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createShareScratch, hashShare } from '@openlode/stratum/dialects/bitcoin/share-hash';
import { meetsTarget, targetBytes } from '@openlode/stratum/core/difficulty';
import { sha256d } from '../proof-of-work.ts';
import { buildTemplate, startTime, type MinedHere, until } from './listener-kit.ts';
import type { PoolLine } from './stratum-client.ts';

/** One thing that a stranger does, as `bad-stratum-inputs.json` writes it. */
export type StrangerStep = { readonly op: string } & Readonly<Record<string, unknown>>;

const diff1Times = (work: number): Uint8Array => targetBytes((0xffffn << 240n) / BigInt(work));
/** The lightest share of the suite's port, and one that asks for ten times as much. */
const lightest = diff1Times(2);
const tenfold = diff1Times(20);

/** A stranger's end of a connection: bytes in, lines out, and no opinion about either. */
export class Stranger {
  readonly lines: PoolLine[] = [];
  readonly socket: Socket;
  isClosed = false;
  /** How long the connection lived. */
  livedMs = 0;
  extranonce1 = 0;
  nextNonce = 0;

  constructor(port: number, localAddress = '127.0.0.1') {
    const born = performance.now();
    this.socket = connect({ port, host: '127.0.0.1', localAddress });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
      this.livedMs = performance.now() - born;
    });
    let rest = '';
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.lines.push(JSON.parse(part) as PoolLine);
    });
  }

  get answers(): number {
    return this.lines.filter((line) => line.method === undefined).length;
  }

  send(text: string): void {
    if (!this.isClosed) this.socket.write(text);
  }

  /** Says something and waits for one more answer, or the end. */
  async ask(method: string, params: readonly unknown[], id: unknown = 4): Promise<void> {
    const before = this.answers;
    this.send(`${JSON.stringify({ id, method, params })}\n`);
    await until(() => this.answers > before || this.isClosed).catch(() => {});
  }

  async subscribe(): Promise<void> {
    await this.ask('mining.subscribe', ['test'], 1);
    const result = this.lines.at(-1)?.result;
    if (Array.isArray(result)) this.extranonce1 = Number.parseInt(String(result[1]), 16);
  }
}

/** Whether a share should be one of the lightest, none at all, or one that only the lightest target takes. */
type ShareKind = 'valid' | 'none' | 'light';

/** A share of the current job, found by hashing. */
export function findShare(
  pool: MinedHere,
  stranger: Stranger,
  user: string,
  kind: ShareKind = 'valid',
  jobId?: string,
): string[] {
  const opened = jobId === undefined ? pool.feed.registry.current : pool.feed.registry.find(jobId);
  if (opened === undefined) throw new Error('no job');
  const scratch = createShareScratch(opened.job);
  for (; ; stranger.nextNonce += 1) {
    const { extranonce1, nextNonce: nonce } = stranger;
    const { version } = opened.job;
    hashShare(opened.job, scratch, { extranonce1, extranonce2: 0, time: startTime, nonce, version }, sha256d);
    const meetsLightest = meetsTarget(scratch.hash, lightest);
    if (kind === 'none' && !meetsLightest) break;
    if (kind === 'light' && meetsLightest && !meetsTarget(scratch.hash, tenfold)) break;
    if (kind === 'valid' && meetsLightest) break;
  }
  const nonce = (stranger.nextNonce++).toString(16).padStart(8, '0');
  return [user, opened.job.id, '00000000', startTime.toString(16), nonce];
}

/** Plays what strangers do against a listener. */
export class StrangerDriver {
  strangers: Stranger[] = [];
  readonly #pool: MinedHere;
  readonly #names: Readonly<Record<string, string>>;
  #user = '';

  /** `names` fills the `{{NAME}}`s of the steps. */
  constructor(pool: MinedHere, names: Readonly<Record<string, string>>) {
    this.#pool = pool;
    this.#names = names;
  }

  fill(text: unknown): string {
    return String(text).replace(/\{\{([A-Z0-9_]+)\}\}/g, (whole, name: string) => this.#names[name] ?? whole);
  }

  get #allAreGone(): boolean {
    return this.strangers.every(({ isClosed }) => isClosed);
  }

  async play(step: StrangerStep): Promise<void> {
    const [first] = this.strangers;
    switch (step.op) {
      case 'connect':
      case 'reconnect': {
        const count = Number(step['n'] ?? 1);
        for (const { socket } of this.strangers) socket.destroy();
        this.strangers = Array.from({ length: count }, () => new Stranger(this.#pool.listener.port));
        await until(() => this.strangers.every(({ socket, isClosed }) => isClosed || !socket.connecting));
        return;
      }
      case 'subscribe':
        for (const stranger of this.strangers) await stranger.subscribe();
        return;
      case 'authorize':
        this.#user = this.fill(step['user']);
        for (const stranger of this.strangers) await stranger.ask('mining.authorize', [this.#user, 'x'], 2);
        return;
      case 'authorize_each':
        for (const [index, stranger] of this.strangers.entries()) {
          const user = this.fill(step['user']).replace('{{i}}', String(index));
          await stranger.ask('mining.authorize', [user, 'x'], 2);
        }
        return;
      case 'connect_cycle':
        await this.#comeAndGo(Number(step['times']), Number(step['concurrency']));
        return;
      case 'wait':
        // Who has been sent away has waited long enough.
        for (let waited = 0; waited < Number(step['ms']) && !this.#allAreGone; waited += 50) await sleep(50);
        return;
      case 'wait_new_block':
        this.#pool.chain.offer(
          buildTemplate({ previousHash: Buffer.alloc(32, this.#pool.feed.registry.nextNumber) }),
        );
        return;
      default:
        if (first === undefined) throw new Error(`${step.op} needs a connection`);
        await this.#act(first, step);
    }
  }

  async #act(stranger: Stranger, step: StrangerStep): Promise<void> {
    switch (step.op) {
      case 'send': {
        const text = this.fill(step['data']);
        this.#user = loginIn(text) ?? this.#user;
        stranger.send(text);
        await sleep(30);
        return;
      }
      case 'send_hex':
        stranger.socket.write(Buffer.from(String(step['hex']), 'hex'));
        return;
      case 'send_repeat':
        for (let count = 0; count < Number(step['times']); count++) stranger.send(String(step['chunk']));
        return;
      case 'send_nested': {
        const depth = Number(step['depth']);
        const [open, close] = [String(step['open']).repeat(depth), String(step['close']).repeat(depth)];
        stranger.send(`${String(step['prefix'])}${open}${close}${String(step['suffix'])}`);
        return;
      }
      case 'send_chunks':
        for (const chunk of step['chunks'] as readonly string[]) {
          stranger.send(chunk);
          await sleep(50);
        }
        return;
      case 'submit':
        await this.#submit(stranger, step);
        return;
      case 'submit_lowdiff':
        await stranger.ask('mining.submit', findShare(this.#pool, stranger, this.#user, 'none'));
        return;
      case 'cross_submit': {
        const [from, to] = this.strangers;
        if (from === undefined || to === undefined) throw new Error('two connections are needed');
        const share = this.#findShareOfOneOnly(from, to);
        await from.ask('mining.submit', share);
        await to.ask('mining.submit', share);
        return;
      }
      case 'after_set_difficulty':
        // The lightest share of the suite's port has a difficulty of 2 in 2^32.
        await stranger.ask('mining.suggest_difficulty', [(2 * Number(step['factor'])) / 2 ** 32]);
        return;
      case 'submit_at_old_diff':
        await this.#submitAtOldDifficulty(stranger, Number(step['times']), Number(step['after_jobs']));
        return;
      default:
        throw new Error(`the driver does not know ${step.op}`);
    }
  }

  /** A share of one connection whose numbers are none under the extranonce of the other. */
  #findShareOfOneOnly(from: Stranger, to: Stranger): string[] {
    for (;;) {
      const share = findShare(this.#pool, from, this.#user);
      to.nextNonce = Number.parseInt(share[4] ?? '', 16);
      if (findShare(this.#pool, to, this.#user, 'none')[4] === share[4]) return share;
    }
  }

  async #comeAndGo(times: number, together: number): Promise<void> {
    for (let count = 0; count < times; count += together) {
      const passing = Array.from({ length: together }, () => new Stranger(this.#pool.listener.port));
      for (const { socket } of passing) socket.once('connect', () => socket.destroy());
      await until(() => passing.every(({ isClosed }) => isClosed));
    }
  }

  async #submit(stranger: Stranger, step: StrangerStep): Promise<void> {
    const override = (step['override'] ?? {}) as Readonly<Record<string, string>>;
    const share = findShare(this.#pool, stranger, this.#user);
    const fields = ['worker', 'job', 'extranonce2', 'ntime', 'nonce'];
    for (const [index, field] of fields.entries()) {
      const value = override[field];
      if (value !== undefined && value !== 'previous') share[index] = this.fill(value);
      if (override[`${field}_case`] === 'upper') share[index] = share[index]?.toUpperCase() ?? '';
    }
    if (override['job'] === 'previous') {
      const current = this.#pool.feed.registry.nextNumber - 1;
      share[1] = (current - 1).toString(16);
    }
    for (let count = 0; count < Number(step['times'] ?? 1); count++) {
      await stranger.ask('mining.submit', share);
    }
  }

  /** A tenth of the shares is for the job from before the change; the others are too light for the new ones. */
  async #submitAtOldDifficulty(stranger: Stranger, times: number, afterJobs: number): Promise<void> {
    const before = this.#pool.feed.registry.current?.job.id;
    for (let count = 0; count < afterJobs; count++) {
      this.#pool.chain.offer({ ...this.#pool.chain.current, clean: false, time: startTime });
    }
    const notified = (): number => stranger.lines.filter(({ method }) => method === 'mining.notify').length;
    await until(() => notified() > afterJobs);
    for (let count = 0; count < times; count++) {
      const job = count % 10 === 0 ? before : undefined;
      await stranger.ask('mining.submit', findShare(this.#pool, stranger, this.#user, 'light', job));
    }
  }
}

/** The login that a line asks for, so that the shares after it are its own. */
function loginIn(text: string): string | undefined {
  for (const line of text.split('\n').filter((each) => each.includes('mining.authorize'))) {
    try {
      const { params } = JSON.parse(line) as { params: unknown };
      if (Array.isArray(params) && typeof params[0] === 'string') return params[0];
    } catch {
      // No message at all: the pool will say so.
    }
  }
  return undefined;
}
