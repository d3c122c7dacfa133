import { setTimeout as sleep } from 'node:timers/promises';
import {
  headerOf,
  isBelow,
  PROOFS,
  sha256d,
  targetOfBits,
  targetOfDifficulty,
  workOfDifficulty,
} from './block-header.ts';
import type { ProofOfWork, StratumJob } from './block-header.ts';
import type { NonceSieve } from './nonce-sieve.ts';
import { Pace } from './pace.ts';
import { StratumClient } from './stratum-client.ts';
import type { StratumRefusal } from './stratum-client.ts';

export interface MinerOptions {
  readonly host?: string;
  readonly port: number;
  /** The whole user string, for example `DOGE:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L.rig1`. */
  readonly user: string;
  readonly password?: string;
  /** SHA-256d where nothing is said. */
  readonly algorithm?: keyof typeof PROOFS;
  /** The pool's certificate, to mine through TLS; `any` trusts whichever it shows, as mining programs do. */
  readonly ca?: string;
  /** So that a test does not burn the machine; without it 600,000 of SHA-256d, and of scrypt as many as one core does. */
  readonly hashesPerSecondMax?: number;
}

/** A share that the pool has acknowledged. Times are milliseconds since 1970 on the real clock. */
export interface AckedShare {
  readonly submittedAt: number;
  readonly ackedAt: number;
  /** Expected hashes of the difficulty that the share was given. */
  readonly work: bigint;
  readonly jobId: string;
  /** The hash of the block that this share is; undefined for an ordinary one. */
  readonly block: string | undefined;
}

export interface RejectedShare extends StratumRefusal {
  readonly at: number;
  readonly jobId: string;
}

/** How long the search goes on before other work of this process gets its turn. */
const SLICE_MS = 4;
const HASHES_BETWEEN_LOOKS = 256;
const SCRYPT_HASHES_BETWEEN_LOOKS = 8;
const NONCES = 2 ** 32;
/** What suites expect of a miner: a share of the first difficulty in some seconds, and few enough that difficulty hardly rises. */
const SHA256_PER_SECOND = 600_000;
const ANSWER_MS_MAX = 2000;

interface Search {
  readonly job: StratumJob;
  readonly extranonce2: string;
  readonly header: Buffer;
  readonly target: Buffer;
  readonly work: bigint;
  readonly sieve: NonceSieve | undefined;
  nonce: number;
}

/** A miner that really searches: what it is acknowledged for is what the pool owes. */
export class HashingMiner {
  readonly acked: AckedShare[] = [];
  readonly rejected: RejectedShare[] = [];
  readonly jobs: { readonly id: string; readonly difficulty: number; readonly at: number }[] = [];
  /** Hashes computed so far. */
  hashes = 0;
  /** What the pool said last for people to read; undefined where it said nothing. */
  said: string | undefined;
  #client: StratumClient | undefined;
  #search: Search | undefined;
  #extranonce2 = 0;
  #unanswered = 0;
  #isStopped = false;
  #isResting = false;
  readonly #user: string;
  readonly #pace: Pace | undefined;
  readonly #proof: ProofOfWork;
  readonly #hashesBetweenLooks: number;

  private constructor(options: MinerOptions) {
    this.#user = options.user;
    this.#proof = PROOFS[options.algorithm ?? 'sha256'];
    this.#hashesBetweenLooks =
      options.algorithm === 'scrypt' ? SCRYPT_HASHES_BETWEEN_LOOKS : HASHES_BETWEEN_LOOKS;
    const perSecondMax =
      options.hashesPerSecondMax ?? (options.algorithm === 'scrypt' ? undefined : SHA256_PER_SECOND);
    this.#pace = perSecondMax === undefined ? undefined : new Pace(perSecondMax, performance.now());
  }

