import type { Miner } from '../miners/find-miner.ts';
import type { ReserveContext } from '../payouts/payout-context.ts';
import { type ReserveOutcome, reservePayout } from '../payouts/reserve-payout.ts';
import { setAutoPay } from '../payouts/set-auto-pay.ts';
import { recordOwnerEvent } from './owner-events.ts';
import { callOf, type Permit } from './permit.ts';

/** Reserves the payout that was asked for, and records it in the feed beside the payout's own lines. */
export async function payForOwner(
  ctx: ReserveContext,
  miner: Miner,
  permit: Permit,
): Promise<ReserveOutcome> {
  return reservePayout(ctx, miner.id, 'manual', async (tx, { id }) => {
    await permit.use(tx);
    const asked = { code: 'payout-requested', network: miner.network } as const;
    await recordOwnerEvent(tx, ctx, miner, { ...asked, ...callOf(permit), payout: id.toString() });
  });
}

export async function setAutoPayForOwner(
  ctx: Pick<ReserveContext, 'db' | 'clock' | 'publisher'>,
  miner: Miner,
  on: boolean,
  permit: Permit,
): Promise<'changed' | 'unchanged'> {
  return ctx.db.transaction(async (tx) => {
    await permit.use(tx);
    const outcome = await setAutoPay({ db: tx }, miner.id, on);
    if (outcome === 'changed')
      await recordOwnerEvent(tx, ctx, miner, {
        code: on ? 'auto-pay-on' : 'auto-pay-off',
        ...callOf(permit),
      });
    return outcome;
  });
}
