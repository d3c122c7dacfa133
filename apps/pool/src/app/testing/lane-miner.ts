import { connect, type Socket } from 'node:net';
import {
  type DifficultyScale,
  meetsTarget,
  targetBytes,
  targetOfWork,
} from '@openlode/stratum/core/difficulty';
import type { Job } from '@openlode/stratum/dialects/bitcoin/job';
import {
  createShareScratch,
  hashPlacedShare,
  placeExtranonces,
} from '@openlode/stratum/dialects/bitcoin/share-hash';
import { jobOfNotify } from '@openlode/stratum/testing/transcript';
import { sha256d } from '../../edges/stratum/proof-of-work.ts';

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: readonly [code: number, text: string, data: unknown] | null;
}

/** A miner of SHA-256d that fills in whatever it is left, and really hashes. */
export class LaneMiner {
  readonly heard: Answer[] = [];
  readonly jobs: Job[] = [];
  prefix = '';
  freeBytes = 0;
  /** What a share is worth, in hashes. */
  work = 0n;
  isClosed = false;
  readonly #socket: Socket;
  readonly #scale: DifficultyScale;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  #ids = 0;
  #nonce = 0;

  constructor(port: number, scale: DifficultyScale) {
    this.#scale = scale;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      for (const answer of this.#waiting.values()) answer({ error: [0, 'closed', null] });
    });
    let rest = '';
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#hear(JSON.parse(part) as Answer);
    });
  }

  ask(method: string, params: readonly unknown[]): Promise<Answer> {
    const id = ++this.#ids;
    this.#socket.write(`${JSON.stringify({ id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Subscribes and logs in; answers the subscription. */
  async start(user: string): Promise<Answer> {
    const subscribed = await this.ask('mining.subscribe', ['test']);
    if (Array.isArray(subscribed.result)) {
      [, this.prefix, this.freeBytes] = subscribed.result as [unknown, string, number];
      await this.ask('mining.authorize', [user, 'x']);
    }
    return subscribed;
  }

  /** The parameters of a share of the newest job, that is one at `work` hashes, or none where that is 0. */
  find(user: string, work = this.work, job = this.jobs.at(-1)): string[] {
    if (job === undefined) throw new Error('no job');
    const target = targetBytes(targetOfWork(work === 0n ? this.work : work, this.#scale));
    const free = '00'.repeat(this.freeBytes);
    const extranonces = this.prefix + free;
    const scratch = createShareScratch(job, extranonces.length / 2);
    placeExtranonces(job, scratch, extranonces, extranonces.length / 2);
    for (; ; this.#nonce += 1) {
      const { version, time } = job;
      hashPlacedShare(job, scratch, { time, nonce: this.#nonce, version }, sha256d);
      if (meetsTarget(scratch.hash, target) === work > 0n) break;
    }
    const nonce = (this.#nonce++).toString(16).padStart(8, '0');
    return [user, job.id, free, job.time.toString(16).padStart(8, '0'), nonce];
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(line: Answer): void {
    this.heard.push(line);
    const { method, params = [] } = line;
    if (method === 'mining.notify') this.jobs.push(jobOfNotify(params));
    else if (method === 'mining.set_difficulty')
      this.work = BigInt(Math.round(Number(params[0]) * Number(this.#scale.hashesPerDifficulty1)));
    else if (method === 'mining.set_extranonce') [this.prefix, this.freeBytes] = params as [string, number];
    else if (line.id !== null && line.id !== undefined) {
      this.#waiting.get(line.id)?.(line);
      this.#waiting.delete(line.id);
    }
  }
}
