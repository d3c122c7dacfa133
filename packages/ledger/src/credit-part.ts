import { conversionAccount, feesAccount, type LedgerAccount } from './accounts.ts';
import {
  convertAmount,
  type ConversionOutcome,
  type ConversionTerms,
  type WaitReason,
} from './conversion.ts';
import { type FeeTerms, type ReferralTerms, takeFee } from './fee-split.ts';
import type { Posting } from './posting.ts';
import { convertRealised, type Realised } from './sold-first.ts';

/** A party that can be credited: the payout coin and the ledger account. */
export interface Payee {
  readonly minerId: bigint;
  readonly coin: string;
  readonly ledgerAccount: LedgerAccount;
  /** Where parts stand that cannot be converted yet, each in its own asset. */
  readonly pendingAccount: LedgerAccount;
}

/** A part of a reward that is to be credited. */
export interface Part {
  readonly asset: string;
  readonly share: bigint;
  readonly miner: Payee;
  readonly terms: FeeTerms;
  readonly ownerOf: (minerId: bigint) => Payee;
  /** Where it was sold first: what its line brought. */
  readonly realised?: Realised | undefined;
}

function isToBeSold({ asset, share, miner }: Part, { isSoldFirst }: ConversionTerms): boolean {
  return asset !== miner.coin && share > 0n && isSoldFirst?.(asset) === true;
}

/** How a part became a credit: every figure of a receipt. */
export type Credit = ConvertedCredit | WaitingCredit;

interface CreditBase {
  readonly minerId: bigint;
  /** In the mined asset. */
  readonly share: bigint;
  readonly coin: string;
  readonly terms: FeeTerms;
}

export interface ConvertedCredit extends CreditBase {
  readonly kind: 'converted';
  /** Units of the coin for one unit of the asset, as decimal text. */
  readonly rate: string;
  readonly gross: bigint;
  /** What the platform keeps. */
  readonly fee: bigint;
  /** What the owners of codes get, in the miner's coin. */
  readonly referral: bigint;
  readonly credited: bigint;
  readonly referrals: readonly ReferralCredit[];
}

export interface WaitingCredit extends CreditBase {
  readonly kind: 'waiting';
  readonly why: WaitReason;
}

export interface ReferralCredit extends ReferralTerms {
  /** In the miner's coin. */
  readonly amount: bigint;
  /** The owner's coin. */
  readonly coin: string;
  readonly outcome: ConversionOutcome;
}

export interface BookedPart {
  readonly credit: Credit;
  /** They sum to the share in its asset and to nothing in every other: the caller adds where it comes from. */
  readonly postings: readonly Posting[];
}

/** Converts a part to its miner's coin, less the fee, and each owner's earning to the owner's coin; what cannot be converted waits. */
export function creditPart(part: Part, conversion: ConversionTerms): BookedPart {
  const { asset, share, miner, terms, realised } = part;
  const { minerId, coin } = miner;
  const converted: ConversionOutcome =
    realised !== undefined
      ? convertRealised(share, realised, coin, conversion)
      : isToBeSold(part, conversion)
        ? { kind: 'waits', why: 'to-be-sold' }
        : convertAmount(share, asset, coin, conversion);
  if (converted.kind === 'waits') {
    return {
      credit: { kind: 'waiting', minerId, share, coin, terms, why: converted.why },
      postings: [{ account: miner.pendingAccount, asset, amount: share }],
    };
  }
  const gross = converted.amount;
  // No limit holds it, as its coins are sold; what has to be bought for it is open like for any other.
  if (realised !== undefined) conversion.exposure?.add(asset, share, coin, gross);
  const { fee, referral, referrals, credited } = takeFee(gross, terms);
  const postings = conversionLegs(asset, share, coin, gross, conversion);
  postings.push(
    { account: miner.ledgerAccount, asset: coin, amount: credited },
    { account: feesAccount, asset: coin, amount: fee },
  );
  const earned: ReferralCredit[] = [];
  for (const each of referrals) {
    const owner = creditOwner(each, coin, part.ownerOf(each.owner), conversion);
    earned.push(owner.credit);
    postings.push(...owner.postings);
  }
  const { rate } = converted;
  return {
    credit: {
      kind: 'converted',
      minerId,
      share,
      coin,
      terms,
      rate,
      gross,
      fee,
      referral,
      credited,
      referrals: earned,
    },
    postings,
  };
}

/** An owner's earning, from the miner's coin to the owner's. The postings sum to the amount in the miner's coin. */
export function creditOwner(
  earning: ReferralTerms & { readonly amount: bigint },
  asset: string,
  owner: Payee,
  conversion: ConversionTerms,
): { readonly credit: ReferralCredit; readonly postings: readonly Posting[] } {
  const outcome = convertAmount(earning.amount, asset, owner.coin, conversion);
  const credit = { ...earning, coin: owner.coin, outcome };
  if (outcome.kind === 'waits')
    return { credit, postings: [{ account: owner.pendingAccount, asset, amount: earning.amount }] };
  const postings = conversionLegs(asset, earning.amount, owner.coin, outcome.amount, conversion);
  postings.push({ account: owner.ledgerAccount, asset: owner.coin, amount: outcome.amount });
  return { credit, postings };
}

/**
 * A conversion is two linked legs through the pool's conversion account: it takes the asset and gives the coin. The object literals are
 * written out because they are made for each part of a round: one with a spread in its middle takes twenty times as long.
 */
function conversionLegs(
  asset: string,
  taken: bigint,
  coin: string,
  given: bigint,
  { booked }: ConversionTerms,
): Posting[] {
  if (asset === coin) return [];
  booked?.(asset, taken, coin, given);
  return [
    { account: conversionAccount, asset, amount: taken },
    { account: conversionAccount, asset: coin, amount: -given },
  ];
}
