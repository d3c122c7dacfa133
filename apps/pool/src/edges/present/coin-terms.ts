import type { PaysHere } from '@openlode/mining/paid-here';
import { allSuspended, type CoinListing } from '../../domain/payouts/payout-availability.ts';
import type { Minimum } from '../../domain/miners/payout-minimums.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { PaidThrough } from '../../domain/kernel/rails.ts';
import type { PublishedSpread } from '../../domain/conversion/coin-class.ts';
import { type PayoutFlags, payoutFlags } from './payout-flags.ts';

/** What the operator and the rail make of the coins of the catalogue at one moment. */
export interface CoinTerms {
  /** Symbols of the coins that earn nothing, whether the catalogue or the operator delisted them. */
  readonly delisted: ReadonlySet<string>;
  readonly flagsOf: (coin: string, network: string) => PayoutFlags;
  /** The least payment where it follows fees, and the one that was announced. */
  readonly minimumOf: (coin: string, network: string) => Minimum;
  /** What conversions keep back for a coin; undefined where they keep nothing for any. */
  readonly spreadOf: (coin: string) => PublishedSpread | undefined;
  /** Why new work is not paid in a coin that a rail may pay, in words. */
  readonly notPaidWhy: (coin: string) => string | undefined;
  /** Two terms with the same key say the same. */
  readonly key: string;
}

/** What pays the coins: now, and at all. */
export interface PaidBy {
  readonly rail: Pick<Rail, 'pays'> & PaidThrough;
  readonly paysHere: PaysHere;
  /** Left out where it pays new work in every coin. */
  notPaidWhy?: ((coin: string) => string | undefined) | undefined;
}

export function coinTerms(
  listing: CoinListing,
  { rail, paysHere, notPaidWhy = () => undefined }: PaidBy,
): CoinTerms {
  return {
    delisted: listing.delisted,
    flagsOf: (coin, network) =>
      payoutFlags(listing.payoutsOf({ coin, network }), {
        railPays: rail.pays(coin, network),
        isPaidHere: paysHere(coin, network),
        isThroughExchange: rail.isThroughExchange?.(network) ?? false,
      }),
    minimumOf: (coin, network) => listing.minimumOf({ coin, network }),
    spreadOf: listing.spreadOf,
    notPaidWhy,
    key: listing.key,
  };
}

/** The terms as they are now, made again only for a listing that was read again. */
export function currentCoinTerms(
  listing: () => CoinListing,
  { payoutBlockReason, ...paidBy }: PaidBy & { readonly payoutBlockReason: () => string | undefined },
): () => CoinTerms {
  let seen: CoinListing | undefined;
  let usual: CoinTerms | undefined;
  let held: CoinTerms | undefined;
  return () => {
    const listed = listing();
    if (listed !== seen) {
      seen = listed;
      usual = undefined;
      held = undefined;
    }
    if (payoutBlockReason() === undefined) {
      usual ??= coinTerms(listed, paidBy);
      return usual;
    }
    held ??= coinTerms(allSuspended(listed), paidBy);
    return held;
  };
}