  /** Connects, subscribes, authorizes and starts to search. Throws when the pool refuses the login. */
  static async start(options: MinerOptions): Promise<HashingMiner> {
    const miner = new HashingMiner(options);
    // A pool may send the first job before the answer to mining.authorize, or after it.
    let firstJob: [StratumJob, number] | undefined;
    const client = await StratumClient.connect(options, {
      onJob: (job, difficulty) => {
        if (miner.#client === undefined) firstJob = [job, difficulty];
        else miner.#take(job, difficulty);
      },
      onNotification: (method, params) => {
        if (method === 'client.show_message') miner.said = String(params[0]);
      },
    });
    await client.subscribe('openlode-suite/1.0').catch((error: Error) => {
      throw miner.said === undefined ? error : new Error(`the pool closed the connection: ${miner.said}`);
    });
    const reply = await client.authorize(options.user, options.password ?? 'x');
    if (reply.kind !== 'result' || reply.result !== true) {
      await client.close();
      const why = reply.kind === 'refused' ? reply.refusal.text : (miner.said ?? 'it gave no reason');
      throw new Error(`the pool refused ${options.user}: ${why}`);
    }
    miner.#client = client;
    if (firstJob !== undefined) miner.#take(...firstJob);
    void client.closed.then(() => miner.#end());
    miner.#slice();
    return miner;
  }

  /** Work of the shares that were acknowledged up to this moment, in expected hashes. */
  workAckedUntil(at = Number.POSITIVE_INFINITY): bigint {
    return this.acked.reduce((sum, share) => (share.ackedAt <= at ? sum + share.work : sum), 0n);
  }

  /** Milliseconds from each submit to its acknowledgement, shortest first. */
  latenciesMs(): number[] {
    return this.acked.map((share) => share.ackedAt - share.submittedAt).toSorted((a, b) => a - b);
  }

  /**
   * Waits until this number of shares is acknowledged. Throws when the pool hangs up or the time is over. A share is a second's work of a
   * processor of its own; on one that other suites share it may take a minute, with bad luck more.
   */
  async whenAcked(count: number, timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.acked.length < count) {
      if (this.#isStopped) throw new Error(`the miner ended with ${this.acked.length} of ${count} shares`);
      if (performance.now() > deadline)
        throw new Error(`only ${this.acked.length} of ${count} shares after ${timeoutMs} ms`);
      await sleep(20);
    }
  }

  get isMining(): boolean {
    return !this.#isStopped;
  }

  /** Stays connected and searches nothing until `resume`: a miner that only has to be there costs a third of a processor. */
  rest(): void {
    this.#isResting = true;
  }

  resume(): void {
    this.#isResting = false;
  }

  /** Stops searching, waits for the answers that are still due, and hangs up. */
  async stop(): Promise<void> {
    this.#end();
    const deadline = performance.now() + ANSWER_MS_MAX;
    while (this.#unanswered > 0 && performance.now() < deadline) await sleep(5);
    await this.#client?.close();
  }

  #end(): void {
    this.#isStopped = true;
    this.#search = undefined;
  }

  #take(job: StratumJob, difficulty: number): void {
    this.jobs.push({ id: job.id, difficulty, at: Date.now() });
    this.#begin(job, targetOfDifficulty(difficulty, this.#proof), workOfDifficulty(difficulty, this.#proof));
  }

  #begin(job: StratumJob, target: Buffer, work: bigint): void {
    const client = this.#client;
    if (client === undefined || this.#isStopped) return;
    const extranonce2 = this.#extranonce2.toString(16).padStart(client.extranonce2Bytes * 2, '0');
    this.#extranonce2 += 1;
    const header = headerOf(job, client.extranonce1, extranonce2);
    const sieve = this.#proof.sieve?.(header, target);
    this.#search = { job, extranonce2, header, target, work, sieve, nonce: 0 };
  }

  #slice(): void {
    if (this.#isStopped) return;
    const started = performance.now();
    const earned = this.#pace?.allowance(started) ?? Number.POSITIVE_INFINITY;
    const allowed = this.#isResting ? 0 : earned;
    let done = 0;
    while (this.#search !== undefined && done < allowed && performance.now() - started < SLICE_MS)
      done += this.#tryNonces(this.#search, Math.min(this.#hashesBetweenLooks, allowed - done));
    this.hashes += done;
    this.#pace?.spend(done);
    if (this.#search === undefined || done >= allowed) setTimeout(() => this.#slice(), 5);
    else setImmediate(() => this.#slice());
  }

  #tryNonces(search: Search, count: number): number {
    const { header, target } = search;
    const until = Math.min(search.nonce + count, NONCES);
    const from = search.nonce;
    while (search.nonce < until) {
      if (search.sieve !== undefined) search.nonce = search.sieve.next(search.nonce, until);
      if (search.nonce === until) break;
      header.writeUInt32LE(search.nonce, 76);
      const hash = this.#proof.hash(header);
      if (isBelow(hash, target)) void this.#submit(search, search.nonce, blockOf(header, hash, search.job));
      search.nonce += 1;
    }
    if (search.nonce === NONCES) this.#begin(search.job, target, search.work);
    return until - from;
  }

  async #submit(search: Search, nonce: number, block: string | undefined): Promise<void> {
    const { job, extranonce2, work } = search;
    const submittedAt = Date.now();
    const nonceHex = nonce.toString(16).padStart(8, '0');
    const params = [this.#user, job.id, extranonce2, job.time, nonceHex];
    this.#unanswered += 1;
    const reply = await this.#client?.request('mining.submit', params);
    this.#unanswered -= 1;
    const at = Date.now();
    if (reply?.kind === 'refused') this.rejected.push({ ...reply.refusal, at, jobId: job.id });
    else if (reply?.kind === 'result')
      this.acked.push({ submittedAt, ackedAt: at, work, jobId: job.id, block });
  }
}

/** A block is named by the SHA-256d of its header, whatever its proof of work is, printed most significant byte first. */
function blockOf(header: Uint8Array, proof: Uint8Array, job: StratumJob): string | undefined {
  if (!isBelow(proof, targetOfBits(job.bits))) return undefined;
  return Buffer.from(sha256d(header)).reverse().toString('hex');
}
