import { setTimeout as sleep } from 'node:timers/promises';
import { MINER_WORK } from './mined-in-javascript.ts';
import type { Search } from './miner-work.ts';
import { Pace } from './pace.ts';
import { StratumClient, type StratumReply } from './stratum-client.ts';

export interface FleetOptions {
  readonly host?: string;
  readonly port: number;
  readonly count: number;
  /** The whole user string of each. */
  readonly userOf: (index: number) => string;
  /** SHA-256d where nothing is said. */
  readonly algorithm?: 'sha256' | 'scrypt';
  /** Of all of them together. */
  readonly hashesPerSecondMax: number;
  /** Whether `client.reconnect` is followed; programs that do not are closed, and come again. */
  readonly followsReconnect: (index: number) => boolean;
  /** Of each acknowledgement, by the number of its miner. */
  readonly onAcked?: (index: number, share: FleetShare) => void;
  /** Shares whose connection was over before their answer. */
  readonly onUnanswered?: (index: number) => void;
}

/** A share that was acknowledged: its work in expected hashes, and the hash of the block that it is. */
export interface FleetShare {
  readonly work: bigint;
  readonly block: string | undefined;
}

export interface FleetShares {
  readonly acked: number;
  /** In expected hashes. */
  readonly ackedWork: bigint;
  /** By the sentence of the refusal. */
  readonly refused: Readonly<Record<string, number>>;
  /** Whose answer never came: their connection ended before. */
  readonly unanswered: number;
}

/** What is searched at once before other work gets its turn: two milliseconds or so. */
const HASHES_AT_ONCE = 2 ** 13;
const SLICE_MS = 4;
/** Connecting all at once would measure the connecting. */
const OPENED_AT_ONCE = 50;
const RETRY_MS = 250;

/** Many miners in one process, which share its hashes: each has a connection of its own, and comes again when that ends. */
export class MinerFleet {
  readonly #miners: readonly FleetMiner[];
  readonly #pace: Pace;
  readonly #hashing: Promise<void>;
  #isStopped = false;
  #isResting = false;
  #next = 0;

  private constructor(miners: readonly FleetMiner[], hashesPerSecondMax: number) {
    this.#miners = miners;
    this.#pace = new Pace(hashesPerSecondMax, performance.now());
    this.#hashing = this.#hash();
  }

  /** Resolves once each of them has work. */
  static async start(options: FleetOptions): Promise<MinerFleet> {
    const miners = Array.from({ length: options.count }, (_, index) => new FleetMiner(index, options));
    for (let first = 0; first < miners.length; first += OPENED_AT_ONCE)
      await Promise.all(miners.slice(first, first + OPENED_AT_ONCE).map((miner) => miner.start()));
    return new MinerFleet(miners, options.hashesPerSecondMax);
  }

