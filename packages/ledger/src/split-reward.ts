import { allocate } from './allocate.ts';
import { type Credit, creditPart, type Payee } from './credit-part.ts';
import type { Market } from './exchange.ts';
import type { FeeTerms } from './fee-split.ts';
import type { LedgerAccount, Posting } from './posting.ts';

/** Somebody who worked for a round: what they weigh in it, and on what terms they are credited. */
export interface Earner extends Payee {
  readonly weight: bigint;
  readonly terms: FeeTerms;
}

export interface Reward {
  readonly asset: string;
  readonly amount: bigint;
  /** Where the reward comes from. */
  readonly source: LedgerAccount;
}

export type SplitOutcome =
  | { readonly kind: 'split'; readonly credits: readonly Credit[]; readonly postings: readonly Posting[] }
  | { readonly kind: 'no-work' };

/**
 * Shares one reward out: by weight to the last unit, each part converted to its earner's coin (rounded down, the pool's desk
 * keeps the fraction), less the fee. A part whose coin has no fresh price waits in its own asset and holds nobody else up.
 * The postings sum to nothing in every asset.
 */
export function splitReward(
  reward: Reward,
  earners: readonly Earner[],
  ownerOf: (account: bigint) => Payee,
  market: Market,
): SplitOutcome {
  const working = earners.filter((earner) => earner.weight > 0n);
  if (working.length === 0) return { kind: 'no-work' };
  const parts = allocate(
    reward.amount,
    working.map((earner) => ({ key: earner, weight: earner.weight })),
    (a, b) => (a.account < b.account ? -1 : 1),
  );
  const credits: Credit[] = [];
  const postings: Posting[] = [{ account: reward.source, asset: reward.asset, amount: -reward.amount }];
  for (const { key: miner, amount: share } of parts) {
    const booked = creditPart({ asset: reward.asset, share, miner, terms: miner.terms, ownerOf }, market);
    credits.push(booked.credit);
    for (const posting of booked.postings) postings.push(posting);
  }
  return { kind: 'split', credits, postings };
}
