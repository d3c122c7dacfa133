import type { Dialect } from '../core/dialect.ts';
import type { OpenJob } from '../core/jobs.ts';
import { SessionShell } from '../core/session-shell.ts';
import type { PortRules, SessionEnv } from '../core/session-state.ts';
import { defaultVardiff } from '../core/vardiff.ts';
import { bytesOfHex } from '../wire/hex.ts';
import { readMessage } from '../wire/message.ts';
import type { CreditGame, HeldShare } from './credit-game.ts';
import { numberOf, quickHash, seeded } from './quick-hash.ts';
import { jobTime } from './session-kit.ts';

/** A message of the miner, without its id where that means nothing. */
export interface Call {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
  /** What dialects have beside the parameters. */
  readonly [field: string]: unknown;
}

/** The jobs of a test, opened one after the other. */
export interface TestJobs {
  readonly current: OpenJob | undefined;
  openNext(parts: { readonly height: number; readonly clean: boolean }): void;
}

/** What a miner heard last: a job's content (64 digits) and name, and what a share of it counts. */
export interface KnownJob {
  readonly content: string | undefined;
  readonly job: string | undefined;
  readonly work: number | undefined;
}

/** A dialect whose sessions are given jobs of their own, as the game speaks it. */
export interface OwnJobsDialect {
  readonly dialect: Dialect;
  readonly rules: PortRules;
  /** `content` draws 64 digits that no other job has. */
  openJobs(content: () => string): TestJobs;
  env(jobs: TestJobs): SessionEnv;
  readonly onConnect: readonly Call[];
  /** `count` numbers the session's logins: a worker that is known already may ask for nothing. */
  login(password: string, count: number): readonly Call[];
  submit(known: Pick<KnownJob, 'content' | 'job'>, nonce: bigint): Call;
  /** What a line of the pool changes of what the miner knows. */
  hear(line: string): Partial<KnownJob>;
  /** What is hashed. */
  read(input: unknown): { readonly content: string; readonly nonce: bigint };
  /** The verdict on a hash, which comes least significant byte first. */
  verdict(hash: Uint8Array): unknown;
}

const highest = 2 ** 256;

interface OwnShare extends HeldShare {
  readonly known: Pick<KnownJob, 'content' | 'job'>;
  readonly nonce: bigint;
}

interface Seat {
  readonly port: number;
  readonly shell: SessionShell;
  isOpen: boolean;
  logins: number;
  /** Asked for before the login. */
  wanted: number | undefined;
  known: KnownJob;
}

/**
 * A dialect over real jobs and sessions, with a hash that costs nothing and is random all the same. What keeps the work of two sessions
 * apart is the content of their jobs alone. No session is resumed.
 */
export class OwnJobsCreditGame implements CreditGame<OwnShare> {
  readonly ports = 2;
  readonly leastWork = 4;
  readonly mostWork = 1024;
  readonly #spoken: OwnJobsDialect;
  readonly #rules: readonly PortRules[];
  readonly #random: () => number;
  readonly #seats: Seat[] = [];
  #jobs: TestJobs;
  #now = jobTime * 1000;
  #height = 100;
  #nonce = 0n;

