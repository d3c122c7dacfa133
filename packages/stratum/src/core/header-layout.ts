import type { Message, MessageId } from '../wire/message.ts';
import type { LoginRequest } from './admit-login.ts';
import type { OpenHeaderJob } from './header-jobs.ts';
import type { OwnJob, OwnJobs } from './own-jobs.ts';
import type { SessionEnv } from './session-state.ts';

export type Request = Extract<Message, { kind: 'request' }>;

/** A session whose jobs are a header of its own, and whose shares are a nonce. */
export interface HeaderSession extends OwnJobs<OpenHeaderJob> {
  readonly subscribed: boolean;
  /** The digits that every nonce of the session begins with. */
  readonly prefix: string;
  /** What a program has called itself, where a layout asks for that; left out before. */
  readonly agent?: string;
}

/** What a miner sent in for a job. */
export interface Submission {
  readonly jobId: unknown;
  /** What it names its worker by. */
  readonly user: unknown;
  /** What it adds to the job, such as its nonce; undefined where that is malformed or not within the session's part. */
  readonly seal: Uint8Array | undefined;
}

type Line = (id: MessageId) => string;
type Refusal = (id: MessageId, errorCode: number, text: string) => string;

/** What tells dialects that are given a header to seal from one another. What is left out is as Bitcoin's Stratum has it. */
export interface HeaderLayout {
  readonly name: string;
  /** How much of a nonce is the pool's. */
  readonly prefixBytes: number;
  /** `mining.authorize`, or `mining.subscribe` where that is the login itself; and `mining.submit`. */
  readonly methods?: { readonly login: string; readonly submit: string };
  /** The answer to `mining.subscribe`; undefined where nothing goes before the login. */
  subscribed?(id: MessageId, session: HeaderSession): string;
  /** Whether a session that has logged in without it can mine. */
  readonly minesUnsubscribed?: boolean;
  /** What the first login makes of its session; a sentence where such a program cannot be served. */
  begin?(session: HeaderSession, message: Request): HeaderSession | string;
  /** Where a login has what. */
  loginOf?(message: Request): LoginRequest;
  readonly loggedIn?: (id: MessageId, session: HeaderSession) => string;
  /** What a session is told once, before its first job. */
  greeting?(session: HeaderSession): readonly string[];
  /** A job, behind its difficulty where that is new. */
  work(
    job: OwnJob<OpenHeaderJob>,
    isNewWork: boolean,
    env: SessionEnv<OpenHeaderJob>,
    session: HeaderSession,
  ): readonly string[];
  submissionOf(message: Request, session: HeaderSession): Submission;
  /** Whether a share names this job; by its id without it. */
  isJob?(opened: OpenHeaderJob, jobId: unknown): boolean;
  /** What the verifier is given. `limit`: the highest hash that is worth anything, 32 bytes, least significant first. */
  inputOf(opened: OpenHeaderJob, seal: Uint8Array, limit: Uint8Array): unknown;
  /** The hash that targets are compared with, least significant byte first; else why it counts nothing, or undefined where the verdict is that there is none. */
  hashOf(verdict: unknown, opened: OpenHeaderJob): Uint8Array | 'wrong-chain' | undefined;
  /** Other messages that are answered with `true`. */
  readonly alsoAccepted?: readonly string[];
  /** The answers to a share. */
  readonly accepted?: Line;
  readonly rejected?: Refusal;
  /** The answer to any other message that is refused. */
  readonly refusal?: Refusal;
}
