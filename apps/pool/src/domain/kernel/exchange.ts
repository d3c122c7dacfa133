/**
 * An account at a trading venue, in nine calls. Amounts are units of 10^-18 of their coin. What only reads rejects where it was not answered.
 * What moves money never rejects: whatever goes wrong after a request has left, the venue may have done it, and the answer is `unknown`.
 */
export interface Exchange {
  readonly name: string;
  /** How long the venue may still accept a request after it was made, ms. One that has waited half as long is not sent. */
  readonly validMs: number;
  /** Its markets and networks, with steps, minima and fees, asked again each time. What is sent is compared with those that were asked for last. */
  terms(): Promise<ExchangeTerms>;
  /** The best offers of a market. */
  book(market: MarketName): Promise<OrderBook>;
  /** By coin. What our table of the venue's names does not have stands under the venue's name in brackets, `[XXBT.F]`, where there is any. */
  balances(): Promise<ReadonlyMap<string, ExchangeBalance>>;
  /** Sends an order once. It fills at its price or better at once, and what does not is cancelled (IOC). */
  place(order: LimitOrder): Promise<RequestOutcome>;
  /** What became of an order, found by our own id. */
  lookUpOrder(order: LimitOrder): Promise<OrderLookUp>;
  /** What was traded in a market since a time, ms by our clock, the oldest first; what the venue dates up to an hour earlier is among it. */
  fills(market: MarketName, since: number): Promise<readonly Fill[]>;
  depositAddress(coin: string, network: string): Promise<DepositAddress>;
  /** Sends a withdrawal once. */
  withdraw(withdrawal: ExchangeWithdrawal): Promise<RequestOutcome>;
  /**
   * What came in or went out of a coin since a time, ms by our clock, the oldest first; what the venue dates up to an hour earlier is among it.
   * All of it: rejects where a part may be missing, and where that is longer ago than the venue shows.
   */
  transfers(
    kind: ExchangeTransfer['kind'],
    coin: string,
    since: number,
  ): Promise<readonly ExchangeTransfer[]>;
}

/** What is needed to watch an account and its markets: nothing that moves money. */
export interface WatchedExchange extends Pick<Exchange, 'name' | 'balances' | 'transfers'> {
  /** Coins that other pools pay into it, so that the first payment comes to a coin that is begun; none where it is left out. */
  readonly expects?: readonly string[];
  /** Where it takes one of those, asked again each time. Rejects where it was not answered; left out by one that expects none. */
  takes?(coin: string): Promise<TakenCoin>;
  /** The markets of coins that our table of the venue's names has, asked again each time. */
  markets(): Promise<readonly MarketTerms[]>;
  /** What one of them offers now, and what it has traded. */
  marketNow(market: MarketName): Promise<MarketOffers>;
  /** `address` as miners spell it, `networkAddress` as the network does: a signer's list has it so. */
  depositAddress(
    coin: string,
    network: string,
  ): Promise<DepositAddress & { readonly networkAddress: string }>;
}

/** What an exchange itself says of a coin that comes in from outside. */
export type TakenCoin =
  /** `addresses`: those of the account, as the network writes them. `closed`: why it takes nothing at this moment. */
  | { readonly kind: 'taken'; readonly addresses: readonly string[]; readonly closed?: string }
  /** It has no such coin, no such way in, or one that no other pool can use: why, in words. */
  | { readonly kind: 'not-taken'; readonly why: string };

/** A coin that other pools pay into an account, as the settings name it. */
export interface ExpectedCoin {
  readonly coin: string;
  /** What the exchange calls the coin, and the network on which it comes; left out where the exchange is to say it by itself. */
  readonly exchangeCoin?: string;
  readonly exchangeNetwork?: string;
}

/** What orders need of an account: nothing that withdraws. */
export type TradingExchange = Pick<
  Exchange,
  'name' | 'validMs' | 'balances' | 'place' | 'lookUpOrder' | 'fills'
>;

/** What transfers to wallets need of an account: nothing that trades. */
export type WithdrawingExchange = Pick<Exchange, 'name' | 'validMs' | 'balances' | 'withdraw' | 'transfers'>;

/** What payouts out of an account need of it: nothing that trades. */
export type PayingExchange = WithdrawingExchange & {
  /** The addresses that the account may pay a coin to on a network, asked again each time. `any`: it keeps no such list, and its operator has confirmed that. */
  registered(coin: string, network: string): Promise<readonly DepositAddress[] | 'any'>;
  /** Asks what is asked before a withdrawal is sent, its fee among it, and rejects where it would not be sent now. */
  check(withdrawal: Omit<ExchangeWithdrawal, 'madeAt'>): Promise<void>;
};