  constructor(spoken: OwnJobsDialect, seed: number) {
    this.#spoken = spoken;
    // Light shares, so that few hashes tell much.
    const vardiff = { ...defaultVardiff, secondsPerShare: 2 };
    const common = { ...spoken.rules, maximumWork: 1024n, vardiff };
    this.#rules = [
      { ...common, minimumWork: 4n, startWork: 16n },
      { ...common, minimumWork: 32n, startWork: 128n },
    ];
    this.#random = seeded(seed);
    this.#jobs = this.#newJobs();
    this.openJob('block');
  }

  restart(): void {
    for (const seat of this.#seats) seat.isOpen = false;
    this.#jobs = this.#newJobs();
    this.openJob('block');
  }

  openJob(kind: 'refresh' | 'block' | 'return' | 'clean'): void {
    if (kind === 'block') this.#height += 1;
    if (kind === 'return') this.#height -= 1;
    this.#jobs.openNext({ height: this.#height, clean: kind !== 'refresh' });
    const { current } = this.#jobs;
    for (const seat of this.#seats) {
      const line = seat.isOpen && current && seat.shell.announce(current, this.#env(seat.port))?.line;
      if (typeof line === 'string') this.#listen(seat, line);
    }
  }

  connect({ port, wanted }: Parameters<CreditGame['connect']>[0]): number {
    const shell = new SessionShell(this.#seats.length, [this.#spoken.dialect]);
    const known = { content: undefined, job: undefined, work: undefined };
    const seat: Seat = { port, shell, isOpen: true, logins: 0, wanted, known };
    this.#seats.push(seat);
    for (const call of this.#spoken.onConnect) this.#say(seat, call);
    return this.#seats.length - 1;
  }

  login(session: number, wanted?: number): void {
    const seat = this.#seat(session);
    const asked = wanted ?? seat.wanted;
    const { scale } = this.#spoken.rules;
    const difficulty = Math.floor(asked ?? 0) / Number(scale.hashesPerDifficulty1);
    const password = asked === undefined ? 'x' : `d=${difficulty}`;
    seat.logins += 1;
    for (const call of this.#spoken.login(password, seat.logins)) this.#say(seat, call);
  }

  /** There is no other way to ask. */
  suggest(session: number, wanted: number): void {
    this.login(session, wanted);
  }

  hangUp(session: number): void {
    this.#seat(session).isOpen = false;
  }

  wait(seconds: number): void {
    this.#now += seconds * 1000;
  }

  reported(session: number): number | undefined {
    return this.#seat(session).known.work;
  }

  search(session: number, hashes: number): OwnShare[] {
    return this.#hash(session, this.#seat(session).known, hashes);
  }

  /** The newest job that any session heard of: a client can know no later one. */
  searchUnderNext(hashes: number): OwnShare[] {
    const seat = this.#seats.findLast(({ known }) => known.content !== undefined);
    return seat === undefined ? [] : this.#hash(this.#seats.length, seat.known, hashes);
  }

  submit(session: number, { known, nonce }: OwnShare): number {
    return this.#say(this.#seat(session), this.#spoken.submit(known, nonce));
  }

  #newJobs(): TestJobs {
    const word = (): string => this.#random().toString(16).padStart(8, '0');
    return this.#spoken.openJobs(() => Array.from({ length: 8 }, word).join(''));
  }

  #seat(session: number): Seat {
    const seat = this.#seats[session];
    if (seat === undefined) throw new Error(`there is no session ${session}`);
    return seat;
  }

  #env(port: number): SessionEnv {
    const rules = this.#rules[port];
    if (rules === undefined) throw new Error(`there is no port ${port}`);
    return { ...this.#spoken.env(this.#jobs), now: this.#now, rules };
  }

  /** Answers the work that was credited. */
  #say(seat: Seat, call: Call): number {
    if (!seat.isOpen) return 0;
    const env = this.#env(seat.port);
    let { replies, effects } = seat.shell.receive(readMessage(JSON.stringify({ id: 1, ...call })), env);
    const [first] = effects;
    if (first?.kind === 'verify') {
      const { content, nonce } = this.#spoken.read(first.input);
      const verdict = this.#spoken.verdict(hasherOf(content)(nonce));
      ({ replies, effects } = seat.shell.complete(first.share, verdict, env) ?? { replies, effects });
    }
    for (const line of replies) this.#listen(seat, line);
    let credited = 0;
    for (const effect of effects) if (effect.kind === 'share') credited += Number(effect.work);
    return credited;
  }

  #listen(seat: Seat, lines: string): void {
    for (const line of lines.trimEnd().split('\n'))
      seat.known = { ...seat.known, ...this.#spoken.hear(line) };
  }

  #hash(session: number, { content, job }: KnownJob, hashes: number): OwnShare[] {
    const found: OwnShare[] = [];
    if (content === undefined) return found;
    const hash = hasherOf(content);
    for (let count = 0; count < hashes; count++) {
      const nonce = ++this.#nonce;
      const value = (highest / numberOf(hash(nonce))) * (1 - 1e-9);
      if (value >= this.leastWork) found.push({ value, session, known: { content, job }, nonce });
    }
    return found;
  }
}

/** The hashes of a content, least significant byte first, each in the same bytes. */
export function hasherOf(content: string): (nonce: bigint) => Uint8Array {
  const input = new Uint8Array(40);
  input.set(bytesOfHex(content, 32) ?? []);
  const view = new DataView(input.buffer);
  const hash = new Uint8Array(32);
  return (nonce) => {
    view.setBigUint64(32, nonce);
    quickHash(input, hash);
    return hash;
  };
}
