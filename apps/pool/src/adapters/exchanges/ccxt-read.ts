import type {
  BookLevel,
  ExchangeBalance,
  ExchangeTransfer,
  Fill,
  MarketName,
  MarketTerms,
  NetworkTerms,
} from '../../domain/kernel/exchange.ts';
import { memberOf, textOf } from '../../runtime/read-json.ts';
import type { CcxtClient, CcxtFees, CcxtMarket, CcxtTrade, CcxtTransfer } from './ccxt-client.ts';
import type { CcxtVenue, CcxtVenueNetwork } from './ccxt-venues.ts';
import { readAmount, readLeast, stepOf } from './read-amount.ts';

/** The open markets of ccxt's list between coins that our table names: a symbol that it does not name may be another coin there. */
export function marketsOf(
  markets: Readonly<Record<string, CcxtMarket>>,
  coins: ReadonlySet<string>,
): MarketTerms[] {
  return Object.values(markets)
    .filter(({ active, base, quote }) => active && coins.has(base) && coins.has(quote))
    .map(({ base, quote, precision, limits }) => ({
      base,
      quote,
      amountStep: readAmount(precision.amount),
      priceStep: readAmount(precision.price),
      amountMin: readLeast(limits.amount.min),
      valueMin: readLeast(limits.cost.min),
    }));
}

/**
 * The networks of our table that the venue has, with what it takes now. Gate names no least amount there. What cannot be asked for with the decimals
 * that ccxt leaves cannot be withdrawn.
 */
export async function networksOf(
  client: CcxtClient,
  offered: readonly CcxtVenueNetwork[],
  { withdrawDecimals, feeOn }: CcxtVenue,
): Promise<NetworkTerms[]> {
  const fees = await client.fetchDepositWithdrawFees([...new Set(offered.map(({ coin }) => coin))]);
  const amountStep = stepOf(withdrawDecimals);
  return offered.map(({ coin, network, code, id }) => {
    const fee = feeOf(fees[coin], code, id);
    const isOpen = client.currencies[coin]?.networks?.[code]?.withdraw !== false;
    const fits = feeOn === 'top' || fee === undefined || fee % amountStep === 0n;
    return { coin, network, canWithdraw: isOpen && fits, amountMin: amountStep, amountStep, fee };
  });
}

/** What a withdrawal costs; undefined where a part of it is a share of the amount, which ccxt does not read. */
function feeOf(fees: CcxtFees | undefined, code: string, id: string): bigint | undefined {
  const value = fees?.networks[code]?.withdraw.fee;
  const shares = [
    memberOf(fees?.info, 'withdraw_percent'),
    memberOf(memberOf(fees?.info, 'withdraw_percent_on_chains'), id),
  ];
  const isFixed = shares.every(
    (share) => share === undefined || (typeof share === 'string' && /^0(\.0+)?%?$/.test(share)),
  );
  return value === undefined || !isFixed ? undefined : readAmount(value);
}

export function balancesOf(
  { free, total }: Awaited<ReturnType<CcxtClient['fetchBalance']>>,
  coins: ReadonlySet<string>,
): Map<string, ExchangeBalance> {
  const balances = new Map<string, ExchangeBalance>();
  for (const [coin, all] of Object.entries(total)) {
    const balance = { total: readAmount(all), available: readAmount(free[coin]) };
    if (coins.has(coin)) balances.set(coin, balance);
    else if (balance.total !== 0n) balances.set(`[${coin}]`, balance);
  }
  return balances;
}

/** @param coins those of our table */
export function fillOf(market: MarketName, trade: CcxtTrade, coins: ReadonlySet<string>): Fill {
  if (trade.symbol !== `${market.base}/${market.quote}`) throw new Error('a trade of another market');
  return {
    base: market.base,
    quote: market.quote,
    exchangeId: textOf(trade.id),
    orderExchangeId: textOf(trade.order),
    side: trade.side,
    amount: readAmount(trade.amount),
    price: readAmount(trade.price),
    value: readAmount(trade.cost),
    fees: trade.fees
      .map(({ cost, currency }) => ({
        amount: readAmount(cost),
        coin: coins.has(currency) ? currency : `[${currency}]`,
      }))
      .filter(({ amount }) => amount !== 0n),
    at: msOf(trade.timestamp),
  };
}

export function transferOf(
  kind: ExchangeTransfer['kind'],
  coin: string,
  { id, type, currency, address, amount, fee: { cost } = {}, txid, timestamp, info }: CcxtTransfer,
  venue: CcxtVenue,
): ExchangeTransfer {
  if (currency !== coin) throw new Error('a transfer of another coin');
  const ours = memberOf(info, venue.withdrawalIdName);
  const fee = cost === undefined ? 0n : readAmount(cost);
  // ccxt takes the fee from the amount of what it knows for a withdrawal by its id alone.
  const gross = kind === 'withdrawal' && type !== kind ? fee : 0n;
  return {
    kind,
    exchangeId: textOf(id),
    id: typeof ours === 'string' && ours !== '' ? ours : undefined,
    coin,
    address,
    amount: readAmount(amount) - gross,
    fee,
    state: venue.transferState(kind, info),
    txid: txid === undefined || txid === '' ? undefined : txid,
    at: msOf(timestamp),
  };
}

export function levelOf(item: unknown): BookLevel {
  return { price: readAmount(memberOf(item, 0)), amount: readAmount(memberOf(item, 1)) };
}

/** An instant of ccxt's, ms; throws on anything else. */
export function msOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('a time that is no number');
  return value;
}
