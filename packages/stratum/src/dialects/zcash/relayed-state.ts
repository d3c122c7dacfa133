import type { Login } from '@openlode/mining/user-string';
import type { ShareTerms } from '../../core/judge-share.ts';
import { newSessionCore, type SessionEnv } from '../../core/session-state.ts';
import type { Room } from '../../upstream/client-dialect.ts';
import type { PricedState } from '../../upstream/price-content.ts';
import type { RelayedShareInput, Seat } from '../../upstream/relayed-share.ts';
import type { MessageId } from '../../wire/message.ts';
import type { ZcashSolution } from './jobs.ts';
import type { OpenRelayedZcashJob } from './relayed-job.ts';
import type { ZcashFound } from './zcash-client.ts';

export type RelayedZcashEnv = SessionEnv<OpenRelayedZcashJob>;

/** A job that the session was sent, and what its shares count. */
export interface GivenZcashJob extends ShareTerms {
  readonly opened: OpenRelayedZcashJob;
  /** When it was sent, ms. */
  readonly at: number;
}

/** Everything that is known about one connection whose work comes from another pool. */
export interface RelayedZcashState extends PricedState {
  readonly seat: Seat | undefined;
  readonly subscribed: boolean;
  /** What the miner was told last; another one is brought by the next job, or ends the connection. */
  readonly knownRoom: Room | undefined;
  /** Whether the miner asked to be told when the beginning of its nonce changes. */
  readonly followsExtranonce: boolean;
  /** The newest job of the seat, whether it was sent or not. */
  readonly current: OpenRelayedZcashJob | undefined;
  /** Oldest first. */
  readonly given: readonly GivenZcashJob[];
}

/** A share, right in form, that is still to be judged and sent on. */
export interface PendingZcashShare {
  readonly id: MessageId;
  readonly login: Login;
  readonly given: GivenZcashJob;
  readonly at: number;
}

/** What is handed on of it. */
export interface RelayedZcashInput extends RelayedShareInput<ZcashFound> {
  readonly zcash: ZcashSolution;
  /** The SHA-256d of header and solution, 32 bytes. */
  readonly hash: Uint8Array;
}

export function newRelayedZcash(): RelayedZcashState {
  return {
    ...newSessionCore(),
    seat: undefined,
    subscribed: false,
    knownRoom: undefined,
    followsExtranonce: false,
    current: undefined,
    given: [],
    prices: new Map(),
    knownWork: undefined,
  };
}

export function isMiningZcash({ subscribed, workers }: RelayedZcashState): boolean {
  return subscribed && workers.size > 0;
}
