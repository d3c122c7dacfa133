import {
  boughtAccount,
  capitalAccount,
  correctionsAccount,
  exchangeAccount,
  type LedgerAccount,
  transitAccount,
} from './accounts.ts';
import type { Entry } from './posting.ts';

/** Where a transfer to an exchange stands in the ledger: on its way, credited there, or written off as lost. */
export type TransitState = 'open' | 'arrived' | 'written-off';

/** A transfer to an exchange; `amount` in units of 10^-18. */
export interface Transit {
  readonly place: string;
  readonly network: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly txid: string;
  /** How often it was moved before. */
  readonly moves: number;
  /** Sent to be sold for conversions: it lies there beside what trades have brought, and is sold first. */
  readonly isToSell?: boolean;
}

/** Moves a transfer from one state to another. The wallets and every other place stay as they are. */
export function transitEntry(
  { place, network, asset, amount, txid, moves, isToSell = false }: Transit,
  from: TransitState,
  to: TransitState,
  at: number,
): Entry {
  const accounts: Readonly<Record<TransitState, LedgerAccount>> = {
    open: transitAccount(network, place),
    arrived: isToSell ? boughtAccount(place) : exchangeAccount(place),
    'written-off': correctionsAccount,
  };
  return {
    key: `transit:${place}:${txid}:${moves + 1}`,
    kind: 'treasury-transit',
    at,
    postings: [
      { account: accounts[from], asset, amount },
      { account: accounts[to], asset, amount: -amount },
    ],
  };
}

/** What an exchange says that it holds of a coin, in units of 10^-18, as the ledger begins to know of it: the operator's own money. */
export function openingEntry(place: string, asset: string, amount: bigint, at: number): Entry {
  return {
    key: `place-opened:${place}:${asset}`,
    kind: 'treasury-place-opened',
    at,
    postings: [
      { account: exchangeAccount(place), asset, amount: -amount },
      { account: capitalAccount, asset, amount },
    ],
  };
}

/** What an exchange has more, or with a negative amount less, than the ledger says; in units of 10^-18. */
export interface PlaceCorrection {
  readonly place: string;
  readonly asset: string;
  readonly amount: bigint;
  /** All that lies there, by the ledger. */
  readonly booked: bigint;
  /** What of that trades have brought, and none has spent. */
  readonly bought: bigint;
  /** What the look at the exchange is called that said so: each is booked once. */
  readonly look: string;
}

/** The pool gains or bears what differs, its own there first: so what of it stands for what miners are owed is the same before and after (`countedAt`). */
export function placeCorrectionEntry(
  { place, asset, amount, booked, bought, look }: PlaceCorrection,
  at: number,
): Entry {
  const left = amount < 0n ? booked + amount : booked;
  const counted = left < bought ? left : bought;
  const ofBought = bought - (counted > 0n ? counted : 0n);
  return {
    key: `place-corrected:${place}:${asset}:${look}`,
    kind: 'treasury-place-corrected',
    at,
    postings: [
      { account: boughtAccount(place), asset, amount: ofBought },
      { account: exchangeAccount(place), asset, amount: -amount - ofBought },
      { account: correctionsAccount, asset, amount },
    ],
  };
}
