import type { Login } from '@openlode/mining/user-string';
import { type Grant, newSessionCore, type SessionCore, type SessionEnv } from '../../core/session-state.ts';
import type { MessageId } from '../../wire/message.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import type { ShareNumbers } from './share-hash.ts';

export type BitcoinEnv = SessionEnv<OpenBitcoinJob>;

/** A job that only one session was given, and what its shares need. */
export interface PrivateJob {
  readonly opened: OpenBitcoinJob;
  readonly grant: Grant;
}

/** Everything that is known about one connection of the bitcoin dialect. */
export interface SessionState extends SessionCore {
  readonly extranonce1: number;
  readonly subscribed: boolean;
  /** Whether its extranonce1 is that of an earlier session, which was given jobs before. */
  readonly resumed: boolean;
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
  /** What the next job brings besides itself. */
  readonly nextExtranonce1: number | undefined;
}

/** A share that is right in everything but its proof of work, which is still to be verified. */
export interface PendingShare {
  readonly id: MessageId;
  readonly login: Login;
  readonly opened: OpenBitcoinJob;
  readonly grant: Grant;
  readonly numbers: ShareNumbers;
  readonly at: number;
}

/** What a miner adds to a job: copies of the 80 bytes of the header, and of the coinbase transaction. */
export interface BitcoinSolution {
  readonly header: Uint8Array;
  readonly coinbase: Uint8Array;
  /** The hash that is compared with the targets, 32 bytes, least significant first: a share may be a block of several chains. */
  readonly proof: Uint8Array;
}

/** A fresh connection; `extranonce1` is a 32-bit number that no other live session has. */
export function newSession(extranonce1: number): SessionState {
  return {
    ...newSessionCore(),
    extranonce1,
    subscribed: false,
    resumed: false,
    followsExtranonce: false,
    versionMask: 0,
    grants: [],
    pricedUpTo: 0,
    privateJob: undefined,
    nextExtranonce1: undefined,
  };
}

export function phaseOf(state: SessionState): 'connected' | 'subscribed' | 'authorized' {
  if (!state.subscribed) return 'connected';
  return state.workers.size > 0 ? 'authorized' : 'subscribed';
}
