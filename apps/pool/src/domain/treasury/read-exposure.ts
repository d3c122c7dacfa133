import { exposureOf } from '@openlode/ledger/exposure';
import { formatAmount } from '@openlode/money/amount';
import { readOpenPositions, readPrices } from '../conversion/open-conversion.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** What conversions have left, and how much they may; dollars as decimal text. */
export interface ExposureView {
  readonly coins: readonly ExposedCoin[];
  /** Of all coins that have an agreed price. */
  readonly allUsd: string;
  /** Null where the settings name none. */
  readonly coinLimitUsd: string | null;
  readonly allLimitUsd: string | null;
  readonly isAllOver: boolean;
}

interface ExposedCoin {
  readonly coin: string;
  /** Decimal text: above zero it is to be sold, below zero to be bought. */
  readonly amount: string;
  /** Null without an agreed price: it is not in the sum. */
  readonly usd: string | null;
  readonly isOver: boolean;
}

/** What a move of prices would be gained or lost on, by the agreed prices of now. Changes nothing. */
export async function readExposure(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'conversionCaps'>,
): Promise<ExposureView> {
  const { askOf } = await readPrices(ctx.db, ctx);
  const { coins, allUsd } = exposureOf(await readOpenPositions(ctx.db), askOf);
  const limits = ctx.conversionCaps?.exposure;
  return {
    coins: coins.map(({ coin, amount, usd }) => ({
      coin,
      amount: formatAmount(amount),
      usd: usd === undefined ? null : formatAmount(usd),
      isOver: limits !== undefined && usd !== undefined && usd > limits.coinUsd,
    })),
    allUsd: formatAmount(allUsd),
    coinLimitUsd: limits === undefined ? null : formatAmount(limits.coinUsd),
    allLimitUsd: limits === undefined ? null : formatAmount(limits.allUsd),
    isAllOver: limits !== undefined && allUsd > limits.allUsd,
  };
}
