import type { Transaction } from '../../runtime/database/database.ts';
import type { Miner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { OwnerEvent } from '../kernel/publisher.ts';

/**
 * Writes what an owner did into the miner's feed, where everybody who watches the address sees it. The call that asked for it is stored
 * beside it and logged: the operator finds by its id what it did.
 */
export async function recordOwnerEvent(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'clock' | 'publisher'>,
  miner: Pick<Miner, 'id' | 'uuid'>,
  event: Omit<OwnerEvent, 'type'>,
): Promise<void> {
  const { request, payout, ...shown } = event;
  const { id: minerId, uuid } = miner;
  const stored = await appendEvents(tx, [
    { minerId, uuid, at: ctx.clock.now(), body: { type: 'account', ...event } },
  ]);
  const live = stored.map((each) =>
    each.kind === 'miner-event'
      ? { ...each, event: { ...each.event, body: { type: 'account', ...shown } as const } }
      : each,
  );
  tx.afterCommit(() => ctx.publisher.publish(live));
  if (request !== undefined)
    publishDomainEvent(tx, { event: 'owner-acted', request, did: event.code, payout: payout ?? null });
}
