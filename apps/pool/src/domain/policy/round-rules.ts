import { feeSplits, tiers } from '@openlode/catalogue/tiers';
import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { TradeCaps } from '@openlode/ledger/trade-question';
import { type FeeRules, type FeeSplit, feeSplitOf, ppmOfPercent } from '@openlode/ledger/fee-split';

/** The PPLNS window is this many times the network difficulty at the time of the block. */
export const windowFactor = 2n;

/** The pool's fee in millionths of a reward: 1% without a referral code. */
export const poolFeePpm = feeSplitOf(feeSplits.withoutCode).platformPpm;

export const feeRules: FeeRules = {
  withoutCode: feeSplitOf(feeSplits.withoutCode),
  platformFloorPpm: ppmOfPercent('0.5'),
};

/** How a code shares the fee: ordinary ones have no level. A level that the catalogue does not know counts as the lowest. */
export function splitOfTier(tier: number | null): FeeSplit {
  if (tier === null) return feeSplitOf(feeSplits.withCode);
  return feeSplitOf(tiers[tier] ?? tiers[0] ?? feeSplits.withCode);
}

/** A conversion worth more than the one, or that would take an hour above the other, waits until the operator approves it. */
export const conversionCaps: ConversionCaps = {
  eachUsd: 250_000n * 10n ** 18n,
  hourUsd: 1_000_000n * 10n ** 18n,
};

/** What the plan of trades keeps within: a start of small orders. */
export const tradeCaps: TradeCaps = {
  orderUsd: 1000n * 10n ** 18n,
  hourUsd: 5000n * 10n ** 18n,
  dayUsd: 20_000n * 10n ** 18n,
  exposureUsd: 50_000n * 10n ** 18n,
  lossUsd: 500n * 10n ** 18n,
};

/** How many nodes must say independently that a block is orphaned before it is given up … */
export const orphanWitnesses = 2;
/**
 * … while each has six blocks or more on the one that took its place: two blocks of one height compete for a moment in every race. Nakamoto's
 * paper (section 11) puts the chance of a later turn below 0.1% at a tenth of the hash power; Bitcoin Core calls a payment confirmed then.
 */
export const witnessedOrphanDepth = 6;
/** … or how many of them one node alone must have: more than the coinbase maturity of any chain of the catalogue. */
export const orphanDepth = 200;

/** A node whose newest block is this many below those of the others is behind, whatever it says of itself. */
export const nodeLagMax = 6;

/** The slowest coinbase maturities of the catalogue take about a day: a block that is not mature after this long is named to the operator. */
export const immatureMsMax = 3 * 24 * 3_600_000;

/** How long a credited block is still watched: chains have been reorganised deeper than their maturity. */
export const reorgWatchMs = 24 * 3_600_000;
