import { connect, type Socket } from 'node:net';
import { nonceAt, type RandomxInput } from '@openlode/stratum/dialects/monero/jobs';
import { sha256d } from '../../edges/stratum/proof-of-work.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

interface Job {
  readonly job_id: string;
  readonly blob: string;
  readonly target: string;
  readonly seed_hash: string;
}

interface Line {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Job;
  readonly result?: { readonly id?: string; readonly job?: Job; readonly status?: string } | null;
  readonly error?: { readonly message: string } | null;
}

/** Where RandomX would take a suite seconds: the SHA-256d of the blob stands for it, for miner and pools alike. */
function standIn(blob: Uint8Array): Uint8Array {
  const hash = new Uint8Array(32);
  sha256d(blob, hash);
  return hash;
}

export const standInVerifier: PowVerifier = {
  verify: (input) => Promise.resolve(standIn((input as RandomxInput).blob)),
  waiting: () => 0,
};

/** A miner of Monero's protocol that leaves the last byte of its nonce as it is. */
export class LaneMoneroMiner {
  readonly jobs: Job[] = [];
  isClosed = false;
  #session = '';
  readonly #socket: Socket;
  readonly #verifier: PowVerifier;
  readonly #waiting = new Map<number, (line: Line) => void>();
  #ids = 0;
  #nonce = 0;

  /** @param verifier calculates its hashes */
  constructor(port: number, verifier: PowVerifier = standInVerifier) {
    this.#verifier = verifier;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      for (const answer of this.#waiting.values()) answer({ error: { message: 'closed' } });
    });
    let rest = '';
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#hear(JSON.parse(part) as Line);
    });
  }

  /** The lane of its newest job. */
  get lane(): string {
    return this.jobs.at(-1)?.blob.slice(2 * nonceAt + 6, 2 * nonceAt + 8) ?? '';
  }

  ask(method: string, params: object): Promise<Line> {
    const id = ++this.#ids;
    this.#socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Undefined where it was let in. */
  async login(user: string): Promise<string | undefined> {
    const { result, error } = await this.ask('login', { login: user, pass: 'x', algo: ['rx/0'] });
    if (result?.job === undefined) return error?.message ?? '';
    this.#session = result.id ?? '';
    this.jobs.push(result.job);
    return undefined;
  }

  /** A share of the newest job, of at least this many hashes, and less than `below`. */
  async find(
    hashes = 0n,
    below = 1n << 256n,
    job = this.jobs.at(-1),
  ): Promise<{ nonce: string; result: string; job_id: string }> {
    if (job === undefined) throw new Error('no job');
    const blob = new Uint8Array(Buffer.from(job.blob, 'hex'));
    const seedHash = new Uint8Array(Buffer.from(job.seed_hash, 'hex'));
    const asked = (1n << BigInt(4 * job.target.length)) / (numberOf(job.target) + 1n);
    for (; ; this.#nonce += 1) {
      new DataView(blob.buffer).setUint16(nonceAt, this.#nonce, true);
      const input: RandomxInput = { blob, seedHash, algorithm: 'rx/0' };
      const result = Buffer.from((await this.#verifier.verify(input, 'miner')) as Uint8Array).toString('hex');
      const work = (1n << 256n) / (numberOf(result) + 1n);
      if (work < (hashes > asked ? hashes : asked) || work >= below) continue;
      this.#nonce += 1;
      const nonce = Buffer.from(blob.subarray(nonceAt, nonceAt + 4)).toString('hex');
      return { nonce, result, job_id: job.job_id };
    }
  }

  /** `OK`, or why not. */
  async submit(share: object): Promise<string> {
    const { result, error } = await this.ask('submit', { id: this.#session, ...share });
    return error?.message ?? result?.status ?? '';
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(line: Line): void {
    if (line.method === 'job' && line.params !== undefined) this.jobs.push(line.params);
    else if (line.id !== undefined) this.#waiting.get(line.id)?.(line);
  }
}

/** Least significant byte first. */
function numberOf(digits: string): bigint {
  return BigInt(`0x${Buffer.from(digits, 'hex').reverse().toString('hex')}`);
}
