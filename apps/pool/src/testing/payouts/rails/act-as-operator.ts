import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts';
import { decideUnclear } from '../../../domain/payouts/decide-unclear.ts';
import { holdPayout, releasePayout } from '../../../domain/payouts/operate-payouts.ts';
import { listUnfinishedPayouts } from '../../../domain/payouts/payout.ts';
import { bumpPayout } from '../../../domain/payouts/replace-transaction.ts';
import type { Operating } from '../pay-one-turn.ts';
import type { Order, TurnOf } from './instance.ts';
import type { RailWorld } from './rail-world.ts';

/** What has not ended after this time is ended by an operator while everything is to come to its end, ms. */
const endAfterMs = 30 * 60_000;

/**
 * What an operator does beside comparing and lifting: offers more for a payout, cancels one, holds one; says of a payment whose token reported
 * nothing what the chain shows.
 */
export async function actAsOperator(
  ctx: Operating,
  { random, ground, count }: RailWorld,
  how: TurnOf,
  isEager: boolean,
): Promise<void> {
  const open = await listUnfinishedPayouts(ctx.db);
  if (open.length === 0) return;
  for (const { id, signed, state } of open) {
    if (signed === null || ground.hasPaid === undefined || state === 'prepared') continue;
    const paid = await ground.hasPaid(signed.txid);
    const { kind } = await decideUnclear(ctx, { id, paid, why: 'as its chain shows' });
    if (kind === 'done') count(paid ? 'an operator says paid' : 'an operator says unpaid');
  }
  if (how === 'drain') {
    for (const { id, state, reservedAt } of open) {
      if (ctx.clock.now() - reservedAt.getTime() < endAfterMs) continue;
      // What was signed for it may share nothing any more with what can be built: `payouts why` says so, and that it is released then.
      if (state === 'reserved') await releasePayout(ctx, id, 'what it spent is spent by no payout');
      else await cancelPayout(ctx, { id, why: 'it has not ended' });
    }
    return;
  }
  // What waits at the nodes is *seen*: a dearer one may still take its place.
  const signed = open.filter(({ state }) => ['prepared', 'broadcasting', 'seen'].includes(state));
  const { id } = random.pick(signed.length > 0 ? signed : open);
  // Eager: more is offered, or it is cancelled, in any case.
  const chance = random.below(isEager ? 38 : 100);
  if (chance < 20) await doOrder(ctx, count, 'bump', id);
  else if (chance < 38) await doOrder(ctx, count, 'cancel', id);
  else if (chance < 41) {
    const { kind } = await holdPayout(ctx, id, 'a look');
    if (kind === 'done') count('an operator holds');
  }
}

/** The same to the payout of these payees that is signed. */
export async function orderOnce(
  ctx: Operating,
  { count }: RailWorld,
  what: Order,
  wanted: readonly string[],
): Promise<void> {
  const payout = (await listUnfinishedPayouts(ctx.db)).find(
    ({ address, signed }) => wanted.includes(address) && signed !== null,
  );
  if (payout !== undefined) await doOrder(ctx, count, what, payout.id);
}

async function doOrder(ctx: Operating, count: RailWorld['count'], what: Order, id: bigint): Promise<void> {
  if (what === 'bump') {
    const { kind } = await bumpPayout(ctx, { id, why: 'in a hurry' });
    if (kind === 'replaced') count('an operator offers more');
  } else {
    const { kind } = await cancelPayout(ctx, { id, why: 'not now' });
    if (kind === 'cancelling') count('an operator cancels');
  }
}
