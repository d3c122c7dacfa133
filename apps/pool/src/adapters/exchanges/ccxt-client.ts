/**
 * What is used of ccxt, a client of many exchanges, by the shapes that it documents. The pool does not depend on it: what opens an exchange
 * through it brings the library along, from an installation of its own.
 */
export type CcxtModule = Readonly<Record<string, unknown>> & {
  readonly OrderNotFound: new (...args: never[]) => Error;
};

/** A client of one exchange. Numbers are text (`number: String`), but for those of order books. */
export interface CcxtClient {
  urls: { api: unknown };
  milliseconds: () => number;
  readonly currencies: Readonly<Record<string, CcxtCurrency>>;
  loadMarkets(reload?: boolean): Promise<Readonly<Record<string, CcxtMarket>>>;
  fetchCurrencies(): Promise<Readonly<Record<string, CcxtCurrency>>>;
  fetchDepositWithdrawFees(coins: readonly string[]): Promise<Readonly<Record<string, CcxtFees>>>;
  fetchOrderBook(symbol: string, limit: number): Promise<{ readonly bids: unknown; readonly asks: unknown }>;
  fetchBalance(): Promise<{
    readonly free: Readonly<Record<string, unknown>>;
    readonly total: Readonly<Record<string, unknown>>;
  }>;
  createOrder(
    symbol: string,
    type: 'limit',
    side: 'sell' | 'buy',
    amount: string,
    price: string,
    params: object,
  ): Promise<CcxtOrder>;
  fetchOrder(id: string, symbol: string, params: object): Promise<CcxtOrder>;
  fetchClosedOrders(
    symbol: string,
    since: number,
    limit: number,
    params: object,
  ): Promise<readonly CcxtOrder[]>;
  fetchMyTrades(symbol: string, since: number, limit: number, params: object): Promise<readonly CcxtTrade[]>;
  fetchDepositAddress(
    coin: string,
    params: object,
  ): Promise<{ readonly address?: string; readonly tag?: string; readonly network?: string }>;
  withdraw(
    coin: string,
    amount: string,
    address: string,
    tag: string | undefined,
    params: object,
  ): Promise<{ readonly id?: string }>;
  fetchWithdrawals: CcxtTransfers;
  fetchDeposits: CcxtTransfers;
}

type CcxtTransfers = (
  coin: string | undefined,
  since: number,
  limit: number,
  params: object,
) => Promise<readonly CcxtTransfer[]>;

export interface CcxtMarket {
  readonly base: string;
  readonly quote: string;
  readonly active: boolean;
  readonly precision: { readonly amount: unknown; readonly price: unknown };
  readonly limits: { readonly amount: { readonly min: unknown }; readonly cost: { readonly min: unknown } };
}

export interface CcxtCurrency {
  /** The venue's own name. */
  readonly id?: string;
  /** Whether the venue has it still, and whether it takes it. */
  readonly active?: boolean;
  readonly deposit?: boolean;
  readonly networks?: Readonly<Record<string, CcxtNetwork>>;
}

export interface CcxtNetwork {
  readonly id: string;
  readonly deposit?: boolean;
  readonly withdraw?: boolean;
}

export interface CcxtFees {
  /** As the venue answered it. */
  readonly info?: unknown;
  readonly networks: Readonly<Record<string, { readonly withdraw: { readonly fee: unknown } }>>;
}

export interface CcxtOrder {
  readonly id?: string;
  readonly clientOrderId?: string;
  readonly status?: string;
  readonly filled?: unknown;
}

export interface CcxtTrade {
  readonly id?: unknown;
  readonly symbol: string;
  readonly order?: unknown;
  readonly side: 'sell' | 'buy';
  readonly amount: unknown;
  readonly price: unknown;
  readonly cost: unknown;
  readonly fees: readonly { readonly cost: unknown; readonly currency: string }[];
  readonly timestamp?: unknown;
}

export interface CcxtTransfer {
  readonly id?: unknown;
  /** What ccxt takes it for, by the first letter of its id. */
  readonly type?: string;
  readonly currency: string;
  readonly address: string;
  readonly amount: unknown;
  readonly fee?: { readonly cost?: unknown };
  readonly txid?: string;
  readonly timestamp?: unknown;
  readonly info: unknown;
}
