import { formatAmount } from '@openlode/money/amount';
import type { Transaction } from '../../runtime/database/database.ts';
import { requireRail } from '../kernel/rails.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { askWalletSide, limitSweep, limitWords, type SweptFloat, type WalletSide } from './plan-sweep.ts';
import type { Sweep } from './sweep.ts';
import { destinationOf } from './swept-float.ts';
import { isToSell } from './to-sell.ts';

/** What moving sweeps on needs. */
export type SweepContext = PayoutContext & { readonly wallet: Wallet };

/** What of a sweep is judged; `signed` once its transaction is stored. */
type Judged = Pick<Sweep, 'id' | 'orderId' | 'coin' | 'amount' | 'feeMax'> & {
  readonly signed: { readonly txid: string } | null;
};

export type SweepJudgement =
  /** It may go on, while the ledger says the same where its next step is kept (`sweepObjection`). */
  | { readonly kind: 'fits'; readonly float: SweptFloat; readonly side: WalletSide }
  /** It is more than may leave by now, or its destination takes nothing any more. */
  | { readonly kind: 'too-much'; readonly why: string }
  /** What the wallet has is not known now. */
  | { readonly kind: 'not-known'; readonly why: string };

/**
 * Holds a sweep that is under way against its wallet and its ledger once more, as when it was planned but for its target and what it takes itself:
 * money may have left the wallet since, and payouts may have been reserved.
 */
export async function judgeSweep(ctx: SweepContext, sweep: Sweep): Promise<SweepJudgement> {
  const asked = await askForSweep(ctx, sweep);
  if (asked.kind !== 'fits') return asked;
  const why = await ctx.db.transaction((tx) => sweepObjection(tx, ctx, sweep, asked));
  return why === undefined ? asked : { kind: 'too-much', why };
}

/** The wallet's side of it alone: what it comes to is said by `sweepObjection`, in the transaction that keeps its next step. */
export async function askForSweep(ctx: SweepContext, sweep: Sweep): Promise<SweepJudgement> {
  const float = await destinationOf(ctx, sweep);
  if (typeof float === 'string') return { kind: 'too-much', why: float };
  try {
    const rail = requireRail(ctx.rails, sweep.network);
    return { kind: 'fits', float, side: await askWalletSide(ctx, rail, sweep, sweep.signed?.txid) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'not-known', why: `what the wallet has is not known: ${words}` };
  }
}

/** Why a sweep is more than may leave, by the ledger of now; belongs at the end of the transaction that keeps its next step. */
export async function sweepObjection(
  tx: Transaction,
  { clock }: Pick<PayoutContext, 'clock'>,
  { id, orderId, coin, amount, feeMax, signed }: Judged,
  { float, side }: Extract<SweepJudgement, { kind: 'fits' }>,
): Promise<string | undefined> {
  const without = { sweep: { id, txid: signed?.txid ?? null } };
  // What is left in the wallet is a wish, and no debt: a payout that left since ends no sweep.
  const owedAlone = { ...float, target: 0n };
  // How much may lie there was judged when it was kept.
  const sold = isToSell(orderId) ? { room: undefined } : undefined;
  const { most, limit } = await limitSweep(tx, clock.now(), owedAlone, { side, feeMax, sold }, without);
  return amount <= most
    ? undefined
    : `no more than ${formatAmount(most)} ${coin} may leave by now, because ${limitWords[limit]}`;
}
