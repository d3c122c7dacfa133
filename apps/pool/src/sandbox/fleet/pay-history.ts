import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { listPayouts } from '../../domain/views/list-payouts.ts';
import { holdPayout, releasePayout } from '../../domain/payouts/operate-payouts.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import type { RosterPayment } from './fleet-roster.ts';

const stepMs = 10_000;
/** The number of steps after which two nodes have reported six confirmations twice. */
const steps = 13;

/** A payment that the owner of a miner asks for. */
export interface PastPayment {
  readonly miner: bigint;
  readonly ends: RosterPayment;
}

/**
 * Some of the fleet ask for their money: most are paid, one is given back, one waits for the operator. Through the verbs that pay
 * everybody, in the time of the history, which `pass` moves on. Harmless when repeated: what was begun is only taken further. A miner that has not
 * earned the minimum asks in vain.
 */
export async function payHistory(
  ctx: PayoutContext,
  payments: readonly PastPayment[],
  pass: (ms: number) => void,
): Promise<void> {
  for (const { miner, ends } of await notBegun(ctx, payments)) {
    const outcome = await reservePayout(ctx, miner, 'manual');
    if (outcome.kind !== 'reserved') continue;
    if (ends === 'failed') await releasePayout(ctx, outcome.id, 'the demo shows a payment that failed');
    if (ends === 'held') await holdPayout(ctx, outcome.id, 'the demo shows a payment that waits');
  }
  for (let step = 0; step < steps; step += 1) {
    await advancePayouts(ctx, (_payout, error) => {
      throw error;
    });
    pass(stepMs);
  }
}

async function notBegun(ctx: PayoutContext, payments: readonly PastPayment[]): Promise<PastPayment[]> {
  const now = ctx.clock.now();
  const missing: PastPayment[] = [];
  for (const payment of payments) {
    const [newest] = await listPayouts(ctx, { miner: payment.miner, limit: 1 });
    if (newest === undefined || newest.payout.reservedAt.getTime() < now) missing.push(payment);
  }
  return missing;
}
