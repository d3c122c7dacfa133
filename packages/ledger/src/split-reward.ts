import { allocate } from './allocate.ts';
import { convert, formatRate, rateBetween } from './convert.ts';
import type { LedgerAccount, Posting } from './posting.ts';

/** Somebody who worked for a round: what they weigh in it, and where and in what they are credited. */
export interface Earner {
  readonly account: bigint;
  readonly weight: bigint;
  readonly coin: string;
  readonly place: LedgerAccount;
}

export interface Reward {
  readonly asset: string;
  readonly amount: bigint;
  /** Where the reward comes from. */
  readonly source: LedgerAccount;
}

/** How an earner's part of a reward became a credit: every figure of a receipt. */
export interface Credit {
  readonly account: bigint;
  /** In the mined asset. */
  readonly share: bigint;
  readonly coin: string;
  /** Units of the coin for one unit of the asset, as decimal text. */
  readonly rate: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly credited: bigint;
}

export type SplitOutcome =
  | { readonly kind: 'split'; readonly credits: readonly Credit[]; readonly postings: readonly Posting[] }
  | { readonly kind: 'no-work' }
  | { readonly kind: 'no-price'; readonly asset: string };

const million = 1_000_000n;

/**
 * Shares one reward out: by weight to the last unit, each part converted to its earner's coin (rounded down, the pool's desk
 * keeps the fraction), less the fee (rounded down, in the earner's favour). The postings sum to nothing in every asset.
 * Without a fresh price for one of the coins nothing is split: a reward is never converted at a guess.
 */
export function splitReward(
  reward: Reward,
  earners: readonly Earner[],
  priceOf: (asset: string) => string | undefined,
  feePpm: number,
): SplitOutcome {
  const working = earners.filter((earner) => earner.weight > 0n);
  if (working.length === 0) return { kind: 'no-work' };
  const unpriced = [reward.asset, ...working.map((earner) => earner.coin)].find(
    (asset) => priceOf(asset) === undefined,
  );
  if (unpriced !== undefined && working.some((earner) => earner.coin !== reward.asset)) {
    return { kind: 'no-price', asset: unpriced };
  }

  const parts = allocate(
    reward.amount,
    working.map((earner) => ({ key: earner, weight: earner.weight })),
    (a, b) => (a.account < b.account ? -1 : 1),
  );
  const credits: Credit[] = [];
  const postings: Posting[] = [{ account: reward.source, asset: reward.asset, amount: -reward.amount }];
  for (const { key: earner, amount: share } of parts) {
    const credit = creditOf(earner, share, reward.asset, priceOf, feePpm);
    credits.push(credit);
    postings.push(...postingsOf(credit, earner.place, reward.asset));
  }
  return { kind: 'split', credits, postings };
}

function creditOf(
  earner: Earner,
  share: bigint,
  asset: string,
  priceOf: (asset: string) => string | undefined,
  feePpm: number,
): Credit {
  const { account, coin } = earner;
  const rate =
    coin === asset
      ? { numerator: 1n, denominator: 1n }
      : rateBetween(priceOf(asset) ?? '', priceOf(coin) ?? '');
  const gross = convert(share, rate);
  const fee = (gross * BigInt(feePpm)) / million;
  return { account, share, coin, rate: formatRate(rate), gross, fee, credited: gross - fee };
}

/** A conversion is two linked legs through the pool's desk: it takes the asset and gives the coin. */
function postingsOf(credit: Credit, place: LedgerAccount, asset: string): Posting[] {
  const { coin, share, gross, fee, credited } = credit;
  const legs: Posting[] =
    coin === asset
      ? []
      : [
          { account: 'conv:desk', asset, amount: share },
          { account: 'conv:desk', asset: coin, amount: -gross },
        ];
  return [
    ...legs,
    { account: place, asset: coin, amount: credited },
    { account: 'pool:fees', asset: coin, amount: fee },
  ];
}
