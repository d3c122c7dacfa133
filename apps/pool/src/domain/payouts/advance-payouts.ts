import { createLanes, type Lanes } from '../../runtime/lanes.ts';
import { isRestricted } from '../miners/restricted-addresses.ts';
import { confirmPayout } from './confirm-payout.ts';
import { deferSigning, failureOf, isDeferred } from './defer-signing.ts';
import { findPayout, openPayouts, type Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { preparePayout, storeBytesToEnd } from './prepare-payout.ts';
import { releaseInvalidated } from './release-payout.ts';
import { suspensionBeforeLeaving, unreachableWallets } from './suspensions.ts';

/**
 * Takes every open payout as far as it goes now. Safe to run twice, in two processes, and to be cut off anywhere: each step is one
 * transaction that only one of them can win. A payout that fails is reported and does not delay the others. Each network has a lane of its
 * own: one whose node is slow, or does not answer, delays no other.
 */
export async function advancePayouts(
  ctx: PayoutContext,
  onError: (payout: bigint, error: unknown) => void,
  lanes: Lanes = createLanes(),
): Promise<void> {
  await ctx.rollback.readClock(ctx.db, ctx.clock.now());
  // Also with nothing to do: a rollback is found within seconds and not only at the next payout.
  await ctx.rollback.check(ctx.db, ctx.clock.now());
  const unreachable = await unreachableWallets(ctx.db);
  const open = await openPayouts(ctx.db);
  await lanes.run([...unreachable, ...open.map(({ network }) => network)], async (network) => {
    if (unreachable.includes(network)) await ctx.outgoing.compareNetwork(ctx, network);
    const shortWallets = new Set<string>();
    for (const payout of open.filter((each) => each.network === network)) {
      try {
        await advance(ctx, payout, shortWallets);
      } catch (error) {
        onError(payout.id, error);
      }
    }
  });
}

async function advance(ctx: PayoutContext, first: Payout, shortWallets: Set<string>): Promise<void> {
  let payout: Payout | undefined = first;
  while (payout !== undefined && (await takeStep(ctx, payout, shortWallets)))
    payout = await findPayout(ctx.db, payout.id);
}

/** One step; answers whether there may be another at once. */
async function takeStep(ctx: PayoutContext, payout: Payout, shortWallets: Set<string>): Promise<boolean> {
  switch (payout.state) {
    case 'reserved': {
      if (payout.releaseAskedAt !== null) return storeBytesToEnd(ctx, payout);
      if (payout.hold !== null) return false;
      // Before the suspensions are read: it may suspend.
      if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return false;
      if ((ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(ctx.db, payout))) !== undefined)
        return false;
      if (await isRestricted(ctx.db, payout)) return false;
      return sign(ctx, payout, shortWallets);
    }
    case 'prepared':
    case 'broadcasting':
    case 'manual_review':
    case 'seen':
      return confirmPayout(ctx, payout);
    case 'invalidated':
      return releaseInvalidated(ctx, payout);
    case 'settled':
    case 'released':
      return false;
  }
}

/**
 * Asks the wallet to sign, unless it refused a moment ago. If it holds too little for the oldest payout of a coin on a network, later
 * ones wait behind it: otherwise small ones would take all that comes in, and the wallet would be asked for each of them.
 */
async function sign(ctx: PayoutContext, payout: Payout, shortWallets: Set<string>): Promise<boolean> {
  const wallet = `${payout.network} ${payout.coin}`;
  if (shortWallets.has(wallet)) return false;
  if (isDeferred(payout, ctx.clock.now())) {
    if (payout.signFailure === 'wallet-short') shortWallets.add(wallet);
    return false;
  }
  try {
    const outcome = await preparePayout(ctx, payout);
    if (outcome.kind === 'fee-over-cap') await deferSigning(ctx, payout, 'fee-over-cap');
    if (outcome.kind === 'claimed') await deferSigning(ctx, payout, 'failed', new Error(outcome.why));
    return outcome.kind === 'prepared';
  } catch (error) {
    const failure = failureOf(error);
    await deferSigning(ctx, payout, failure, error);
    if (failure !== 'wallet-short') throw error;
    shortWallets.add(wallet);
    return false;
  }
}
