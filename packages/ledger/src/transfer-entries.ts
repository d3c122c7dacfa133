import {
  boughtAccount,
  exchangeAccount,
  networkAccount,
  returningAccount,
  tradingFeesAccount,
} from './accounts.ts';
import type { Entry, Posting } from './posting.ts';

/** What an exchange has let out to a wallet of the pool; amounts in units of 10^-18. */
export interface LeftTransfer {
  readonly place: string;
  /** Ours: each is booked once. */
  readonly id: string;
  readonly network: string;
  readonly asset: string;
  /** What arrives. */
  readonly amount: bigint;
  /** What the exchange takes besides. */
  readonly fee: bigint;
  /** Of both together, what trades had brought there. */
  readonly ofBought: bigint;
}

/** What of it is taken from what trades have brought there, and none has spent: that first. */
export function ofBoughtIn(
  { amount, fee }: Pick<LeftTransfer, 'amount' | 'fee'>,
  boughtBefore: bigint,
): bigint {
  const gross = amount + fee;
  return boughtBefore < gross ? boughtBefore : gross;
}

/** What may be what miners are owed while it is on its way: what trades had brought of it. The fee is what conversions have to buy again. */
export function countedOnItsWay({ amount, ofBought }: Pick<LeftTransfer, 'amount' | 'ofBought'>): bigint {
  return ofBought < amount ? ofBought : amount;
}

/** It has left the exchange, and is in no wallet yet. Conversions pay what the exchange takes, as for trades. */
export function transferLeftEntry(transfer: LeftTransfer, at: number): Entry {
  const { place, id } = transfer;
  return {
    key: `transfer-left:${place}:${id}`,
    kind: 'treasury-transfer',
    at,
    postings: postingsOf(transfer, 1n),
  };
}

/** The exchange has given it up, and has it again. */
export function transferFailedEntry(transfer: LeftTransfer, at: number): Entry {
  const { place, id } = transfer;
  return {
    key: `transfer-failed:${place}:${id}`,
    kind: 'treasury-transfer-failed',
    at,
    postings: postingsOf(transfer, -1n),
  };
}

function postingsOf(transfer: LeftTransfer, sign: 1n | -1n): Posting[] {
  const { place, network, asset, amount, fee, ofBought } = transfer;
  return [
    { account: boughtAccount(place), asset, amount: sign * ofBought },
    { account: exchangeAccount(place), asset, amount: sign * (amount + fee - ofBought) },
    { account: returningAccount(network, place), asset, amount: -sign * amount },
    { account: tradingFeesAccount, asset, amount: -sign * fee },
  ];
}

/** It is in the wallet. */
export function transferArrivedEntry(
  { place, id, network, asset, amount }: Omit<LeftTransfer, 'fee' | 'ofBought'>,
  at: number,
): Entry {
  return {
    key: `transfer-arrived:${place}:${id}`,
    kind: 'treasury-transfer-arrived',
    at,
    postings: [
      { account: returningAccount(network, place), asset, amount },
      { account: networkAccount(network), asset, amount: -amount },
    ],
  };
}
