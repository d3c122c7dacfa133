import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import { readJob, type RigJob, targetOfDifficulty, tryNonce } from './rig-job.ts';

export interface RigOptions {
  /** On loopback. */
  readonly port: number;
  /** The whole user string. */
  readonly user: string;
  readonly scale: DifficultyScale;
  readonly proof: (header: Uint8Array) => Uint8Array;
  /** Nonces that it tries before it looks at the time. */
  readonly batch: number;
  /** How long it waits before it connects again. */
  readonly againMs?: number;
}

const nonces = 2 ** 32;

/** One small machine of the demo: speaks Stratum as any miner does, and searches when it is told to. */
export class Rig {
  readonly #options: RigOptions;
  #socket: Socket | undefined;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;
  #extranonce1 = '';
  #extranonce2Digits = 0;
  /** Of the jobs from the next one on. */
  #nextTarget: Uint8Array | undefined;
  #target: Uint8Array | undefined;
  #notified: readonly unknown[] | undefined;
  #job: RigJob | undefined;
  #nonce = 0;
  #coinbases = 0;

  constructor(options: RigOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Whether there is something to search. */
  get isMining(): boolean {
    return this.#job !== undefined && this.#target !== undefined;
  }

  /** Tries a few nonces. */
  search(): void {
    for (let tried = 0; tried < this.#options.batch; tried += 1) {
      const job = this.#job;
      if (job === undefined || this.#target === undefined) return;
      const found = tryNonce(job.header, this.#nonce, this.#target, this.#options.proof);
      if (found !== undefined) this.#submit(job, found);
      this.#nonce += 1;
      if (this.#nonce === nonces) this.#open();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#socket?.destroy();
  }

  #connect(): void {
    const socket = connect({ port: this.#options.port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.unref();
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => this.#takeLine(line));
    socket.on('connect', () => {
      this.#say(1, 'mining.subscribe', ['openlode-demo/1.0']);
      this.#say(2, 'mining.authorize', [this.#options.user, 'x']);
    });
    socket.on('close', () => {
      this.#job = undefined;
      if (this.#isClosed) return;
      this.#again = setTimeout(() => this.#connect(), this.#options.againMs ?? 15_000);
      this.#again.unref();
    });
  }

  #takeLine(line: string): void {
    const { id, method, params, result } = JSON.parse(line) as {
      readonly id?: unknown;
      readonly method?: string;
      readonly params?: readonly unknown[];
      readonly result?: unknown;
    };
    if (id === 1 && Array.isArray(result)) {
      this.#extranonce1 = String(result[1]);
      this.#extranonce2Digits = 2 * Number(result[2]);
    } else if (method === 'mining.set_difficulty') {
      this.#nextTarget = targetOfDifficulty(Number(params?.[0]), this.#options.scale);
    } else if (method === 'mining.notify') {
      this.#notified = params;
      this.#target = this.#nextTarget;
      this.#open();
    }
  }

  /** Begins to search the newest job, with a coinbase of its own. */
  #open(): void {
    if (this.#notified === undefined) return;
    this.#job = readJob(this.#notified, this.#extranonce1, this.#nextExtranonce2());
    this.#nonce = 0;
  }

  #nextExtranonce2(): string {
    this.#coinbases += 1;
    return this.#coinbases.toString(16).padStart(this.#extranonce2Digits, '0');
  }

  #submit(job: RigJob, nonce: string): void {
    const extranonce2 = this.#coinbases.toString(16).padStart(this.#extranonce2Digits, '0');
    this.#say(4, 'mining.submit', [this.#options.user, job.id, extranonce2, job.time, nonce]);
  }

  #say(id: number, method: string, params: readonly unknown[]): void {
    this.#socket?.write(`${JSON.stringify({ id, method, params })}\n`);
  }
}
