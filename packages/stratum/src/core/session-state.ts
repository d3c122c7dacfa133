import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { DifficultyScale } from './difficulty.ts';
import type { HashInto } from './hash-into.ts';
import type { JobFacts, OpenJob, OpenJobs } from './jobs.ts';
import type { VardiffSettings } from './vardiff.ts';

/** What a port allows; all sessions of a port share one. */
export interface PortRules {
  readonly scale: DifficultyScale;
  /** Bounds of a share's work, in expected hashes, with at most 53 significant bits each. */
  readonly minimumWork: bigint;
  readonly maximumWork: bigint;
  /** Where a miner starts that asks for nothing. */
  readonly startWork: bigint;
  readonly vardiff: VardiffSettings;
  /** Header version bits that a miner may roll (BIP 310). */
  readonly versionMask: number;
  /** Workers of one connection; those over it are refused, and it goes on with the others. */
  readonly workersMax: number;
  /** Malformed messages in a row, without an accepted share between them, that a connection survives. */
  readonly faultsMax: number;
}

/** What every share of a session needs, from the job `from` on until the next grant. */
export interface Grant {
  /** The number of the first job that it holds for; infinite for one that was taken away. */
  readonly from: number;
  readonly work: bigint;
  /** 32 bytes, least significant first. */
  readonly target: Uint8Array;
  readonly extranonce1: number;
}

/** What is known about a connection in every dialect. Plain data; a dialect's `receive` answers the next one. */
export interface SessionCore {
  /** Authorized workers by the text that they logged in with. */
  readonly workers: ReadonlyMap<string, Login>;
  /** Work that the miner asked to get next. */
  readonly asked: bigint | undefined;
  /** Work below which vardiff does not go, because the miner asked for it. */
  readonly floor: bigint;
  /** When the work was last set, in ms. */
  readonly since: number;
  readonly counts: SessionCounts;
}

/** Counted in place: to copy the whole state for every share would cost more than to check the share. */
export interface SessionCounts {
  /** Accepted since the work was last set. */
  shares: number;
  /** Malformed messages since the last accepted share. */
  faults: number;
  /** Logins of workers that it has already, since the last accepted share. */
  repeats: number;
}

/** A connection that has said nothing yet. */
export function newSessionCore(): SessionCore {
  return {
    workers: new Map(),
    asked: undefined,
    floor: 0n,
    since: 0,
    counts: { shares: 0, faults: 0, repeats: 0 },
  };
}

/** Whether a connection has all the workers that it may have: those over the limit are refused, and it goes on with the others. */
export function isFull(state: SessionCore, rules: PortRules): boolean {
  return state.workers.size >= rules.workersMax;
}

/** What surrounds a session while it takes one step. */
export interface SessionEnv<Opened extends OpenJob = OpenJob> {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly rules: PortRules;
  readonly jobs: OpenJobs<Opened>;
  readonly sha256d: HashInto;
  /**
   * True where the proof of work is not computed in the step: shares then leave as `verify` effects, and the caller answers
   * with the dialect's `complete`.
   */
  readonly verifiesLater?: boolean;
  /** False while work cannot be recorded: shares are then refused aloud rather than lost in silence. */
  readonly accepting: boolean;
  /** Seconds between two shares that the verifier has time for (`capacityPace`); 0, or left out, where it is not in need. */
  readonly paceMin?: number;
  /** Version bits that another pool takes now, where the work is one's; 0 where it gives none. */
  readonly relayedMask?: number;
  /** `workerField` is what a dialect has in a field of its own: `worker` or `worker#code`. */
  login(text: string, workerField?: string): LoginVerdict;
  /**
   * Takes the number of an earlier session in place of `own` and answers the grants of that session, which hold on;
   * undefined where the number cannot be had.
   */
  resume?(wanted: number, own: number): readonly Grant[] | undefined;
}

/** What the pool makes of a login: its rules, and how it stands with the miner. */
export type LoginVerdict =
  | LoginOutcome
  | { readonly kind: 'restricted' }
  /** `proxyPort` is where services with more connections of one account are welcome. */
  | { readonly kind: 'too-many-connections'; readonly max: number; readonly proxyPort: number | undefined };

export type LoginRefusal = Exclude<LoginVerdict, { kind: 'login' }>;

export type RejectReason =
  | 'malformed'
  | 'time-out-of-range'
  | 'version-bits'
  | 'memory-full'
  | 'not-recording'
  /** The verifier of the algorithm has more shares waiting than it may. */
  | 'busy'
  /** What calculates its proof of work does not say. */
  | 'unverifiable'
  | 'stale'
  | 'duplicate'
  | 'low-difficulty'
  | 'wrong-proof'
  /** Where the hash says itself on which of several chains it counts. */
  | 'wrong-chain'
  | 'unauthorized'
  | 'not-subscribed';

export type DisconnectReason = 'line-too-long' | 'not-stratum' | 'faults' | 'login-refused';

/** A share whose hash also meets the network's target. */
export interface FoundBlock<Job extends JobFacts = JobFacts, Solution = unknown> {
  readonly job: Job;
  readonly login: Login;
  /** What the miner added to the job: with it the source of the job makes the block. */
  readonly solution: Solution;
  /** As block explorers print it. */
  readonly hash: string;
  readonly at: number;
}

export type Effect =
  /**
   * `depth` is ln(share target / hash): how far below its target the hash lies. It has the exponential distribution with
   * mean 1, whatever the difficulty, as long as that was fixed before the search.
   */
  | {
      readonly kind: 'share';
      readonly login: Login;
      readonly work: bigint;
      readonly at: number;
      readonly depth: number;
      /** Blocks that this work finds on average. A float: statistics only. */
      readonly blocks: number;
      /** Whether a share of another pool's work is a block there; left out for own work, whose blocks are candidates. */
      readonly isBlock?: boolean;
    }
  /**
   * Nothing of the session may be answered before this share is: `input` goes to the verifier of the algorithm, and `share`
   * with its verdict to the dialect's `complete`.
   */
  | { readonly kind: 'verify'; readonly share: unknown; readonly input: unknown }
  /** The reply must wait until the block is durable. */
  | { readonly kind: 'candidate'; readonly block: FoundBlock }
  | { readonly kind: 'rejected'; readonly reason: RejectReason; readonly login: Login | undefined }
  | { readonly kind: 'authorized'; readonly login: Login }
  /** What the program says of its own speed, in hashes a second: shown, and never counted. */
  | { readonly kind: 'reported'; readonly login: Login; readonly hashesPerSecond: number }
  | { readonly kind: 'refused'; readonly text: string; readonly outcome: LoginRefusal }
  /** After the replies of this step. */
  | { readonly kind: 'disconnect'; readonly reason: DisconnectReason };

export interface Step<State extends SessionCore = SessionCore> {
  readonly state: State;
  /** Whole lines, ASCII, each with its line feed. */
  readonly replies: readonly string[];
  readonly effects: readonly Effect[];
}
