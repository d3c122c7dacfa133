import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { findCoin } from '@openlode/catalogue/coins';
import { spreadBetween } from '@openlode/ledger/conversion-spread';
import type { Agreement } from '@openlode/ledger/agreed-price';
import { type EstimateOutcome, estimateReward } from '@openlode/ledger/estimate-reward';
import { multiply, parseRatio, type Ratio } from '@openlode/money/ratio';
import type { ServiceContext } from '../kernel/context.ts';
import type { Yields } from '../kernel/yields.ts';
import { openSpreads, presentMarket } from '../conversion/coin-class.ts';
import { poolFeePpm } from '../policy/round-rules.ts';

export type CalculateOutcome =
  | { readonly kind: 'unknown-algorithm' }
  | { readonly kind: 'unknown-coin' }
  | (EstimateOutcome & { readonly coin: string; readonly assumptions: Assumptions });

type AgreedPrice = Extract<Agreement, { kind: 'agreed' }>;

/** What an estimate rests on. */
export interface Assumptions {
  readonly feePpm: number;
  /** Of the payout coin; undefined where there is none, and then there is no estimate either. */
  readonly price: AgreedPrice | undefined;
  /** How long ago the oldest rate was observed. */
  readonly ratesAgeMs: number;
  readonly networks: readonly {
    readonly coin: string;
    readonly rate: string;
    /** What the conversion of what it earns keeps back, in millionths. */
    readonly spreadPpm: number;
  }[];
}

const thousands = { '': 0, k: 1, m: 2, g: 3, t: 4, p: 5, e: 6, z: 7 } as const;

/** What a hashrate would earn. The hashrate is decimal text in the algorithm's pre-unit, as it travels. */
export function calculateReward(
  ctx: Pick<ServiceContext, 'rates' | 'clock' | 'conversionSpreads'> & { readonly yields: Yields },
  input: { readonly algorithm: string; readonly coin: string; readonly hashrate: string },
): CalculateOutcome {
  const algorithm = findAlgorithm(input.algorithm);
  if (algorithm === undefined) return { kind: 'unknown-algorithm' };
  const coin = findCoin(input.coin);
  if (coin === undefined) return { kind: 'unknown-coin' };
  const unit: Ratio = {
    numerator: 1000n ** BigInt(thousands[algorithm.preUnitOfMeasurement]),
    denominator: 1n,
  };
  const networks = ctx.yields.networksOf(algorithm.code);
  const market = presentMarket(ctx);
  const spreadOf = openSpreads(ctx.conversionSpreads, market);
  const priceOf = (asset: string): AgreedPrice | undefined => {
    const agreement = market.agreementOf(asset);
    return agreement.kind === 'agreed' ? agreement : undefined;
  };
  const outcome = estimateReward(
    multiply(parseRatio(input.hashrate), unit),
    networks,
    coin.symbol,
    {
      priceOf: (asset) => priceOf(asset)?.usd,
      askOf: (asset) => priceOf(asset)?.askUsd,
      ...(spreadOf && { spreadOf }),
    },
    poolFeePpm,
  );
  const prices = [coin.symbol, ...networks.map(({ asset }) => asset)].map(priceOf);
  const now = ctx.clock.now();
  return {
    ...outcome,
    coin: coin.symbol,
    assumptions: {
      feePpm: poolFeePpm,
      price: prices[0],
      ratesAgeMs: Math.max(0, ...prices.map((price) => now - (price?.observedAt ?? now))),
      networks: networks.map(({ asset, networkRate }) => ({
        coin: asset,
        rate: networkRate,
        spreadPpm: spreadBetween(asset, coin.symbol, spreadOf),
      })),
    },
  };
}
