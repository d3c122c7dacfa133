import { setTimeout as sleep } from 'node:timers/promises';
import { MINER_WORK } from './mined-in-javascript.ts';
import type { FoundShare, MinedJob, MinerWork, Search } from './miner-work.ts';
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
  readonly algorithm?: keyof typeof MINER_WORK;
  /** The pool's certificate, to mine through TLS; `any` trusts whichever it shows, as mining programs do. */
  readonly ca?: string;
  /** So that a test does not burn the machine; without it 600,000 of SHA-256d, and of others as many as one core does. */
  readonly hashesPerSecondMax?: number;
  /** Searches nothing before `resume`. */
  readonly rests?: boolean;
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

const usualPassword = 'x';
/** How long the search goes on before other work of this process gets its turn. */
const SLICE_MS = 4;
/** An answer comes at once, unless the machine stands still: what is not waited for would be counted by the pool alone. */
const ANSWER_MS_MAX = 30_000;

interface Running {
  readonly job: MinedJob;
  readonly work: bigint;
  readonly search: Search;
}

/** A miner that really searches: what it is acknowledged for is what the pool owes. */
export class HashingMiner {
  readonly acked: AckedShare[] = [];
  readonly rejected: RejectedShare[] = [];
  readonly jobs: { readonly id: string; readonly difficulty: number; readonly at: number }[] = [];
  /** Shares whose answer never came, because the connection was over. */
  unanswered = 0;
  /** Hashes computed so far. */
  hashes = 0;
  /** What the pool said last for people to read; undefined where it said nothing. */
  said: string | undefined;
  #client: StratumClient | undefined;
  #running: Running | undefined;
  #searches = 0;
  #waiting = 0;
  #isStopped = false;
  #isResting = false;
  readonly #user: string;
  readonly #pace: Pace | undefined;
  readonly #family: MinerWork;
  readonly #algorithm: keyof typeof MINER_WORK;

  private constructor(options: MinerOptions) {
    this.#user = options.user;
    this.#algorithm = options.algorithm ?? 'sha256';
    this.#isResting = options.rests === true;
    this.#family = MINER_WORK[this.#algorithm];
    const perSecondMax = options.hashesPerSecondMax ?? this.#family.perSecondMax;
    this.#pace = perSecondMax === undefined ? undefined : new Pace(perSecondMax, performance.now());
  }

  /** Connects, subscribes, authorizes and starts to search. Throws when the pool refuses the login. */
  static async start(options: MinerOptions): Promise<HashingMiner> {
    const miner = new HashingMiner(options);
    await miner.#family.prepare?.();
    // A pool may send the first job before the answer to mining.authorize, or after it.
    let firstJob: [readonly unknown[], number] | undefined;
    const tongue = miner.#family.tongue?.();
    const client = await StratumClient.connect(
      { ...options, ...(tongue && { tongue }) },
      {
        onJob: (params, difficulty) => {
          if (miner.#client === undefined) firstJob = [params, difficulty];
          else miner.#take(params, difficulty);
        },
        onNotification: (method, params) => {
          if (method === 'client.show_message') miner.said = String(params[0]);
        },
      },
    );
    const agent = 'openlode-suite/1.0';
    const { user, password = usualPassword } = options;
    const subscription = miner.#family.subscription?.(user, agent, password) ?? [agent];
    await client.subscribe(...subscription).catch((error: Error) => {
      throw miner.said === undefined ? error : new Error(`the pool closed the connection: ${miner.said}`);
    });
    if (miner.#family.isLoggedInBySubscription !== true) await miner.#login(client, options);
    miner.#client = client;
    if (firstJob !== undefined) miner.#take(...firstJob);
    void client.closed.then(() => miner.#end());
    miner.#slice();
    return miner;
  }

  async #login(client: StratumClient, { user, password = usualPassword }: MinerOptions): Promise<void> {
    const reply = await client.authorize(
      ...(this.#family.authorization?.(user, password) ?? [user, password]),
    );
    if (reply.kind === 'result' && reply.result === true) return;
    await client.close();
    const why = reply.kind === 'refused' ? reply.refusal.text : (this.said ?? 'it gave no reason');
    throw new Error(`the pool refused ${user}: ${why}`);
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
    while (this.#waiting > 0 && performance.now() < deadline) await sleep(5);
    await this.#client?.close();
  }

  #end(): void {
    this.#isStopped = true;
    this.#running = undefined;
  }

  #take(params: readonly unknown[], difficulty: number): void {
    try {
      const job = this.#family.open(params, difficulty);
      this.jobs.push({ id: job.id, difficulty, at: Date.now() });
      this.#begin(job, job.work ?? BigInt(Math.round(difficulty * this.#family.hashesPerDifficulty1)));
    } catch (cause) {
      throw new Error(`the work of this port is not ${this.#algorithm}'s: is it another algorithm's port?`, {
        cause,
      });
    }
  }

  #begin(job: MinedJob, work: bigint): void {
    const client = this.#client;
    if (client === undefined || this.#isStopped) return;
    const search = job.search(client, this.#searches);
    this.#searches += 1;
    this.#running = { job, work, search };
  }

  #slice(): void {
    if (this.#isStopped) return;
    const started = performance.now();
    const earned = this.#pace?.allowance(started) ?? Number.POSITIVE_INFINITY;
    const allowed = this.#isResting ? 0 : earned;
    let done = 0;
    while (this.#running !== undefined && done < allowed && performance.now() - started < SLICE_MS)
      done += this.#tryNonces(this.#running, Math.min(this.#family.hashesBetweenLooks, allowed - done));
    this.hashes += done;
    this.#pace?.spend(done);
    if (this.#running === undefined || done >= allowed) setTimeout(() => this.#slice(), 5);
    else setImmediate(() => this.#slice());
  }

  #tryNonces({ job, work, search }: Running, count: number): number {
    const done = search.run(count, (share) => void this.#submit(job, work, share));
    if (done < count) this.#begin(job, work);
    return done;
  }

  async #submit({ id }: MinedJob, work: bigint, { params: found, block }: FoundShare): Promise<void> {
    const submittedAt = Date.now();
    const params = isNamed(found) ? { ...found, worker: this.#user } : [this.#user, id, ...found];
    this.#waiting += 1;
    const reply = await this.#client?.request('mining.submit', params);
    this.#waiting -= 1;
    const at = Date.now();
    if (reply?.kind === 'refused') this.rejected.push({ ...reply.refusal, at, jobId: id });
    else if (reply?.kind === 'result') this.acked.push({ submittedAt, ackedAt: at, work, jobId: id, block });
    else this.unanswered += 1;
  }
}

function isNamed(params: FoundShare['params']): params is Readonly<Record<string, unknown>> {
  return !Array.isArray(params);
}
