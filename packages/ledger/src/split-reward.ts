import { isMinersAccount, type LedgerAccount } from './accounts.ts';
import { allocate } from './allocate.ts';
import { type Credit, creditPart, type Payee } from './credit-part.ts';
import type { ConversionTerms } from './conversion.ts';
import type { FeeTerms } from './fee-split.ts';
import type { Posting } from './posting.ts';

/** A miner with work in a round, and the weight of that work. */
export interface Weighed {
  readonly minerId: bigint;
  readonly weight: bigint;
}

/** Who is credited, where and on what terms. */
export interface Terms extends Payee {
  readonly terms: FeeTerms;
}

export interface Earner extends Terms, Weighed {}

export interface Reward {
  readonly asset: string;
  readonly amount: bigint;
  /** Where the reward comes from. */
  readonly rewardAccount: LedgerAccount;
}

export type SplitOutcome =
  | { readonly kind: 'split'; readonly credits: readonly Credit[]; readonly postings: readonly Posting[] }
  | { readonly kind: 'no-work' };

/** A reward that is shared out in parts, so that hundreds of thousands of credits are never in memory together. */
export interface Split<Worker> {
  /** Who has a part, in the order of the parts. */
  readonly workers: readonly Worker[];
  /** Credits the parts from one number to before another; each part once. */
  credit(from: number, to: number): Credit[];
  /** What the parts that were credited move, the reward's own side included; once at the end. */
  postings(): Posting[];
}

/**
 * Shares one reward out: by weight to the last unit, each part converted to its earner's coin (rounded down, the conversion account
 * keeps the fraction), less the fee. A part whose coin has no fresh price waits in its own asset and does not delay the others.
 * The postings sum to nothing in every asset.
 */
export function splitReward(
  reward: Reward,
  earners: readonly Earner[],
  ownerOf: (minerId: bigint) => Payee,
  conversion: ConversionTerms,
): SplitOutcome {
  const split = openSplit(reward, earners, (earner) => earner, ownerOf, conversion);
  if (split === 'no-work') return { kind: 'no-work' };
  return { kind: 'split', credits: split.credit(0, split.workers.length), postings: split.postings() };
}

/**
 * `splitReward` in parts: the parts are allocated at once, and `credit` makes the credits of some of them; only then are their terms
 * looked up.
 */
export function openSplit<Worker extends Weighed>(
  reward: Reward,
  workers: readonly Worker[],
  termsOf: (worker: Worker) => Terms,
  ownerOf: (minerId: bigint) => Payee,
  conversion: ConversionTerms,
): Split<Worker> | 'no-work' {
  const working = workers.filter(({ weight }) => weight > 0n);
  if (working.length === 0) return 'no-work';
  const shares = allocate(reward.amount, working, (a, b) => (a.minerId < b.minerId ? -1 : 1));
  const postings: Posting[] = [
    { account: reward.rewardAccount, asset: reward.asset, amount: -reward.amount },
  ];
  const shared = new SharedAccounts();
  return {
    workers: working,
    credit: (from, to) =>
      shares.slice(from, to).map((share, index) => {
        const miner = termsOf(working[from + index] as Worker);
        const booked = creditPart(
          { asset: reward.asset, share, miner, terms: miner.terms, ownerOf },
          conversion,
        );
        for (const posting of booked.postings) if (!shared.add(posting)) postings.push(posting);
        return booked.credit;
      }),
    postings: () => [...postings, ...shared.postings()],
  };
}

/** The pool's own places, which every part moves: summed as they come, so that an entry has one posting of each. */
class SharedAccounts {
  readonly #sums = new Map<LedgerAccount, Map<string, bigint>>();

  /** False for an account of a miner. */
  add({ account, asset, amount }: Posting): boolean {
    if (isMinersAccount(account)) return false;
    let sums = this.#sums.get(account);
    if (sums === undefined) this.#sums.set(account, (sums = new Map()));
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    return true;
  }

  postings(): Posting[] {
    return [...this.#sums].flatMap(([account, sums]) =>
      [...sums].map(([asset, amount]) => ({ account, asset, amount })),
    );
  }
}
