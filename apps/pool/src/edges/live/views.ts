import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type {
  LiveBalance,
  LiveCount,
  LivePaid,
  LiveSummary,
  LiveWorker,
} from '@openlode/contracts/live/events';
import type { StoredEvent } from '../../domain/kernel/publisher.ts';

/** What every page shows of the pool. */
export interface LiveTotals {
  readonly workers: LiveCount;
  readonly miners: LiveCount;
  readonly paid: LivePaid;
}

/** What the gateway reads at the moment of sending; undefined where the miner is gone. */
export interface LiveViews {
  /** Whether there is a miner of this id. */
  exists(uuid: string): Promise<boolean>;
  event(uuid: string, event: StoredEvent): Promise<AccountEvent | undefined>;
  balance(uuid: string): Promise<LiveBalance | undefined>;
  summary(uuid: string): Promise<LiveSummary | undefined>;
  /** Every worker of the miner's list, for clients of the older names. */
  workers(uuid: string): Promise<readonly LiveWorker[]>;
  totals(): Promise<LiveTotals>;
}
