import type { Payment, PaymentStatus } from './payment.ts';

/** What watchers may hear, always after the transaction that made it true has committed. */
export type LiveEvent =
  | { readonly kind: 'miner-event'; readonly uuid: string; readonly event: StoredEvent }
  | { readonly kind: 'balance-changed'; readonly minerId: bigint; readonly uuid: string }
  | {
      readonly kind: 'payment-changed';
      readonly uuid: string;
      readonly coin: string;
      readonly payment: Payment;
    }
  | { readonly kind: 'miner-worked'; readonly minerId: bigint; readonly uuid: string }
  | { readonly kind: 'algorithm-rewarded'; readonly algorithm: string; readonly at: number }
  /** The operator asks every open page to reload. */
  | { readonly kind: 'reload-pages' };

/** One line of a miner's history. `seq` has no gaps within the miner. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  readonly body: EventBody;
}

export type EventBody =
  | {
      readonly type: 'worker';
      readonly name: string;
      readonly algorithm: string;
      readonly online: boolean;
      /** It is of the demo fleet. */
      readonly simulated?: true;
    }
  | {
      readonly type: 'reward';
      readonly algorithm: string;
      /** Decimal text in the miner's coin. */
      readonly amount: string;
      readonly timeStart: number;
      readonly timeEnd: number;
      readonly roundId: string;
    }
  | OwnerEvent
  | {
      readonly type: 'payout';
      readonly payoutId: string;
      readonly network: string;
      /** Decimal text in the miner's coin. */
      readonly amount: string;
      readonly status: PaymentStatus;
    };

/** What the owner of a miner did, or what became of the miner itself. */
export interface OwnerEvent {
  readonly type: 'account';
  readonly code: /** After six months without work or movement its balances were booked away. */
    | 'written-off'
    /** It will be, unless it works or is moved until `effectiveAt`. */
    | 'write-off-announced'
    | 'auto-pay-on'
    | 'auto-pay-off'
    | 'payout-requested'
    | 'network-switch-announced'
    | 'network-switch-cancelled'
    | 'network-switched';
  /** Of a switch or a payout. */
  readonly network?: string;
  /** When an announced switch takes effect, or an idle balance is written off, in ms. */
  readonly effectiveAt?: number;
  /** The call that did it, and the payout that it reserved: stored for the operator, and shown to no watcher. */
  readonly request?: string;
  readonly payout?: string;
}

export interface Publisher {
  publish(events: readonly LiveEvent[]): void;
}
