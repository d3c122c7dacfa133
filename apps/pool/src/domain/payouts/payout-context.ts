import type { ServiceContext } from '../kernel/context.ts';
import type { PayoutJournal } from '../kernel/payout-journal.ts';
import type { Rails } from '../kernel/rails.ts';
import type { OutgoingGuard } from './outgoing-guard.ts';
import type { RollbackGuard } from './rollback-guard.ts';

/** How much may leave without an operator's approval, in units of 10^-18 dollars. */
export interface PayoutCaps {
  readonly account: bigint;
  readonly run: bigint;
  readonly day: bigint;
}

/** What reserving a payout needs. */
export type ReserveContext = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher'> & {
  readonly rails: Rails;
  readonly caps: PayoutCaps;
  /** Why this process should let nothing leave for now, for example a clock that is wrong; undefined when there is nothing. */
  readonly payoutBlockReason: () => string | undefined;
  /** What this process knows of the database from before. */
  readonly rollback: RollbackGuard;
};

/** What moving payouts on needs. */
export type PayoutContext = ReserveContext & {
  readonly journal: PayoutJournal;
  /** What this process knows of what has left its wallets. */
  readonly outgoing: OutgoingGuard;
};
