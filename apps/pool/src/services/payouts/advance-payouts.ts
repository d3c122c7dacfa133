import { isRestricted } from '../accounts/restricted-accounts.ts';
import { confirmPayout } from './confirm-payout.ts';
import { findPayout, openPayouts, type Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { preparePayout } from './prepare-payout.ts';
import { releaseDead } from './release-payout.ts';
import { suspensionOf } from './suspensions.ts';

/**
 * Takes every open payout as far as it goes now. Safe to run twice, in two processes, and to be cut off anywhere: each step is one
 * transaction that only one of them can win. A payout that fails is reported and keeps nobody else waiting.
 */
export async function advancePayouts(
  ctx: PayoutContext,
  onError: (payout: bigint, error: unknown) => void,
): Promise<void> {
  for (const payout of await openPayouts(ctx.db)) {
    try {
      await advance(ctx, payout);
    } catch (error) {
      onError(payout.id, error);
    }
  }
}

async function advance(ctx: PayoutContext, first: Payout): Promise<void> {
  let payout: Payout | undefined = first;
  while (payout !== undefined && (await takeStep(ctx, payout))) payout = await findPayout(ctx.db, payout.id);
}

/** One step; answers whether there may be another at once. */
async function takeStep(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  switch (payout.state) {
    case 'reserved': {
      if (payout.hold !== null) return false;
      if ((ctx.doubt() ?? (await suspensionOf(ctx.db, payout))) !== undefined) return false;
      if (await isRestricted(ctx.db, payout)) return false;
      return (await preparePayout(ctx, payout)).kind === 'prepared';
    }
    case 'prepared':
    case 'broadcasting':
    case 'manual_review':
    case 'seen':
      return confirmPayout(ctx, payout);
    case 'dead_proven':
      return releaseDead(ctx, payout);
    case 'settled':
    case 'released':
      return false;
  }
}
