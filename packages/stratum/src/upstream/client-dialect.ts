import type { HashInto } from '../core/hash-into.ts';
import type { DifficultyScale } from '../core/difficulty.ts';
import type { Message } from '../wire/message.ts';
import type { ClientFault } from './faults.ts';

/** What is told of ourselves, and how long is waited. */
export interface ClientSettings {
  readonly user: string;
  readonly password: string;
  /** As it is told to the upstream: `openlode/1.0`. */
  readonly agent: string;
  /** Of the algorithm; dialects that count difficulty in hashes or as a target do not ask. */
  readonly scale: DifficultyScale;
  /** Header version bits that we would roll (BIP 310); 0 where none. */
  readonly versionMask: number;
  /** Of a share: an upstream that asks for less, as every hash would meet, has our miners send everything. */
  readonly easiestTarget: bigint;
  /**
   * Of a share of a network where a block takes more: an easier one would have machines flood the port. Left out where `easiestTarget` is all
   * that is asked for.
   */
  readonly usualTarget?: bigint;
  /** A short text for a long one, the same for no other: contents of jobs are told apart by it. */
  readonly digest: (text: string) => string;
  /** Without a job for this long an upstream counts as dead, ms. */
  readonly silenceMs: number;
}

/** Which part of a nonce, or extranonce, is ours to fill in. */
export interface Room {
  /** What the upstream has fixed before it: digits of whole bytes, lower case. */
  readonly prefix: string;
  readonly freeBytes: number;
  /** Of a lane of a room that all its miners search: digits that no other lane has, for programs that let a pool say where they begin. */
  readonly begin?: string;
}

/** One piece of work, with the terms that hold for its shares: what comes later changes nothing for it. */
export interface UpstreamJob<Work = unknown> {
  /** The upstream's. */
  readonly id: string;
  /** Whether work on earlier jobs is lost. */
  readonly clean: boolean;
  /** The highest hash that the upstream counts, from 1 to 2^256 − 1. */
  readonly target: bigint;
  /** The highest hash that is a block; undefined where the job does not say, or every share would be one. */
  readonly networkTarget: bigint | undefined;
  readonly room: Room;
  readonly work: Work;
  /** The same for two jobs where one solution with the same prefix fits both, on whatever connection they came. A digest of what the dialect says. */
  readonly content: string;
  /** Version bits that its shares may have rolled; 0 where none. */
  readonly versionMask: number;
}

/** A job as its dialect reads it. */
export type ReadJob<Work> = Omit<UpstreamJob<Work>, 'versionMask'>;

/** What is found for a job. */
export interface Solution {
  /** The digits of its `Room`, lower case, twice `freeBytes`. Of Monero's nonce, which is a number, the most significant byte first. */
  readonly free: string;
}

/** A block as nodes print it, and the one that it stands on: 64 digits each. */
export interface BlockName {
  readonly hash: string;
  readonly parent: string;
}

/** What the upstream has told us so far; a job takes what holds when it comes. */
export interface Terms {
  readonly target: bigint | undefined;
  readonly room: Room | undefined;
  /** Version bits that were agreed on. */
  readonly versionMask: number;
  /** What our shares name the session by, where they do. */
  readonly session: string;
}

export type Request = Extract<Message, { kind: 'request' }>;

/** Something that is asked of the upstream. */
export interface Question {
  readonly name: 'configure' | 'subscribe' | 'login' | 'follow' | 'work' | 'alive' | 'submit';
  readonly method: string;
  /** In the place of a number of ours, where the dialect wants one of its own; the oldest question with it is answered first. */
  readonly id?: string;
  /** Undefined where what is asked stands beside the method. */
  readonly params: unknown;
  /** Fields beside the parameters. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export type MessageOutcome<Work> =
  | ClientFault
  | { readonly terms: Terms; readonly jobs: readonly ReadJob<Work>[] };

/** How long a job is one after others have followed it, where jobs do not say that those before them are over. */
export interface JobsLast {
  /** It ends with this number of further jobs of that pool. */
  readonly followers: number;
  /** It ends this long after it came, once another one has followed it, ms. */
  readonly ms: number;
}

/** How work is taken from a pool in one dialect: everything that its client does not have in common with the others. */
export interface ClientDialect<Work, Found extends Solution> {
  readonly name: string;
  /** Left out where jobs say themselves whether those before them are over. */
  readonly jobsLast?: JobsLast;
  readonly begin: (settings: ClientSettings) => Terms;
  /** Asked one after the other, each when the one before was answered. */
  readonly greeting: (settings: ClientSettings) => readonly Question[];
  /** What an answer to one of these says, submissions apart. */
  readonly answered: (
    question: Question['name'],
    result: unknown,
    terms: Terms,
    settings: ClientSettings,
  ) => MessageOutcome<Work>;
  /** What is said unasked; undefined for a method that the dialect does not have. */
  readonly announced: (
    message: Request,
    terms: Terms,
    settings: ClientSettings,
  ) => MessageOutcome<Work> | undefined;
  /** Why a share can be none, whatever its hash; undefined for one that may be sent. */
  readonly refuses?: (job: UpstreamJob<Work>, found: Found) => 'malformed' | 'version-bits' | undefined;
  /** What nodes call the block that a share is; left out where a share does not say it. `sha256d`: of one buffer into another. */
  readonly blockOf?: (job: UpstreamJob<Work>, found: Found, sha256d: HashInto) => BlockName | undefined;
  readonly submission: (
    job: UpstreamJob<Work>,
    found: Found,
    terms: Terms,
    settings: ClientSettings,
  ) => Question;
  /** Whether the answer to a share accepts it; `true` does without it. */
  readonly accepts?: (result: unknown) => boolean;
  /** Work that comes as an answer to no question of ours. */
  readonly pushed?: (result: unknown, terms: Terms, settings: ClientSettings) => MessageOutcome<Work>;
  /** What is asked every `everyMs`. */
  readonly alive?: { readonly everyMs: number; readonly ask: (terms: Terms) => Question };
  /** A line before it is read as JSON. */
  readonly rewrite?: (line: string) => string;
}
