import { createShareScratch, hashShare, type ShareNumbers } from '../dialects/bitcoin/share-hash.ts';
import { createExtranonce1Pool, type Extranonce1Pool } from '../core/extranonce1-pool.ts';
import { giveJob } from '../dialects/bitcoin/give-job.ts';
import { JobStamper } from '../dialects/bitcoin/job-stamper.ts';
import { bitcoinJobs, type OpenBitcoinJob } from '../dialects/bitcoin/jobs.ts';
import { readMessage } from '../wire/message.ts';
import { step } from '../dialects/bitcoin/session.ts';
import type { PortRules } from '../core/session-state.ts';
import { newSession, type SessionState, type BitcoinEnv } from '../dialects/bitcoin/session-state.ts';
import type { CreditGame, HeldShare, SearchOptions } from './credit-game.ts';
import { defaultVardiff } from '../core/vardiff.ts';
import { numberOf, quickHash, seeded } from './quick-hash.ts';
import { buildEnv, buildJob, easyRules, jobTime } from './session-kit.ts';

/** The highest hash of a share of work 1, as a float. */
const highest = Number(0xffffn << 240n);
const user = 'DOGE:D1.rig1';

/** Light shares, so that few hashes tell much. */
const common = { ...easyRules, maximumWork: 1024n, vardiff: { ...defaultVardiff, secondsPerShare: 2 } };
const ports: readonly PortRules[] = [
  { ...common, minimumWork: 4n, startWork: 16n },
  { ...common, minimumWork: 32n, startWork: 128n },
];

interface BitcoinShare extends HeldShare {
  readonly opened: OpenBitcoinJob;
  readonly numbers: ShareNumbers;
}

interface Seat {
  readonly port: number;
  readonly extranonce1: number;
  state: SessionState;
  isOpen: boolean;
  /** What the miner was told last: the difficulty, in hashes, and the job. */
  reported: number | undefined;
  job: OpenBitcoinJob | undefined;
}