/** An account that may withdraw, and where to: addresses of our own wallets alone. */
export interface Withdrawer {
  readonly exchange: WithdrawingExchange;
  readonly listed: readonly ListedAddress[];
}

/** A wallet of ours that the exchange has listed; the address itself is the rail's. */
export interface ListedAddress {
  readonly coin: string;
  readonly network: string;
  /** The most that the exchange may take for a transfer, in units of 10^-18. */
  readonly feeMax: bigint;
}

export interface MarketName {
  /** The coin that is traded. */
  readonly base: string;
  /** The coin that it is priced in. */
  readonly quote: string;
}

export interface ExchangeTerms {
  readonly markets: readonly MarketTerms[];
  readonly networks: readonly NetworkTerms[];
}

export interface MarketTerms extends MarketName {
  /** Amounts of the base are multiples of it. */
  readonly amountStep: bigint;
  /** Prices, units of the quote for one whole base, are multiples of it. */
  readonly priceStep: bigint;
  readonly amountMin: bigint;
  /** The least that an order is worth, in the quote. */
  readonly valueMin: bigint;
}

/** How a coin leaves the venue on one of our networks. */
export interface NetworkTerms {
  readonly coin: string;
  readonly network: string;
  readonly canWithdraw: boolean;
  readonly amountMin: bigint;
  /** Undefined where the venue names it only for a withdrawal. */
  readonly fee: bigint | undefined;
  readonly amountStep: bigint;
}

export interface OrderBook {
  /** The dearest first. */
  readonly bids: readonly BookLevel[];
  /** The cheapest first. */
  readonly asks: readonly BookLevel[];
}

/** A book, and how much it can be trusted. */
export interface MarketOffers extends OrderBook {
  /** Of the base, in the last 24 hours. */
  readonly dayVolume: bigint;
  /** The newest change of one of its offers, ms by the venue's clock. */
  readonly changedAt: number;
}

export interface BookLevel {
  readonly price: bigint;
  readonly amount: bigint;
}

export interface ExchangeBalance {
  readonly available: bigint;
  readonly total: bigint;
}

export interface LimitOrder extends MarketName {
  /** Ours, given once: 1 to 18 small letters, digits and hyphens. */
  readonly id: string;
  readonly side: 'sell' | 'buy';
  /** Of the base. */
  readonly amount: bigint;
  /** The worst that is taken: units of the quote for one whole base. */
  readonly price: bigint;
  /** When it was made, ms. */
  readonly madeAt: number;
}

export interface ExchangeWithdrawal {
  /** Ours, given once: 1 to 18 small letters, digits and hyphens. */
  readonly id: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  /** What arrives there, whatever the venue takes. */
  readonly amount: bigint;
  /** The most that the venue may take besides. */
  readonly feeMax: bigint;
  readonly madeAt: number;
}

export type RequestOutcome =
  | { readonly kind: 'accepted'; readonly exchangeId: string }
  /** Nothing has left this process. */
  | { readonly kind: 'not-sent'; readonly why: string }
  /** It has left, and was not answered as one that was taken: it may have been all the same. */
  | { readonly kind: 'unknown'; readonly why: string };

export type OrderLookUp =
  | { readonly kind: 'found'; readonly exchangeId: string; readonly isOpen: boolean; readonly filled: bigint }
  /** The venue answered, and has no such order. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unanswered'; readonly why: string };

export interface Fill extends MarketName {
  readonly exchangeId: string;
  readonly orderExchangeId: string;
  readonly side: 'sell' | 'buy';
  readonly amount: bigint;
  readonly price: bigint;
  /** Of the quote, what was paid for it without the fee, as the venue rounds it. */
  readonly value: bigint;
  /** What was taken for it, nothing left out: none, one or, where the venue has coins of its own for fees, several. */
  readonly fees: readonly FillFee[];
  readonly at: number;
}

export interface FillFee {
  readonly amount: bigint;
  /** A coin that our table of the venue's names does not have stands in brackets, `[GT]`. */
  readonly coin: string;
}

export interface DepositAddress {
  readonly address: string;
  readonly memo: string;
}

export interface ExchangeTransfer {
  readonly kind: 'deposit' | 'withdrawal';
  readonly exchangeId: string;
  /** Ours, where the venue keeps it; undefined where it does not. */
  readonly id: string | undefined;
  readonly coin: string;
  readonly address: string;
  /** What has arrived or will, without the fee. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly state: 'pending' | 'done' | 'failed';
  readonly txid: string | undefined;
  readonly at: number;
}
