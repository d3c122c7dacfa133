import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { Job } from '../dialects/bitcoin/job.ts';
import type { HashInto, ShareNumbers } from '../dialects/bitcoin/share-hash.ts';
import type { DifficultyScale } from './difficulty.ts';
import type { JobRegistry, OpenJob } from './jobs.ts';
import type { MessageId } from '../wire/message.ts';
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
  /** The number of the first job that it holds for; infinite for one that was taken away (`withdrawExtranonce`). */
  readonly from: number;
  readonly work: bigint;
  /** 32 bytes, least significant first. */
  readonly target: Uint8Array;
  readonly extranonce1: number;
}

/** A job that only one session was given, and what its shares need. */
export interface PrivateJob {
  readonly opened: OpenJob;
  readonly grant: Grant;
}

/** Everything that is known about one connection. Plain data; `step` answers the next one. */
export interface SessionState {
  readonly extranonce1: number;
  readonly subscribed: boolean;
  /** Whether its extranonce1 is that of an earlier session, which was given jobs before. */
  readonly resumed: boolean;
  /** Authorized workers by the text that they logged in with. */
  readonly workers: ReadonlyMap<string, Login>;
  /** Whether the miner asked to be told when its extranonce1 changes. */
  readonly followsExtranonce: boolean;
  /** Version bits that were agreed on; 0 where nothing was. */
  readonly versionMask: number;
  /** Oldest first; only those that an open job can still refer to. */
  readonly grants: readonly Grant[];
  /**
   * The number of the newest job whose difficulty is fixed for this session's extranonce1. Nothing that the miner says
   * later changes it.
   */
  readonly pricedUpTo: number;
  /** The first job of a miner that asked for a difficulty after it had been told its extranonce1. */
  readonly privateJob: PrivateJob | undefined;
  /** Work that the miner asked to get next. */
  readonly asked: bigint | undefined;
  /** Work below which vardiff does not go, because the miner asked for it. */
  readonly floor: bigint;
  /** What the next job brings besides itself. */
  readonly nextExtranonce1: number | undefined;
  /** When the last grant came, in ms. */
  readonly since: number;
  readonly counts: SessionCounts;
}

/** Counted in place: to copy the whole state for every share would cost more than to check the share. */
export interface SessionCounts {
  /** Accepted since the last grant. */
  shares: number;
  /** Malformed messages since the last accepted share. */
  faults: number;
  /** Logins of workers that it has already, since the last accepted share. */
  repeats: number;
}

/** What surrounds a session while it takes one step. */
export interface SessionEnv {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly rules: PortRules;
  readonly jobs: JobRegistry;
  readonly sha256d: HashInto;
  /**
   * True where the proof of work is another hash than the header's SHA-256d: shares then leave as `verify` effects, and the
   * caller answers with `completeShare`.
   */
  readonly verifiesLater?: boolean;
  /** False while work cannot be recorded: shares are then refused aloud rather than lost in silence. */
  readonly accepting: boolean;
  login(text: string): LoginVerdict;
  /**
   * Takes the number of an earlier session in place of `own` and answers the grants of that session, which hold on;
   * undefined where the number cannot be had.
   */
  resume?(wanted: number, own: number): readonly Grant[] | undefined;
}

/** What the pool makes of a login: its rules, and how it stands with the account. */
export type LoginVerdict =
  | LoginOutcome
  | { readonly kind: 'restricted' }
  /** `proxyPort` is where services with more connections of one account are welcome. */
  | { readonly kind: 'too-many-connections'; readonly max: number; readonly proxyPort: number | undefined };

export type RejectReason =
  | 'malformed'
  | 'time-out-of-range'
  | 'version-bits'
  | 'memory-full'
  | 'not-recording'
  | 'stale'
  | 'duplicate'
  | 'low-difficulty'
  | 'unauthorized'
  | 'not-subscribed';

export type DisconnectReason = 'line-too-long' | 'not-stratum' | 'faults' | 'login-refused';

export type LoginRefusal = Exclude<LoginVerdict, { kind: 'login' }>;

/** A share whose hash also meets the network's target. */
export interface FoundBlock {
  readonly job: Job;
  readonly login: Login;
  readonly header: Uint8Array;
  readonly coinbase: Uint8Array;
  /** As block explorers print it. */
  readonly hash: string;
  readonly at: number;
}

/** A share that is right in everything but its proof of work, which is still to be verified. */
export interface PendingShare {
  readonly id: MessageId;
  readonly login: Login;
  readonly opened: OpenJob;
  readonly grant: Grant;
  readonly numbers: ShareNumbers;
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
    }
  /** Nothing of the session may be answered before this share is; `header` is a copy of 80 bytes. */
  | { readonly kind: 'verify'; readonly share: PendingShare; readonly header: Uint8Array }
  /** The reply must wait until the block is durable. */
  | { readonly kind: 'candidate'; readonly block: FoundBlock }
  | { readonly kind: 'rejected'; readonly reason: RejectReason; readonly login: Login | undefined }
  | { readonly kind: 'authorized'; readonly login: Login }
  | { readonly kind: 'refused'; readonly text: string; readonly outcome: LoginRefusal }
  /** After the replies of this step. */
  | { readonly kind: 'disconnect'; readonly reason: DisconnectReason };

export interface Step {
  readonly state: SessionState;
  /** Whole lines, ASCII, each with its line feed. */
  readonly replies: readonly string[];
  readonly effects: readonly Effect[];
}

/** A fresh connection; `extranonce1` is a 32-bit number that no other live session has. */
export function newSession(extranonce1: number): SessionState {
  return {
    extranonce1,
    subscribed: false,
    resumed: false,
    workers: new Map(),
    followsExtranonce: false,
    versionMask: 0,
    grants: [],
    pricedUpTo: 0,
    privateJob: undefined,
    asked: undefined,
    floor: 0n,
    nextExtranonce1: undefined,
    since: 0,
    counts: { shares: 0, faults: 0, repeats: 0 },
  };
}

export function phaseOf(state: SessionState): 'connected' | 'subscribed' | 'authorized' {
  if (!state.subscribed) return 'connected';
  return state.workers.size > 0 ? 'authorized' : 'subscribed';
}
