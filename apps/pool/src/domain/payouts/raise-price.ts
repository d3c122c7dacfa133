import sql from 'sql-template-tag';
import type { Rail } from '../kernel/rail.ts';
import { sendsMax } from './broadcast-payout.ts';
import { isDeferred } from './defer-signing.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { replaceTransaction } from './replace-transaction.ts';

/** A transaction whose price has become too low is replaced after it has waited for a block this long, ms. */
export const raiseAfterMs = 600_000;
/** Where it could not be replaced it is tried again after this, ms. */
const againMs = 60_000;

/** Why a payout waits for a block that nothing is wrong with. */
export interface BlockWait {
  /** For the operator. */
  readonly words: string;
  /** Whether a dearer transaction is to take its place. */
  readonly isDue: boolean;
}

const lowWords =
  'a lower price of the network, or a dearer transaction in its place (payouts bump): its own has become too low';

const behindWords = 'an earlier payment of the account, which is in no block yet and has to come first';

/**
 * Whether a payout that was sent and is in no block waits for its price, or behind an earlier one of its account. Nodes forget both: that they
 * have no trace of it then proves nothing, and is no reason for a review. Undefined where it is neither, or it has not waited long.
 */
export async function judgePrice(
  ctx: Pick<PayoutContext, 'clock'>,
  payout: Payout,
  rail: Rail,
): Promise<BlockWait | undefined> {
  const { signed, sends, state, network } = payout;
  if (signed === null || rail.waitsFor === undefined || state === 'prepared') return undefined;
  const now = ctx.clock.now();
  // A clock that was ahead may have dated it.
  const hasWaited = Math.abs(now - signed.since.getTime()) >= raiseAfterMs;
  if (!hasWaited && sends < sendsMax) return undefined;
  const waitsFor = await rail.waitsFor({ ...signed, network }).catch(() => undefined);
  if (waitsFor === undefined) return undefined;
  if (waitsFor === 'earlier') return { words: behindWords, isDue: false };
  const isTriedLater = isDeferred(payout, now);
  const words = isTriedLater && payout.awaited !== null ? payout.awaited : lowWords;
  return { words, isDue: hasWaited && !isTriedLater && state !== 'manual_review' };
}

/** Puts a dearer transaction in the place of the one that waits. False where that cannot be done now: it is tried again in a minute. */
export async function raisePrice(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  const outcome = await replaceTransaction(ctx, payout, {
    why: 'its price has become too low',
    actor: 'openlode',
  });
  if (outcome.kind === 'replaced') return true;
  const words = `${lowWords}; not now: ${outcome.why}`.slice(0, 500);
  await ctx.db.query(sql`
    UPDATE payouts SET next_sign_at = ${new Date(ctx.clock.now() + againMs)}, awaited = ${words}
     WHERE id = ${payout.id} AND state = ${payout.state} AND txid = ${payout.signed?.txid}`);
  return false;
}
