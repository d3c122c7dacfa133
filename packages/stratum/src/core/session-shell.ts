import type { Login } from '@openlode/mining/user-string';
import type { Message, MessageId } from '../wire/message.ts';
import { type Arrival, judgeByArrival } from './arrival.ts';
import { type Announcement, chooseDialect, type Dialect, type Dialects } from './dialect.ts';
import type { OpenJob } from './jobs.ts';
import { reportedHashrate } from './reported-hashrate.ts';
import {
  type Grant,
  isFull,
  newSessionCore,
  type PortRules,
  type SessionCore,
  type SessionEnv,
  type Step,
} from './session-state.ts';

/** A connection that has not said yet what it speaks. */
const silent = newSessionCore();
const nothing: readonly never[] = [];
const sameArrivalMs = 1000;

/** The session of one connection with its dialect: holds the state that the dialect's functions hand on. */
export class SessionShell {
  readonly #dialects: Dialects;
  /** The number that it was opened with. */
  readonly #number: number;
  /** Undefined until the first message, where the port speaks several. */
  #dialect: Dialect | undefined;
  #state: SessionCore = silent;

  constructor(number: number, dialects: Dialects) {
    this.#number = number;
    this.#dialects = dialects;
    if (dialects.length === 1) this.#begin(dialects[0]);
  }

  /** The dialect that a message is read in; the first message decides. */
  dialectOf(message: Message): Dialect {
    return this.#dialect ?? this.#begin(chooseDialect(this.#dialects, message));
  }

  /**
   * How it stands, for a message that came now and waits for its turn behind one that came like `last`: that same object, if both came within a
   * second and nothing has changed between them, because thousands may wait.
   */
  arrival({ now, jobs }: SessionEnv, last?: Arrival): Arrival {
    const seen = jobs.asNow();
    if (last?.state === this.#state && last.jobs === seen && now - last.at < sameArrivalMs) return last;
    return { at: now, state: this.#state, jobs: seen };
  }

  /** `arrival` is given for a message that had to wait. */
  receive(message: Message, env: SessionEnv, arrival?: Arrival): Step {
    const dialect = this.dialectOf(message);
    const present = dialect.receive(this.#state, message, env);
    this.#state = present.state;
    const step = arrival === undefined ? present : judgeByArrival(dialect, message, present, arrival, env);
    const reported = reportedHashrate(dialect.name, message, step.state);
    return reported === undefined
      ? step
      : { ...step, effects: [...step.effects, { kind: 'reported', ...reported }] };
  }

  complete(share: unknown, verdict: unknown, env: SessionEnv): Step | undefined {
    const step = this.#dialect?.complete(this.#state, share, verdict, env);
    if (step !== undefined) this.#state = step.state;
    return step;
  }

  announce(opened: OpenJob, env: SessionEnv): Announcement | undefined {
    const announcement = this.#dialect?.announce(this.#state, opened, env);
    if (announcement !== undefined) this.#state = announcement.state;
    return announcement;
  }

  get isMining(): boolean {
    return this.#dialect?.isMining(this.#state) === true;
  }

  get logins(): Iterable<Login> {
    return this.#state.workers.values();
  }

  isFull(rules: PortRules): boolean {
    return isFull(this.#state, rules);
  }

  /** The number that keeps its work apart; changes when a session is resumed. */
  get number(): number {
    return this.#dialect?.numbers?.of(this.#state) ?? this.#number;
  }

  /** What open jobs are worth under that number. */
  get grants(): readonly Grant[] {
    return this.#dialect?.numbers?.grants(this.#state) ?? nothing;
  }

  /**
   * Takes its number away: `waits` for another one; `keeps` its work apart without a number; or `ends`, where the miner cannot be
   * given another one.
   */
  withdrawNumber(): 'waits' | 'keeps' | 'ends' {
    if (this.#dialect === undefined) return 'ends';
    const { numbers } = this.#dialect;
    if (numbers === undefined) return 'keeps';
    const state = numbers.withdraw(this.#state);
    if (state === undefined) return 'ends';
    this.#state = state;
    return 'waits';
  }

  /** Whether the answer to a message needs a seat at another pool. */
  asksForSeat(message: Message): boolean {
    return this.dialectOf(message).seats?.asks(message) === true;
  }

  /** Whether it can be given another seat than the one that its miner knows. */
  get mayMove(): boolean {
    return this.#dialect?.seats?.mayMove(this.#state) === true;
  }

  /** A seat at another pool, of which nothing holds that it was given before; false where the miner can only come again. */
  takeSeat(seat: unknown): boolean {
    const state = this.#dialect?.seats?.take(this.#state, seat);
    if (state === undefined) return false;
    this.#state = state;
    return true;
  }

  /** Another number, from the next job on. */
  replaceNumber(number: number): void {
    this.#state = this.#dialect?.numbers?.replace(this.#state, number) ?? this.#state;
  }

  /** A line that refuses, in the miner's dialect. `id` is null where no message is answered. */
  refusal(id: MessageId, errorCode: number, text: string): string {
    return (this.#dialect ?? this.#dialects[0]).refusal(id, errorCode, text);
  }

  /** A line for the miner's console, where its dialect has such a message. */
  notice(text: string): string {
    return (this.#dialect ?? this.#dialects[0]).notice(text);
  }

  /** A line that asks the miner to connect again; undefined before its first message, and where its dialect has none. */
  get reconnect(): string | undefined {
    return this.#dialect?.reconnect;
  }

  #begin(dialect: Dialect): Dialect {
    this.#dialect = dialect;
    this.#state = dialect.open(this.#number);
    return dialect;
  }
}
