import type { Transaction } from '../../runtime/database/database.ts';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { OwnerEvent } from '../kernel/publisher.ts';

/** Writes what an owner did into the miner's feed, where everybody who watches the address sees it. */
export async function recordOwnerEvent(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'clock' | 'publisher'>,
  miner: Pick<Miner, 'id' | 'uuid'>,
  event: Omit<OwnerEvent, 'type'>,
): Promise<void> {
  const live = await appendEvents(tx, [
    { minerId: miner.id, uuid: miner.uuid, at: ctx.clock.now(), body: { type: 'account', ...event } },
  ]);
  tx.afterCommit(() => ctx.publisher.publish(live));
}
