import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';

/**
 * What happened to blocks, money and copies, for the operator's log: names and public figures, no secret, no network address and no payout
 * address. Amounts are decimal text in their coin; ids are text. `docs/operating.md` lists every event with its fields.
 */
export type DomainEvent =
  | {
      readonly event: 'block-found';
      readonly round: string;
      readonly chain: string;
      readonly algorithm: string;
      readonly height: number;
      readonly hash: string;
    }
  | {
      readonly event: 'block-accepted';
      readonly round: string;
      readonly chain: string;
      readonly rewards: string;
    }
  | {
      readonly event: 'block-refused' | 'block-orphaned';
      readonly round: string;
      readonly chain: string;
      readonly hash: string;
      readonly why: string;
    }
  | {
      readonly event: 'block-returned';
      readonly round: string;
      readonly chain: string;
      readonly hash: string;
    }
  | {
      readonly event: 'round-credited';
      readonly round: string;
      readonly chain: string;
      readonly miners: number;
      readonly rewards: string;
    }
  | {
      readonly event: 'income-credited';
      readonly round: string;
      readonly upstream: string;
      readonly miners: number;
      readonly rewards: string;
    }
  | ({ readonly event: 'payout-reserved'; readonly kind: string; readonly hold: string | null } & PayoutFacts)
  | ({ readonly event: (typeof payoutMoves)[keyof typeof payoutMoves] } & PayoutFacts & {
        readonly transaction: string | null;
      })
  | {
      readonly event: (typeof sweepMoves)[keyof typeof sweepMoves];
      readonly sweep: string;
      readonly coin: string;
      readonly network: string;
      readonly amount: string;
      readonly transaction: string | null;
    }
  /** An exchange has more than the ledger says, below zero less; or has again what it says. */
  | {
      readonly event: 'place-differs' | 'place-equal';
      readonly place: string;
      readonly coin: string;
      readonly difference: string;
    }
  /** A call of an owner did something: `request` names the call, `did` what it did as the feed of the miner says it. */
  | {
      readonly event: 'owner-acted';
      readonly request: string;
      readonly did: string;
      readonly payout: string | null;
    }
  | { readonly event: 'payout-run-started'; readonly date: string }
  | {
      readonly event: 'payout-run-finished';
      readonly date: string;
      readonly reserved: number;
      readonly refused: number;
      /** Miners that are tried again today: a suspension or a failure stood in the way. */
      readonly waiting: number;
    }
  | {
      readonly event: 'payouts-suspended' | 'suspension-lifted';
      readonly network: string;
      readonly reason: string;
      readonly why: string;
    }
  /** A payout moved on by the word of the others. */
  | {
      readonly event: 'node-left-out';
      readonly payout: string;
      readonly network: string;
      readonly why: string;
    }
  | { readonly event: 'backup-written'; readonly file: string; readonly rows: number };

interface PayoutFacts {
  readonly payout: string;
  readonly coin: string;
  readonly network: string;
  readonly amount: string;
}

/** What the move of a payout into a state is called. */
export const payoutMoves = {
  prepared: 'payout-signed',
  broadcasting: 'payout-sent',
  seen: 'payout-seen',
  settled: 'payout-settled',
  invalidated: 'payout-invalidated',
  manual_review: 'payout-needs-review',
  released: 'payout-returned',
} as const;

/** The same of a sweep. */
export const sweepMoves = {
  signed: 'sweep-signed',
  sent: 'sweep-sent',
  final: 'sweep-final',
  returned: 'sweep-given-up',
} as const;

const name = 'openlode:domain-event';
const events = channel(name);

/** Tells of what happened: at once, or where it is part of a transaction once that has committed. */
export function publishDomainEvent(db: Queryable | Transaction | undefined, event: DomainEvent): void {
  if (!events.hasSubscribers) return;
  if (db !== undefined && 'afterCommit' in db) db.afterCommit(() => events.publish(event));
  else events.publish(event);
}

/** Calls `listener` for every event of this thread until the answer is called. */
export function onDomainEvent(listener: (event: DomainEvent) => void): () => void {
  const onMessage = (message: unknown): void => listener(message as DomainEvent);
  subscribe(name, onMessage);
  return () => void unsubscribe(name, onMessage);
}
