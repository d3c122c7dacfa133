import type { Transaction } from '../../runtime/database/database.ts';
import type { Account } from '../accounts/find-account.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { OwnerEvent } from '../kernel/publisher.ts';

/** Writes what an owner did into the account's feed, where everybody who watches the address sees it. */
export async function recordOwnerEvent(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'clock' | 'publisher'>,
  account: Pick<Account, 'id' | 'uuid'>,
  event: Omit<OwnerEvent, 'type'>,
): Promise<void> {
  const live = await appendEvents(tx, [
    { accountId: account.id, uuid: account.uuid, at: ctx.clock.now(), body: { type: 'account', ...event } },
  ]);
  tx.afterCommit(() => ctx.publisher.publish(live));
}
