import { parseAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import { readPrices } from '../conversion/open-conversion.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { judgeFloat } from './judge-float.ts';
import { heldOn } from './plan-sweep.ts';
import { type PlannedSweep, planSweep, sweepFunds } from './sweep-funds.ts';

/** After one of the wallet was given up, ms. */
const waitAfterMs = 86_400_000;

/**
 * Sweeps what is over the ceiling of the wallets for which the file says so, down to their targets, as far as it is the pool's own. Where nothing
 * may leave now (`planSweep` says why), or the little that may is not worth its fee, nothing happens: it is looked at again, a day after one was
 * given up.
 */
export async function sweepExcess(
  ctx: PayoutContext & { readonly wallet: Wallet },
  onError: (pair: { readonly coin: string; readonly network: string }, error: unknown) => void,
): Promise<void> {
  for (const float of ctx.floats ?? []) {
    const { coin, network, isSweptByItself } = float;
    if (isSweptByItself !== true) continue;
    try {
      const { state } = judgeFloat(float, await heldOn(ctx.wallet, coin, network));
      if (state !== 'over') continue;
      if (await wasGivenUp(ctx, float)) continue;
      const planned = await planSweep(ctx, { coin, network });
      if (planned.kind === 'no-answer') throw new Error(`what the wallet has is not known: ${planned.why}`);
      if (planned.kind !== 'planned' || !(await isWorthIt(ctx, planned))) continue;
      const request = { coin, network, amount: planned.amount, reason: 'over its ceiling' };
      const outcome = await sweepFunds({ ...ctx, actor: 'openlode' }, request);
      if (outcome.kind === 'given-up' || outcome.kind === 'no-answer') throw new Error(outcome.why);
    } catch (error) {
      onError({ coin, network }, error);
    }
  }
}

/** Within a day: what stood in its way, or an operator who ended it, would again. */
async function wasGivenUp(
  { db, clock }: Pick<PayoutContext, 'db' | 'clock'>,
  { coin, network }: WalletFloat,
): Promise<boolean> {
  const since = new Date(clock.now() - waitAfterMs);
  const found = await db.query(sql`
    SELECT 1 FROM sweeps WHERE coin = ${coin} AND network = ${network} AND state = 'returned' AND state_at >= ${since} LIMIT 1`);
  return found.length > 0;
}

/**
 * A wallet that is full of what miners are owed would be swept of each small fee as it comes in. A fee of another coin is compared in US dollars.
 *
 * @throws Error where the rate of one of them is not agreed on
 */
async function isWorthIt(
  ctx: Pick<PayoutContext, 'db' | 'clock' | 'rates'>,
  { coin, feeAsset, amount, feeMax }: PlannedSweep,
): Promise<boolean> {
  const [swept, most] = [parseAmount(amount), 100n * parseAmount(feeMax)];
  if (feeAsset === coin) return swept >= most;
  const { priceOf } = await readPrices(ctx.db, ctx);
  const priced = (asset: string): string => {
    const price = priceOf(asset);
    if (price === undefined)
      throw new Error(`whether it is worth its fee is not known: no rate of ${asset} is agreed on`);
    return price;
  };
  return valueInUsd(swept, priced(coin)) >= valueInUsd(most, priced(feeAsset));
}
