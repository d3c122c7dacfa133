import type { Message, MessageId } from '../wire/message.ts';
import type { OpenJob } from './jobs.ts';
import type { Grant, SessionCore, SessionEnv, Step } from './session-state.ts';

/** What a message is counted as. */
export type MessageClass = 'submit' | 'login' | 'other';

/** What a session is told of a job that was just opened. */
export interface Announcement<State extends SessionCore = SessionCore> {
  readonly state: State;
  /** Lines that this session must hear before the job's own; none for most. */
  readonly before: readonly string[];
  /** The job's own line; undefined for a miner that has not logged in: what the job is worth to it is fixed, and it is not sent. */
  readonly line: string | undefined;
}

/**
 * How miners of a family of algorithms and the pool speak to each other: a pure function of (state, message, environment) to (state,
 * replies, effects). Jobs, pending shares and verdicts are the family's own: the listener hands them from one part to the other and
 * looks into none. Nothing here throws, whatever a message holds.
 */
export interface Dialect<State extends SessionCore = SessionCore, Opened extends OpenJob = OpenJob> {
  readonly name: string;
  /** Whether a connection that begins with this message speaks the dialect. Ports with one dialect do not ask. */
  recognises(first: Message): boolean;
  /** A fresh connection; `number` is one of 32 bits that no other live session has. */
  open(number: number): State;
  receive(state: State, message: Message, env: SessionEnv<Opened>): Step<State>;
  /** Undefined for a session that is not as far as to be given jobs. */
  announce(state: State, opened: Opened, env: SessionEnv<Opened>): Announcement<State> | undefined;
  /** Goes on with a share that `receive` gave out to be verified. */
  complete(state: State, share: unknown, verdict: unknown, env: SessionEnv<Opened>): Step<State>;
  /** Whether jobs are sent to it. */
  isMining(state: State): boolean;
  classOf(message: Message): MessageClass;
  /** The user string of a login; undefined for any other message. */
  loginText(message: Message): string | undefined;
  /** What the listener itself refuses: a whole line. `id` is null where no message is answered. */
  refusal(id: MessageId, errorCode: number, text: string): string;
  /** A sentence for the miner's console: a whole line, or nothing where the dialect has no such message. */
  notice(text: string): string;
  /** A whole line that asks a miner to connect again, to where it is connected; left out where the dialect has none that programs follow. */
  readonly reconnect?: string;
  /** For dialects whose sessions are told apart by their number alone (`Extranonce1Pool`). */
  readonly numbers?: SessionNumbers<State> | undefined;
  /** For dialects whose sessions have a seat at another pool (`Seat`). */
  readonly seats?: SessionSeats<State>;
}

/** The seat of a session at another pool, opaque to the listener that hands it on. */
export interface SessionSeats<State extends SessionCore = SessionCore> {
  /** Whether the answer to a message needs a seat: the session is given one before. Until then it takes none from others. */
  asks(message: Message): boolean;
  /** Whether it can be given another one than it has told its miner of; false where the miner can only come again. */
  mayMove(state: State): boolean;
  /** Another seat; undefined for a miner that can only come again. */
  take(state: State, seat: unknown): State | undefined;
}

/** The number that keeps a session's work apart where all sessions share the content of jobs. */
export interface SessionNumbers<State extends SessionCore = SessionCore> {
  /** Changes when a session is resumed. */
  of(state: State): number;
  /** What open jobs are worth under that number. */
  grants(state: State): readonly Grant[];
  /** Takes the number away; undefined for a miner that can only come again. */
  withdraw(state: State): State | undefined;
  /** Another number, from the next job on. */
  replace(state: State, number: number): State;
}

/** What a port speaks. */
export type Dialects = readonly [Dialect, ...Dialect[]];

/** The dialect of a connection by its first message; the first of the port where none recognises it. */
export function chooseDialect(dialects: Dialects, first: Message): Dialect {
  return dialects.find((dialect) => dialect.recognises(first)) ?? dialects[0];
}
