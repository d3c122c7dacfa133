import type { Login } from '@openlode/mining/user-string';
import type { ShareTerms } from '../../core/judge-share.ts';
import type { SessionEnv } from '../../core/session-state.ts';
import type { PricedState } from '../../upstream/price-content.ts';
import type { RelayedShareInput, Seat } from '../../upstream/relayed-share.ts';
import type { MessageId } from '../../wire/message.ts';
import type { RandomxInput } from './jobs.ts';
import type { MoneroFound } from './monero-client.ts';
import type { OpenRelayedMoneroJob } from './relayed-job.ts';

export type RelayedMoneroEnv = SessionEnv<OpenRelayedMoneroJob>;

/** A job that the session was sent, and what its shares count. */
export interface GivenMoneroJob extends ShareTerms {
  readonly opened: OpenRelayedMoneroJob;
}

/** Everything that is known about one connection whose work comes from another pool. */
export interface RelayedMoneroState extends PricedState {
  readonly number: number;
  /** The workers, by the id that their shares name. */
  readonly byId: ReadonlyMap<string, Login>;
  readonly seat: Seat | undefined;
  /** The newest job of the seat, whether it was sent or not. */
  readonly current: OpenRelayedMoneroJob | undefined;
  /** Oldest first. */
  readonly given: readonly GivenMoneroJob[];
}

/** A share, right in form, that is still to be judged and sent on. */
export interface PendingMoneroShare {
  readonly id: MessageId;
  readonly login: Login;
  readonly given: GivenMoneroJob;
  readonly at: number;
}

/** What is handed on of it. */
export interface RelayedMoneroInput extends RelayedShareInput<MoneroFound> {
  readonly randomx: RandomxInput;
  /** The hash that the miner says it has, 32 bytes, least significant first. */
  readonly claimed: Uint8Array;
}
