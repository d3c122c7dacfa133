import { formatAmount } from '@openlode/money/amount';
import type { ExchangeTransfer, ExchangeWithdrawal, LimitOrder } from '../../domain/kernel/exchange.ts';
import { memberOf, positiveText } from '../../runtime/read-json.ts';

/** A network of ours as ccxt and the venue call it. Both are checked before anything leaves. */
export interface CcxtVenueNetwork {
  readonly coin: string;
  readonly network: string;
  /** ccxt's name. */
  readonly code: string;
  /** The venue's own. */
  readonly id: string;
}

/** What has to be known of a venue beside what ccxt knows: it was read in its documentation and in ccxt, and no venue was asked. */
export interface CcxtVenue {
  /** ccxt's name of it. */
  readonly id: string;
  /** How long it may accept a request after it was signed, ms. */
  readonly signedMs: number;
  /** Whether what a withdrawal asks for includes the venue's fee. */
  readonly feeOn: 'inside' | 'top';
  /** Decimals of a withdrawal that ccxt leaves as they are. */
  readonly withdrawDecimals: number;
  readonly networks: readonly CcxtVenueNetwork[];
  readonly options: object;
  /** The fields of an order as they have to leave, and those that may stand beside them. */
  orderFields(order: LimitOrder): Readonly<Record<string, string>>;
  withdrawalFields(
    withdrawal: ExchangeWithdrawal,
    gross: bigint,
    networkId: string,
  ): Readonly<Record<string, string>>;
  /** With their only value. */
  readonly besides: Readonly<Record<string, string>>;
  /** Where orders and withdrawals are sent. */
  readonly orderPath: string;
  readonly withdrawalPath: string;
  /** Where its lists are answered, and how long the span of one may be, s. */
  readonly lists: Readonly<Record<'trades' | 'orders' | 'withdrawal' | 'deposit', string>>;
  readonly spanMax: number;
  /** How the venue shows our id of an order, and the parameter that carries our id of a withdrawal. */
  orderId(id: string): string;
  readonly withdrawalIdName: string;
  /** The state of a transfer as the venue answered it. ccxt's own word for it may be one of failure where the venue still waits. */
  transferState(kind: ExchangeTransfer['kind'], info: unknown): ExchangeTransfer['state'];
}

export const gateVenue: CcxtVenue = {
  id: 'gate',
  signedMs: 60_000,
  feeOn: 'inside',
  withdrawDecimals: 4,
  networks: [
    { coin: 'BTC', network: 'BTC', code: 'BTC', id: 'BTC' },
    { coin: 'LTC', network: 'LTC', code: 'LTC', id: 'LTC' },
    { coin: 'KAS', network: 'KAS', code: 'KAS', id: 'KAS' },
    { coin: 'USDT', network: 'ETH', code: 'ERC20', id: 'ETH' },
    { coin: 'USDT', network: 'TRX', code: 'TRC20', id: 'TRX' },
    { coin: 'USDT', network: 'BSC', code: 'BEP20', id: 'BSC' },
  ],
  options: { fetchMarkets: { types: ['spot'] }, unifiedAccount: false },
  orderFields: ({ id, base, quote, side, amount, price }) => ({
    text: `t-${id}`,
    currency_pair: `${base}_${quote}`,
    type: 'limit',
    time_in_force: 'ioc',
    side,
    amount: formatAmount(amount),
    price: formatAmount(price),
  }),
  withdrawalFields: ({ id, coin, address, memo }, gross, chain) => ({
    currency: coin,
    chain,
    address,
    amount: formatAmount(gross),
    withdraw_order_id: id,
    ...(memo === '' ? {} : { memo }),
  }),
  besides: { account: 'spot' },
  orderPath: '/spot/orders',
  withdrawalPath: '/withdrawals',
  lists: {
    trades: '/spot/my_trades',
    orders: '/spot/orders',
    withdrawal: '/wallet/withdrawals',
    deposit: '/wallet/deposits',
  },
  // Thirty days.
  spanMax: 2_592_000,
  orderId: (id) => `t-${id}`,
  withdrawalIdName: 'withdraw_order_id',
  transferState: (kind, info) => {
    switch (memberOf(info, 'status')) {
      case 'DONE':
        // A withdrawal is completed only with the number of its block; deposits have none.
        return kind === 'deposit' || positiveText(memberOf(info, 'block_number')) !== undefined
          ? 'done'
          : 'pending';
      case 'CANCEL':
      case 'INVALID':
        return 'failed';
      // FAIL as well, which waits for a confirmation of that, and a word that is not known: who takes one for a failure pays again.
      default:
        return 'pending';
    }
  },
};