/** The bitcoin dialect over real jobs, sessions and extranonces, with a hash that costs nothing and is random all the same. */
export class BitcoinCreditGame implements CreditGame<BitcoinShare> {
  readonly ports = ports.length;
  readonly leastWork = 4;
  readonly mostWork = 1024;
  readonly #random: () => number;
  readonly #seats: Seat[] = [];
  /** Every job that some client was told the content of, oldest first. */
  #jobs: OpenBitcoinJob[] = [];
  #registry = bitcoinJobs();
  #extranonces: Extranonce1Pool = createExtranonce1Pool(() => 0);
  #now = jobTime * 1000;
  #height = 100;
  #nonce = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.restart();
  }

  restart(): void {
    for (const seat of this.#seats) seat.isOpen = false;
    this.#jobs = [];
    const bytes = (count: number): Uint8Array =>
      Uint8Array.from({ length: count }, () => this.#random() & 255);
    this.#registry = bitcoinJobs({ stamper: new JobStamper(bytes) });
    this.#extranonces = createExtranonce1Pool((below) => this.#random() % below, 0xf0);
    this.openJob('block');
  }

  openJob(kind: 'refresh' | 'block' | 'return' | 'clean'): void {
    if (kind === 'block') this.#height += 1;
    if (kind === 'return') this.#height -= 1;
    const {
      id: _,
      networkTarget: __,
      ...parts
    } = buildJob({
      height: this.#height,
      previousHash: new Uint8Array(32).fill(this.#height),
      merkleBranch: [],
      networkWork: 1n << 60n,
      clean: kind !== 'refresh',
    });
    const opened = this.#registry.open(parts);
    this.#know(opened);
    for (const seat of this.#seats) {
      if (!seat.isOpen) continue;
      const given = giveJob(seat.state, opened, this.#env(seat.port));
      if (given === undefined) continue;
      seat.state = given.state;
      if (given.isSent) this.#listen(seat, [...given.before, opened.line]);
    }
  }

  connect({ port, resume, wanted }: Parameters<CreditGame['connect']>[0]): number {
    const own = this.#extranonces.take();
    if (own === undefined) throw new Error('no extranonce is left');
    const seat: Seat = {
      port,
      extranonce1: own,
      state: newSession(own),
      isOpen: true,
      reported: undefined,
      job: undefined,
    };
    this.#say(seat, 'mining.configure', [['version-rolling'], {}]);
    if (wanted !== undefined) this.#say(seat, 'mining.suggest_difficulty', [wanted / 2 ** 32]);
    const earlier = resume === undefined ? undefined : this.#seats[resume]?.extranonce1;
    this.#say(seat, 'mining.subscribe', earlier === undefined ? [] : ['x', hex(earlier)]);
    this.#seats.push({ ...seat, extranonce1: seat.state.extranonce1 });
    return this.#seats.length - 1;
  }

  login(session: number, wanted?: number): void {
    const password = wanted === undefined ? 'x' : `d=${((wanted + 0.001) / 2 ** 32).toFixed(15)}`;
    this.#say(this.#seat(session), 'mining.authorize', [user, password]);
  }

  suggest(session: number, wanted: number): void {
    this.#say(this.#seat(session), 'mining.suggest_difficulty', [wanted / 2 ** 32]);
  }

  hangUp(session: number): void {
    const seat = this.#seat(session);
    if (!seat.isOpen) return;
    seat.isOpen = false;
    this.#extranonces.giveBack(seat.state.extranonce1, {
      jobs: this.#registry,
      rules: this.#env(seat.port).rules,
      grants: seat.state.grants,
    });
  }

  wait(seconds: number): void {
    this.#now += seconds * 1000;
  }

  reported(session: number): number | undefined {
    return this.#seat(session).reported;
  }

  search(session: number, hashes: number, options: SearchOptions = {}): BitcoinShare[] {
    const seat = this.#seat(session);
    const job = options.publicJob === true ? undefined : seat.job;
    return this.#hash(session, seat.extranonce1, job ?? this.#current, hashes, options);
  }

  searchUnderNext(hashes: number): BitcoinShare[] {
    const last = this.#seats.at(-1)?.extranonce1 ?? 0;
    return this.#hash(this.#seats.length, last + 1, this.#current, hashes, {});
  }

  submit(session: number, share: BitcoinShare): number {
    const seat = this.#seat(session);
    const { opened, numbers } = share;
    if (!seat.isOpen || seat.extranonce1 !== numbers.extranonce1) return 0;
    let credited = 0;
    for (const { job } of this.#jobs) {
      if (!isSameContent(job, opened.job)) continue;
      const bits = numbers.version ^ job.version;
      const params = [user, job.id, hex(0), hex(numbers.time), hex(numbers.nonce)];
      credited += this.#say(seat, 'mining.submit', bits === 0 ? params : [...params, hex(bits)]);
    }
    // Of an earlier process; under its own id.
    if (!this.#jobs.includes(opened)) {
      credited += this.#say(seat, 'mining.submit', [
        user,
        opened.job.id,
        hex(0),
        hex(numbers.time),
        hex(numbers.nonce),
      ]);
    }
    return credited;
  }

  get #current(): OpenBitcoinJob {
    const { current } = this.#registry;
    if (current === undefined) throw new Error('there is always a job');
    return current;
  }

  #seat(session: number): Seat {
    const seat = this.#seats[session];
    if (seat === undefined) throw new Error(`there is no session ${session}`);
    return seat;
  }

  #know(opened: OpenBitcoinJob): void {
    this.#jobs.push(opened);
    if (this.#jobs.length > 12) this.#jobs.shift();
  }

  #env(port: number): BitcoinEnv {
    const rules = ports[port];
    if (rules === undefined) throw new Error(`there is no port ${port}`);
    const jobs = this.#registry;
    return buildEnv({
      now: this.#now,
      rules,
      jobs,
      sha256d: quickHash,
      resume: (wanted, own) => {
        const grants = this.#extranonces.claim(wanted, { jobs, rules });
        if (grants !== undefined) this.#extranonces.giveBack(own);
        return grants;
      },
    });
  }

  /** Answers the work that was credited. */
  #say(seat: Seat, method: string, params: readonly unknown[]): number {
    if (!seat.isOpen) return 0;
    const message = readMessage(JSON.stringify({ id: 1, method, params }));
    const { state, replies, effects } = step(seat.state, message, this.#env(seat.port));
    seat.state = state;
    this.#listen(seat, replies);
    let credited = 0;
    for (const effect of effects) if (effect.kind === 'share') credited += Number(effect.work);
    return credited;
  }

  #listen(seat: Seat, lines: readonly string[]): void {
    for (const line of lines) {
      const { method, params } = JSON.parse(line) as { method?: string; params: readonly unknown[] };
      if (method === 'mining.set_difficulty') seat.reported = Number(params[0]) * 2 ** 32;
      if (method !== 'mining.notify') continue;
      const own = seat.state.privateJob?.opened;
      const job = own !== undefined && own.job.id === params[0] ? own : this.#current;
      if (!this.#jobs.includes(job)) this.#know(job);
      seat.job = job;
    }
  }

  #hash(
    session: number,
    extranonce1: number,
    opened: OpenBitcoinJob,
    hashes: number,
    { ahead = 0, roll = false }: SearchOptions,
  ): BitcoinShare[] {
    const found: BitcoinShare[] = [];
    const { job } = opened;
    const scratch = createShareScratch(job);
    for (let count = 0; count < hashes; count++) {
      const nonce = ++this.#nonce;
      const version = roll ? (job.version | ((nonce & 0xff) << 13)) >>> 0 : job.version;
      const numbers = { extranonce1, extranonce2: 0, time: job.time + ahead, nonce, version };
      hashShare(job, scratch, numbers, quickHash);
      const value = (highest / numberOf(scratch.hash)) * (1 - 1e-9);
      if (value >= this.leastWork) found.push({ value, session, opened, numbers });
    }
    return found;
  }
}

function isSameContent(one: OpenBitcoinJob['job'], other: OpenBitcoinJob['job']): boolean {
  return (
    isSame(one.coinbasePrefix, other.coinbasePrefix) &&
    isSame(one.coinbaseSuffix, other.coinbaseSuffix) &&
    isSame(one.previousHash, other.previousHash)
  );
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
