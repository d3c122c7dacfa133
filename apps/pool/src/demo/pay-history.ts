import { advancePayouts } from '../services/payouts/advance-payouts.ts';
import { listPayouts } from '../services/payouts/list-payouts.ts';
import { releasePayout } from '../services/payouts/operate-payouts.ts';
import { payableAccounts } from '../services/payouts/payable-accounts.ts';
import type { PayoutContext } from '../services/payouts/payout-context.ts';
import { reservePayout } from '../services/payouts/reserve-payout.ts';

const paidMax = 8;
const stepMs = 10_000;
/** So many steps, and six confirmations are there, which two nodes say twice. */
const steps = 13;

/**
 * Some of the fleet ask for their money: most are paid, one is given back. Through the verbs that pay everybody, in the time of the
 * history, which `pass` moves on. Harmless when repeated: what was begun is only taken further.
 */
export async function payHistory(ctx: PayoutContext, pass: (ms: number) => void): Promise<void> {
  const begun = (await listPayouts(ctx, { limit: 1 })).length > 0;
  const accounts = begun ? [] : (await payableAccounts(ctx)).slice(0, paidMax);
  for (const [index, account] of accounts.entries()) {
    const outcome = await reservePayout(ctx, account, 'manual');
    if (index === 1 && outcome.kind === 'reserved')
      await releasePayout(ctx, outcome.id, 'the demo shows a payment that failed');
  }
  for (let step = 0; step < steps; step += 1) {
    await advancePayouts(ctx, (_payout, error) => {
      throw error;
    });
    pass(stepMs);
  }
}
