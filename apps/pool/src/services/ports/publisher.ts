import type { Payment, PaymentStatus } from '../payouts/payment.ts';

/** What watchers may hear, always after the transaction that made it true has committed. */
export type LiveEvent =
  | { readonly kind: 'account-event'; readonly uuid: string; readonly event: StoredEvent }
  | { readonly kind: 'balance-changed'; readonly accountId: bigint; readonly uuid: string }
  | {
      readonly kind: 'payment-changed';
      readonly uuid: string;
      readonly coin: string;
      readonly payment: Payment;
    }
  | { readonly kind: 'account-worked'; readonly accountId: bigint; readonly uuid: string }
  | { readonly kind: 'algorithm-rewarded'; readonly algorithm: string; readonly at: number };

/** One line of an account's history. `seq` has no gaps within the account. */
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
    }
  | {
      readonly type: 'reward';
      readonly algorithm: string;
      /** Decimal text in the account's coin. */
      readonly amount: string;
      readonly timeStart: number;
      readonly timeEnd: number;
      readonly roundId: string;
    }
  | {
      readonly type: 'account';
      /** After six months without work or movement its balances were booked away. */
      readonly code: 'written-off';
    }
  | {
      readonly type: 'payout';
      readonly payoutId: string;
      readonly network: string;
      /** Decimal text in the account's coin. */
      readonly amount: string;
      readonly status: PaymentStatus;
    };

export interface Publisher {
  publish(events: readonly LiveEvent[]): void;
}
