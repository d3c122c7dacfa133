import type { Login } from '@openlode/mining/user-string';
import type { ShareTerms } from '../../core/judge-share.ts';
import { newSessionCore, type SessionEnv } from '../../core/session-state.ts';
import type { Room } from '../../upstream/client-dialect.ts';
import type { PricedState } from '../../upstream/price-content.ts';
import type { RelayedShareInput, Seat } from '../../upstream/relayed-share.ts';
import type { MessageId } from '../../wire/message.ts';
import type { BitcoinFound } from './bitcoin-client.ts';
import type { OpenRelayedJob } from './relayed-job.ts';

export type RelayedEnv = SessionEnv<OpenRelayedJob>;

/** A job that the session was sent, and what its shares count. */
export interface GivenRelayedJob extends ShareTerms {
  readonly opened: OpenRelayedJob;
  /** Version bits that its shares may have rolled: those that the miner was told with it. */
  readonly versionMask: number;
  /** When it was sent, ms. */
  readonly at: number;
}

/** Everything that is known about one connection whose work comes from another pool. */
export interface RelayedState extends PricedState {
  readonly seat: Seat | undefined;
  readonly subscribed: boolean;
  /** What the miner was told last; another one is brought by the next job, or ends the connection. */
  readonly knownRoom: Room | undefined;
  /** Whether the miner asked to be told when its extranonce1 changes. */
  readonly followsExtranonce: boolean;
  /** Version bits that were agreed on; 0 where nothing was. */
  readonly versionMask: number;
  /** Those that the miner was told last; undefined where it was told none but what was agreed on. */
  readonly knownMask: number | undefined;
  /** A seat was taken since the last job was sent: with the next one all work of before is lost. */
  readonly isMoved: boolean;
  /** The newest job of the seat, whether it was sent or not. */
  readonly current: OpenRelayedJob | undefined;
  /** Oldest first. */
  readonly given: readonly GivenRelayedJob[];
}

/** A share, right in form, that is still to be hashed, judged and sent on. */
export interface PendingRelayedShare {
  readonly id: MessageId;
  readonly login: Login;
  readonly given: GivenRelayedJob;
  readonly at: number;
}

/** What is handed on of it. Header and hash are those of the next share as soon as that is taken in: who keeps them copies them. */
export interface RelayedInput extends RelayedShareInput<BitcoinFound> {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** Its SHA-256d, 32 bytes. */
  readonly hash: Uint8Array;
  readonly job: OpenRelayedJob;
}

export function newRelayedState(): RelayedState {
  return {
    ...newSessionCore(),
    seat: undefined,
    subscribed: false,
    knownRoom: undefined,
    followsExtranonce: false,
    versionMask: 0,
    knownMask: undefined,
    isMoved: false,
    current: undefined,
    given: [],
    prices: new Map(),
    knownWork: undefined,
  };
}

export function isMiningRelayed({ subscribed, workers }: RelayedState): boolean {
  return subscribed && workers.size > 0;
}
