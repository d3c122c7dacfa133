import { setTimeout as sleep } from 'node:timers/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { JsonLines } from './json-lines.ts';
import type { TestNode } from './test-network.ts';

interface Job {
  readonly blob: string;
  readonly job_id: string;
  readonly target: string;
  readonly height: number;
  readonly seed_hash: string;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Job;
  readonly result?: { readonly id?: string; readonly job?: Job; readonly status: string };
  readonly error?: { readonly message: string } | null;
}

/** A share that the pool has acknowledged. */
export interface AckedRandomxShare {
  /** The name that its block would have. */
  readonly block: string;
  readonly height: number;
  readonly seedHash: string;
  /** From the submission to the answer. */
  readonly answerMs: number;
}

export interface MoneroMinerOptions {
  readonly port: number;
  /** The whole user string. */
  readonly user: string;
  /** Computes the hashes (`calc_pow`): the pool's own library is not asked. */
  readonly node: Pick<TestNode, 'ask'>;
  /** So that not every height has several blocks. */
  readonly hashesPerSecondMax: number;
}

const nonceAt = 39;
const answerMsMax = 60_000;
const retryMs = 200;

/** Mines RandomX as programs do, a few hashes a second: on a test network each of them may be a block. */
export class MoneroMiner {
  readonly acked: AckedRandomxShare[] = [];
  readonly rejected: string[] = [];
  readonly jobs: string[] = [];
  hashes = 0;
  readonly #options: MoneroMinerOptions;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #lines: JsonLines | undefined;
  #session = '';
  #job: Job | undefined;
  #lastId = 0;
  #isStopped = false;
  #mining: Promise<void> = Promise.resolve();

  private constructor(options: MoneroMinerOptions) {
    this.#options = options;
  }

  /** Logs in and starts to search; tries again while the pool has no work, as programs do. Throws where it refuses the login. */
  static async start(options: MoneroMinerOptions): Promise<MoneroMiner> {
    for (const deadline = performance.now() + answerMsMax; ; await sleep(retryMs)) {
      const miner = new MoneroMiner(options);
      const refusal = await miner.#login();
      if (refusal === undefined) return miner;
      if (!refusal.includes('no work yet') || performance.now() > deadline)
        throw new Error(`the pool refused ${options.user}: ${refusal}`);
    }
  }

  /** Why the pool refuses it; undefined where it mines from then on. */
  async #login(): Promise<string | undefined> {
    const { port, user } = this.#options;
    const hear = (line: unknown): void => this.#hear(line as Reply);
    const lines = await JsonLines.connect({ host: '127.0.0.1', port }, hear);
    this.#lines = lines;
    void lines.closed.then(() => this.#end());
    const login = { login: user, pass: 'x', agent: 'openlode-suite/1.0', algo: ['rx/0'] };
    const reply = await this.#ask('login', login);
    if (reply?.result?.job === undefined) {
      await lines.close();
      return reply?.error?.message ?? 'it hung up';
    }
    this.#session = reply.result.id ?? '';
    this.#take(reply.result.job);
    this.#mining = this.#mine();
    return undefined;
  }

  /** Waits until this number of shares is acknowledged. Throws when the pool hangs up or the time is over. */
  async whenAcked(count: number, timeoutMs: number): Promise<void> {
    for (const deadline = performance.now() + timeoutMs; this.acked.length < count; await sleep(10)) {
      const have = `${this.acked.length} of ${count} shares`;
      if (this.#isStopped) throw new Error(`the miner ended with ${have}`);
      if (performance.now() > deadline) throw new Error(`only ${have} after ${timeoutMs} ms`);
    }
  }

  /** Stops searching, waits for the answer that is still due, and hangs up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#mining;
    await this.#lines?.close();
  }

  #hear(line: Reply): void {
    if (line.method === 'job' && line.params !== undefined) return this.#take(line.params);
    const answer = this.#waiting.get(line.id ?? 0);
    this.#waiting.delete(line.id ?? 0);
    answer?.(line);
  }

  #take(job: Job): void {
    this.#job = job;
    this.jobs.push(job.job_id);
  }

  #end(): void {
    this.#isStopped = true;
    for (const answer of this.#waiting.values()) answer(undefined);
    this.#waiting.clear();
  }

  /** Undefined where the pool hung up, or does not answer. */
  async #ask(method: string, params: object): Promise<Reply | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Reply | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#lines?.send({ id, jsonrpc: '2.0', method, params });
    const timer = setTimeout(() => this.#hear({ id }), answerMsMax);
    try {
      return await answered;
    } finally {
      clearTimeout(timer);
    }
  }

  async #mine(): Promise<void> {
    for (let nonce = 1; !this.#isStopped; nonce += 1) {
      const started = performance.now();
      if (this.#job !== undefined) await this.#try(this.#job, nonce);
      await sleep(Math.max(0, 1000 / this.#options.hashesPerSecondMax - (performance.now() - started)));
    }
  }

  async #try(job: Job, number: number): Promise<void> {
    const blob = Buffer.from(job.blob, 'hex');
    blob.writeUInt32LE(number, nonceAt);
    // The node may be one that a suite has just ended.
    const result = await this.#hash(job, blob).catch(() => undefined);
    this.hashes += 1;
    if (result === undefined || !meets(result, job.target)) return;
    const nonce = blob.subarray(nonceAt, nonceAt + 4).toString('hex');
    const submitted = performance.now();
    const reply = await this.#ask('submit', { id: this.#session, job_id: job.job_id, nonce, result });
    const answerMs = performance.now() - submitted;
    const { height, seed_hash: seedHash } = job;
    if (reply?.result?.status === 'OK') this.acked.push({ block: nameOf(blob), height, seedHash, answerMs });
    else if (reply !== undefined) this.rejected.push(reply.error?.message ?? 'no answer');
  }

  #hash({ height, seed_hash: seed }: Job, blob: Buffer): Promise<string> {
    const given = { major_version: blob[0], height, block_blob: blob.toString('hex'), seed_hash: seed };
    return this.#options.node.ask<string>('calc_pow', given);
  }
}

/** A target is the top of a number of 256 bits, least significant byte first. */
function meets(result: string, target: string): boolean {
  const top = result.slice(-target.length);
  return numberOf(top) <= numberOf(target);
}

function numberOf(digits: string): bigint {
  return BigInt(`0x${Buffer.from(digits, 'hex').reverse().toString('hex')}`);
}

/** The name of the block of a hashing blob. It is shorter than 128 bytes. */
function nameOf(blob: Buffer): string {
  return Buffer.from(keccak_256(Buffer.concat([Buffer.of(blob.length), blob]))).toString('hex');
}
