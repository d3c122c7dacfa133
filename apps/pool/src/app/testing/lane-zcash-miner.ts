import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ZcashSolution } from '@openlode/stratum/dialects/zcash/jobs';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

interface Work {
  readonly id: string;
  /** The header up to its nonce, with the time of the job. */
  readonly begin: Buffer;
  readonly time: string;
  readonly target: bigint;
}

/** A header with a nonce, and those of its solutions that were not looked at. */
interface Solved {
  readonly work: Work | undefined;
  readonly prefix: string;
  readonly free: string;
  readonly header: Uint8Array;
  readonly solutions: Uint8Array[];
}

interface Line {
  readonly id?: number;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: readonly [number, string] | null;
}

/** The parameters of `mining.submit`. */
type ZcashShare = readonly [user: string, job: string, time: string, nonce: string, solution: string];

/** Solutions for a header with its nonce. */
export type Solve = (header: Uint8Array) => readonly Uint8Array[];

const closed: Line = { error: [0, 'closed'] };
const solutionBytes = 1344;
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Where Equihash would take a suite seconds: the SHA-256 of the header stands for a solution, for miner and pools alike. */
export const standInSolve: Solve = (header) => [Buffer.concat([sha256(header)], solutionBytes)];

export const standInEquihash: PowVerifier = {
  verify: (input) => {
    const { header, solution } = input as ZcashSolution;
    return Promise.resolve(standInSolve(header).some((right) => Buffer.compare(right, solution) === 0));
  },
  waiting: () => 0,
};

const hashRange = 1n << 256n;

/** A miner of Zcash's Stratum. */
export class LaneZcashMiner {
  readonly works: Work[] = [];
  /** Beginnings of its nonce, the newest last. */
  readonly prefixes: string[] = [];
  isClosed = false;
  readonly #socket: Socket;
  readonly #solve: Solve;
  readonly #waiting = new Map<number, (line: Line) => void>();
  #ids = 0;
  #target = 0n;
  #nonce = 0;
  #solved: Solved = { work: undefined, prefix: '', free: '', header: new Uint8Array(0), solutions: [] };
  #user = '';

  constructor(port: number, solve: Solve = standInSolve) {
    this.#solve = solve;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
      for (const answer of this.#waiting.values()) answer(closed);
    });
    let rest = '';
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.#hear(JSON.parse(part) as Line);
    });
  }

  ask(method: string, params: readonly unknown[]): Promise<Line> {
    if (this.isClosed) return Promise.resolve(closed);
    const id = ++this.#ids;
    this.#socket.write(`${JSON.stringify({ id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Undefined where it was let in. */
  async login(user: string, { follows = false } = {}): Promise<string | undefined> {
    this.#user = user;
    const { result, error } = await this.ask('mining.subscribe', ['suite', null, '127.0.0.1', '3333']);
    if (!Array.isArray(result)) return error?.[1] ?? '';
    this.prefixes.push(String(result[1]));
    if (follows) await this.ask('mining.extranonce.subscribe', []);
    return (await this.ask('mining.authorize', [user, 'x'])).error?.[1];
  }

  /** The parameters of a share of the newest work, of at least this many solutions, and less than `below`. */
  find(least = 0n, below = hashRange, work = this.works.at(-1)): ZcashShare {
    for (;;) {
      const share = this.#try(work, least, below);
      if (share !== undefined) return share;
    }
  }

  /** The same of whatever work is the newest, with everything else of this process between two headers. */
  async search(): Promise<ZcashShare> {
    for (;;) {
      const share = this.#try(this.works.at(-1));
      if (share !== undefined) return share;
      await setImmediate();
    }
  }

  /** Looks at the solutions of one header; undefined where none is a share. What is behind a share is looked at the next time. */
  #try(work: Work | undefined, least = 0n, below = hashRange): ZcashShare | undefined {
    if (work === undefined) throw new Error('no work');
    const prefix = this.prefixes.at(-1) ?? '';
    if (this.#solved.work !== work || this.#solved.prefix !== prefix || this.#solved.solutions.length === 0)
      this.#solved = this.#solveNext(work, prefix);
    const { free, header, solutions } = this.#solved;
    for (let solution = solutions.shift(); solution !== undefined; solution = solutions.shift()) {
      const sized = Buffer.concat([Buffer.from('fd4005', 'hex'), solution]);
      const hash = sha256(sha256(Buffer.concat([header, sized])));
      const proof = BigInt(`0x${hash.reverse().toString('hex')}`);
      const found = hashRange / (proof + 1n);
      if (proof > work.target || found < least || found >= below) continue;
      return [this.#user, work.id, work.time, free, sized.toString('hex')];
    }
    return undefined;
  }

  #solveNext(work: Work, prefix: string): Solved {
    const free = (this.#nonce++).toString(16).padStart(64 - prefix.length, '0');
    const header = Buffer.concat([work.begin, Buffer.from(prefix + free, 'hex')]);
    return { work, prefix, free, header, solutions: [...this.#solve(header)] };
  }

  /** `OK`, or why not. */
  async submit(share: readonly string[]): Promise<string> {
    const { result, error } = await this.ask('mining.submit', share);
    return error?.[1] ?? (result === true ? 'OK' : String(result));
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear({ id, method, params = [], ...line }: Line): void {
    if (method === 'mining.set_target') this.#target = BigInt(`0x${String(params[0])}`);
    else if (method === 'mining.set_extranonce') this.prefixes.push(String(params[0]));
    else if (method === 'mining.notify') {
      const [job, ...fields] = params.map(String);
      const begin = Buffer.from(fields.slice(0, 6).join(''), 'hex');
      this.works.push({ id: job ?? '', begin, time: fields[4] ?? '', target: this.#target });
    } else if (id !== undefined) this.#waiting.get(id)?.(line);
  }
}
