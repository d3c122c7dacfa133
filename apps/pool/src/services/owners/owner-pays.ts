import type { Account } from '../accounts/find-account.ts';
import type { ReserveContext } from '../payouts/payout-context.ts';
import { type ReserveOutcome, reservePayout } from '../payouts/reserve-payout.ts';
import { setAutoPay } from '../payouts/set-auto-pay.ts';
import { recordOwnerEvent } from './owner-events.ts';

/** Reserves the payout that the owner asks for, and says so in the feed beside the payout's own lines. */
export async function payForOwner(ctx: ReserveContext, account: Account): Promise<ReserveOutcome> {
  return reservePayout(ctx, account.id, 'manual', (tx) =>
    recordOwnerEvent(tx, ctx, account, { code: 'payout-requested', network: account.network }),
  );
}

export async function setAutoPayForOwner(
  ctx: Pick<ReserveContext, 'db' | 'clock' | 'publisher'>,
  account: Account,
  on: boolean,
): Promise<'changed' | 'unchanged'> {
  return ctx.db.transaction(async (tx) => {
    const outcome = await setAutoPay({ db: tx }, account.id, on);
    if (outcome === 'changed')
      await recordOwnerEvent(tx, ctx, account, { code: on ? 'auto-pay-on' : 'auto-pay-off' });
    return outcome;
  });
}