  get shares(): FleetShares {
    const refused: Record<string, number> = {};
    for (const miner of this.#miners)
      for (const [text, count] of miner.refused) refused[text] = (refused[text] ?? 0) + count;
    return {
      acked: this.#sum(({ acked }) => acked),
      ackedWork: this.#miners.reduce((sum, { ackedWork }) => sum + ackedWork, 0n),
      refused,
      unanswered: this.#sum(({ unanswered }) => unanswered),
    };
  }

  /** How many have work now. */
  get working(): number {
    return this.#sum(({ hasWork }) => (hasWork ? 1 : 0));
  }

  /** How often `client.reconnect` was heard. */
  get asked(): number {
    return this.#sum(({ asked }) => asked);
  }

  /** The extranonce1 of each that has work, in hex. */
  get extranonces(): readonly string[] {
    return this.#miners.flatMap(({ extranonce1 }) => extranonce1 ?? []);
  }

  /** Stays connected and searches nothing until `resume`. */
  rest(): void {
    this.#isResting = true;
  }

  resume(): void {
    this.#isResting = false;
  }

  /** How long each was without work when it changed its connection: from the end of one to the first job of the next, ms. */
  get gapsMs(): readonly number[] {
    return this.#miners.flatMap(({ gapsMs }) => gapsMs);
  }

  /** Waits for the answers that are due, and hangs up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#hashing;
    await Promise.all(this.#miners.map((miner) => miner.stop()));
  }

  #sum(of: (miner: FleetMiner) => number): number {
    return this.#miners.reduce((sum, miner) => sum + of(miner), 0);
  }

  async #hash(): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      const earned = this.#pace.allowance(started);
      let left = this.#isResting ? 0 : earned;
      for (let idle = 0; left > 0 && idle < this.#miners.length && performance.now() - started < SLICE_MS; ) {
        const miner = this.#miners[this.#next % this.#miners.length];
        this.#next += 1;
        const done = miner?.search(Math.min(left, HASHES_AT_ONCE)) ?? 0;
        idle = done === 0 ? idle + 1 : 0;
        left -= done;
        this.#pace.spend(done);
      }
      await sleep(1);
    }
  }
}

class FleetMiner {
  acked = 0;
  ackedWork = 0n;
  readonly refused = new Map<string, number>();
  unanswered = 0;
  asked = 0;
  readonly gapsMs: number[] = [];
  readonly #index: number;
  readonly #options: FleetOptions;
  readonly #user: string;
  readonly #waiting = new Set<Promise<void>>();
  #client: StratumClient | undefined;
  #work: { readonly id: string; readonly work: bigint; readonly search: Search } | undefined;
  #lostAt: number | undefined;
  #searches = 0;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(index: number, options: FleetOptions) {
    this.#index = index;
    this.#options = options;
    this.#user = options.userOf(index);
  }

  get hasWork(): boolean {
    return this.#work !== undefined;
  }

  get extranonce1(): string | undefined {
    return this.#work === undefined ? undefined : this.#client?.extranonce1;
  }

  /** Resolves with its first job. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  /** Hashes at most that many nonces; answers how many. */
  search(count: number): number {
    const work = this.#work;
    if (work === undefined) return 0;
    return work.search.run(count, ({ params, block }) => {
      const submitted = this.#submit(work.id, { work: work.work, block }, params as readonly string[]);
      this.#waiting.add(submitted);
      void submitted.finally(() => this.#waiting.delete(submitted));
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#waiting);
    await this.#client?.close();
    await this.#running;
  }

  async #run(onFirstJob: () => void): Promise<void> {
    while (!this.#isStopped) {
      const isConnected = await this.#connect(onFirstJob).catch(() => false);
      if (isConnected) await this.#client?.closed;
      if (this.#work !== undefined) this.#lostAt = performance.now();
      this.#work = undefined;
      this.#client = undefined;
      if (!isConnected && !this.#isStopped) await sleep(RETRY_MS);
    }
  }

  /** Whether it was let in. */
  async #connect(onFirstJob: () => void): Promise<boolean> {
    // A pool may send the first job before the answer to mining.authorize, or after it.
    let early: readonly [readonly unknown[], number] | undefined;
    let taken: StratumClient | undefined;
    const take = (
      client: StratumClient,
      [params, difficulty]: readonly [readonly unknown[], number],
    ): void => {
      this.#open(client, params, difficulty);
      onFirstJob();
    };
    const client = await StratumClient.connect(this.#options, {
      onJob: (...job) => {
        if (taken === undefined) early = job;
        else take(taken, job);
      },
      onNotification: (method) => {
        if (method !== 'client.reconnect') return;
        this.asked += 1;
        if (this.#options.followsReconnect(this.#index)) void client.close();
      },
    });
    this.#client = client;
    await client.subscribe('openlode-suite/1.0');
    const reply = await client.authorize(this.#user, 'x');
    if (reply.kind !== 'result' || reply.result !== true) {
      await client.close();
      return false;
    }
    taken = client;
    if (early !== undefined) take(client, early);
    return true;
  }

  #open(client: StratumClient, params: readonly unknown[], difficulty: number): void {
    if (client.isClosed) return;
    const family = MINER_WORK[this.#options.algorithm ?? 'sha256'];
    const job = family.open(params, difficulty);
    const work = BigInt(Math.round(difficulty * family.hashesPerDifficulty1));
    this.#searches += 1;
    this.#work = { id: job.id, work, search: job.search(client, this.#searches) };
    if (this.#lostAt !== undefined) this.gapsMs.push(performance.now() - this.#lostAt);
    this.#lostAt = undefined;
  }

  async #submit(job: string, share: FleetShare, found: readonly string[]): Promise<void> {
    const reply: StratumReply = (await this.#client?.request('mining.submit', [
      this.#user,
      job,
      ...found,
    ])) ?? {
      kind: 'closed',
    };
    if (reply.kind === 'closed') {
      this.unanswered += 1;
      this.#options.onUnanswered?.(this.#index);
    } else if (reply.kind === 'refused')
      this.refused.set(reply.refusal.text, (this.refused.get(reply.refusal.text) ?? 0) + 1);
    else {
      this.acked += 1;
      this.ackedWork += share.work;
      this.#options.onAcked?.(this.#index, share);
    }
  }
}
