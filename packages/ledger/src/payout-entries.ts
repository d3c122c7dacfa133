import {
  boughtAccount,
  exchangeAccount,
  inflightAccount,
  type LedgerAccount,
  networkAccount,
  networkFeesAccount,
  restoreLossAccount,
  tradingFeesAccount,
} from './accounts.ts';
import type { Entry, Posting } from './posting.ts';

/** What the entries of a payout need to know of it; amounts in units of 10^-18 of the coin. */
export interface PayoutMoney {
  readonly id: bigint;
  /** The ledger accounts that it comes from, and would return to. */
  readonly from: readonly { readonly account: LedgerAccount; readonly amount: bigint }[];
  readonly coin: string;
  readonly network: string;
}

/** An account at an exchange out of which a payout has left. */
export interface ExchangeSource {
  readonly place: string;
  /** What trades have brought there and none has spent again, in units of 10^-18: that is taken first. */
  readonly bought: bigint;
}

/** What the network took, in its own coin. */
export interface NetworkFee {
  readonly asset: string;
  readonly amount: bigint;
}

export function reserveEntry(payout: PayoutMoney, at: number): Entry {
  const taken = payout.from.map(({ account, amount }) => ({ account, asset: payout.coin, amount: -amount }));
  const inflight = { account: inflightAccount(payout.id), asset: payout.coin, amount: amountOf(payout) };
  return { key: `reserve:${payout.id}`, kind: 'payout-reserved', at, postings: [...taken, inflight] };
}

/**
 * The payout is on its chain for good. What the network took is booked with its transaction (`networkFeeEntry`).
 *
 * @param source where it has left an exchange and no wallet
 */
export function settleEntry(payout: PayoutMoney, at: number, source?: ExchangeSource): Entry {
  const amount = amountOf(payout);
  const postings = [
    { account: inflightAccount(payout.id), asset: payout.coin, amount: -amount },
    ...(source === undefined
      ? [{ account: networkAccount(payout.network), asset: payout.coin, amount }]
      : takenFrom(source, payout.coin, amount)),
  ];
  return { key: `settle:${payout.id}`, kind: 'payout-settled', at, postings };
}

/** Gives the money back to where it came from. */
export function releaseEntry(payout: PayoutMoney, at: number): Entry {
  const back = payout.from.map(({ account, amount }) => ({ account, asset: payout.coin, amount }));
  const inflight = { account: inflightAccount(payout.id), asset: payout.coin, amount: -amountOf(payout) };
  const postings = [inflight, ...back];
  return { key: `release:${payout.id}`, kind: 'payout-released', at, postings };
}

/**
 * Gives back what a settled payout took, because its chain has lost the transaction for good. The network fee stays booked: whether it was
 * taken is the chain's to say.
 *
 * @param taken where its settlement took it from; left out, the wallet of its network
 */
export function reverseEntry(
  payout: PayoutMoney,
  at: number,
  taken: readonly Pick<Posting, 'account' | 'amount'>[] = [
    { account: networkAccount(payout.network), amount: amountOf(payout) },
  ],
): Entry {
  const back = payout.from.map(({ account, amount }) => ({ account, asset: payout.coin, amount }));
  const outsideAgain = taken.map(({ account, amount }) => ({ account, asset: payout.coin, amount: -amount }));
  return { key: `reverse:${payout.id}`, kind: 'payout-reversed', at, postings: [...outsideAgain, ...back] };
}

/**
 * Passes on to the pool what a payout gave back to its owner's accounts and the pool had already paid for this owner. Negative amounts
 * go from the pool to the owner. One entry for each payout.
 */
export function restoreLossEntry({ id, coin, from }: Omit<PayoutMoney, 'network'>, at: number): Entry {
  const taken = from.map(({ account, amount }) => ({ account, asset: coin, amount: -amount }));
  const returned = { account: restoreLossAccount, asset: coin, amount: amountOf({ from }) };
  return { key: `restore-loss:${id}`, kind: 'restore-loss-returned', at, postings: [...taken, returned] };
}

function amountOf({ from }: Pick<PayoutMoney, 'from'>): bigint {
  return from.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * What a network took for a transaction, whether it paid one payout or many, or failed on its chain. It is the pool's own cost. What an exchange takes
 * conversions pay, as for trades: the pool may have nothing of its own of the coin there, and what it took is still to be bought.
 */
export function networkFeeEntry(
  { txid, network, asset, amount }: NetworkFee & { readonly txid: string; readonly network: string },
  at: number,
  source?: ExchangeSource,
): Entry {
  const postings =
    source === undefined
      ? [
          { account: networkFeesAccount, asset, amount: -amount },
          { account: networkAccount(network), asset, amount },
        ]
      : [{ account: tradingFeesAccount, asset, amount: -amount }, ...takenFrom(source, asset, amount)];
  return { key: `network-fee:${txid}`, kind: 'network-fee-paid', at, postings };
}

function takenFrom({ place, bought }: ExchangeSource, asset: string, amount: bigint): Posting[] {
  const ofBought = bought < amount ? bought : amount;
  return [
    { account: boughtAccount(place), asset, amount: ofBought },
    { account: exchangeAccount(place), asset, amount: amount - ofBought },
  ];
}

/** What is left there for the next entry of the same moment. */
export function leftOf({ place, bought }: ExchangeSource, amount: bigint): ExchangeSource {
  return { place, bought: bought < amount ? 0n : bought - amount };
}
