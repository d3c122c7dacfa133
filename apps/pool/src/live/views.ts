import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type { LiveBalance, LiveSummary } from '@openlode/contracts/live/events';
import type { StoredEvent } from '../services/ports/publisher.ts';

/** What the gateway reads at the moment of sending; undefined where the account is gone. */
export interface LiveViews {
  event(uuid: string, event: StoredEvent): Promise<AccountEvent | undefined>;
  balance(uuid: string): Promise<LiveBalance | undefined>;
  summary(uuid: string): Promise<LiveSummary | undefined>;
}
