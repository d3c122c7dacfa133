import { boughtAccount, exchangeAccount } from '@openlode/ledger/accounts';
import { isLoneMarket } from '@openlode/ledger/conversion-spread';
import type { CoinPrice } from '@openlode/ledger/order-size';
import { dollar, type TradedBefore, tradeMoney, type TradePosition } from '@openlode/ledger/trade-question';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { agreementOn } from '../conversion/agreed-rates.ts';
import { readAccepted } from '../conversion/open-conversion.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { isBoughtInSql, isTransitInSql } from '../ledger/account-names.ts';
import { isUnfinishedInSql } from './orders/order-rows.ts';
import { soldFirstInSql } from '../rounds/sold-first.ts';
import { placeBarrier } from './places/place-standing.ts';
import { askWallet, isOnOneOf, leavingInSql } from './read-positions.ts';

/** A position, and in words why it is what it is. */
export interface KnownPosition extends TradePosition {
  /** Why nothing of the coin may be traded at the exchange. */
  readonly closed: string | undefined;
  /** How the sources of its price stand. */
  readonly judgement: string;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'conversionSpreads'> & {
  readonly floats?: readonly WalletFloat[] | undefined;
  readonly wallet: Wallet;
};

/**
 * How the pool stands in every coin that conversions have left, that wallets should have or that lies at the exchange, by symbol. The wallets are
 * asked first: a payout is on its way in the ledger before it leaves the wallet.
 *
 * @param place the exchange; undefined where there is none
 */
export async function readTradePositions(
  ctx: Context,
  place: string | undefined,
): Promise<readonly KnownPosition[]> {
  const { db, clock, floats = [] } = ctx;
  const { amounts, unanswered } = await askWallet(ctx.wallet);
  const silent = new Set(unanswered.map(({ network }) => network));
  const rows = await readBalances(db, place);
  const accepted = await readAccepted(db, clock.now());
  const targets = new Map<string, bigint>();
  for (const { coin, target } of floats) targets.set(coin, (targets.get(coin) ?? 0n) + target);
  const positions: KnownPosition[] = [];
  // Money of which the ledger knows nothing has to be named as that.
  const unknown = tradeMoney.filter(
    (money) => place !== undefined && rows.every(({ coin }) => coin !== money),
  );
  for (const { coin, ...row } of [...rows, ...unknown.map((each) => ({ ...nothing, coin: each }))]) {
    const target = targets.get(coin) ?? 0n;
    const isEmpty = row.converted === 0n && row.exchange === 0n && row.onItsWay === 0n && target === 0n;
    if (isEmpty && !tradeMoney.includes(coin)) continue;
    const agreement = coin === dollar ? undefined : agreementOn(ctx, coin, accepted);
    const closed =
      place === undefined ? 'there is no exchange' : await placeBarrier(db, { place, coin }, clock.now());
    positions.push({
      coin,
      ...row,
      wallets: amounts.get(coin) ?? 0n,
      target,
      closed,
      // By a look that found the exchange equal; what orders hold of it, the exchange is asked for.
      at: closed === undefined ? { kind: 'open', available: row.exchange } : { kind: 'closed' },
      judgement: agreement?.kind ?? 'agreed',
      price: priceOf(ctx, coin, agreement),
      isSilent: coin !== dollar && isOnOneOf(silent, coin),
    });
  }
  return positions;
}

/** The agreed prices of coins now; one without an agreed price is left out. */
export async function readPrices(
  ctx: Pick<ServiceContext, 'clock' | 'rates' | 'conversionSpreads'> & { readonly db: Queryable },
  coins: readonly string[],
): Promise<ReadonlyMap<string, CoinPrice>> {
  const accepted = await readAccepted(ctx.db, ctx.clock.now());
  return new Map(
    coins.flatMap((coin) => {
      const price = priceOf(ctx, coin, coin === dollar ? undefined : agreementOn(ctx, coin, accepted));
      return price === undefined ? [] : [[coin, price] as const];
    }),
  );
}

/** A thin coin's orders may go further from the price: its class is what the operator has named, else what is known of its market. */
function priceOf(
  { conversionSpreads }: Pick<ServiceContext, 'conversionSpreads'>,
  coin: string,
  agreement: ReturnType<typeof agreementOn> | undefined,
): TradePosition['price'] {
  if (coin === dollar) return { usd: '1', askUsd: '1', isThin: false };
  if (agreement?.kind !== 'agreed') return undefined;
  const { usd, askUsd } = agreement;
  const byOperator = conversionSpreads?.named.get(coin);
  return { usd, askUsd, isThin: byOperator === undefined ? isLoneMarket(agreement) : byOperator === 'thin' };
}

const nothing = { owed: 0n, leaving: 0n, exchange: 0n, bought: 0n, onItsWay: 0n, converted: 0n };

type Row = Pick<
  TradePosition,
  'coin' | 'owed' | 'leaving' | 'exchange' | 'bought' | 'onItsWay' | 'converted'
>;

/** What waits to be sold is traded like what conversions have to sell: its miners are owed what it brings. */
async function readBalances(db: Queryable, place: string | undefined): Promise<readonly Row[]> {
  const [account, bought] = [exchangeAccount(place ?? ''), boughtAccount(place ?? '')];
  return db.query<Row>(sql`
    WITH ${leavingInSql}, ${soldFirstInSql}, booked AS (
      SELECT asset AS coin,
             coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS owed,
             coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted,
             -coalesce(sum(amount) FILTER (WHERE account IN (${account}, ${bought})), 0) AS exchange,
             -coalesce(sum(amount) FILTER (WHERE ${isBoughtInSql}), 0) AS bought,
             -coalesce(sum(amount) FILTER (WHERE ${isTransitInSql}), 0) AS "onItsWay"
        FROM balances GROUP BY asset
    )
    SELECT coin, owed - coalesce(sold_first.amount, 0) AS owed, converted + coalesce(sold_first.amount, 0) AS converted,
           exchange, bought, "onItsWay", coalesce(leaving.amount, 0) AS leaving
      FROM booked LEFT JOIN leaving ON leaving.asset = coin LEFT JOIN sold_first ON sold_first.asset = coin ORDER BY coin`);
}

interface BookedTrade {
  readonly sold: string;
  readonly soldAmount: bigint;
  readonly bought: string;
  readonly boughtAmount: bigint;
  /** Null where it was booked off the agreed rates, or without one. */
  readonly soldUsd: bigint | null;
  readonly boughtUsd: bigint | null;
  readonly isOfHour: boolean;
}

/**
 * What the trades of the last hour and day were worth and lost, in units of 10^-18 dollars: those of orders, and those that were booked by hand. What one
 * by hand was worth when it was booked counts; of one that was off the agreed rates, what it is by those of now, against the pool: what it gained by them
 * is taken for a mistake, and outweighs no loss. An order counts from when it was stored, with the most that it can be worth until it is over.
 */
export async function readTradedBefore(
  ctx: Pick<ServiceContext, 'clock' | 'rates' | 'conversionSpreads'> & { readonly db: Queryable },
): Promise<TradedBefore> {
  const now = ctx.clock.now();
  const [hour, day] = [new Date(now - 3_600_000), new Date(now - 86_400_000)];
  const trades = await ctx.db.query<BookedTrade>(sql`
    SELECT asset AS sold, -amount AS "soldAmount", bought_asset AS bought, bought_amount AS "boughtAmount",
           sold_usd AS "soldUsd", bought_usd AS "boughtUsd", booked_at > ${hour} AS "isOfHour"
      FROM treasury_movements WHERE kind = 'trade' AND booked_at > ${day}`);
  const accepted = await readAccepted(ctx.db, now);
  const priceFor = (coin: string) => priceOf(ctx, coin, agreementOn(ctx, coin, accepted));
  let [hourUsd, dayUsd, lostUsd, unvalued] = [0n, 0n, 0n, 0];
  for (const order of await readOrdersBefore(ctx.db, hour, day)) {
    dayUsd += order.usd;
    if (order.isOfHour) hourUsd += order.usd;
    lostUsd += order.lostUsd;
  }
  for (const trade of trades) {
    const value = trade.soldUsd === null ? valueNow(trade, priceFor) : valueThen(trade);
    if (value === undefined) {
      unvalued += 1;
      continue;
    }
    dayUsd += value.usd;
    if (trade.isOfHour) hourUsd += value.usd;
    lostUsd += value.lostUsd;
  }
  return { hourUsd, dayUsd, lostUsd, unvalued };
}

async function readOrdersBefore(
  db: Queryable,
  hour: Date,
  day: Date,
): Promise<readonly (Traded & { readonly isOfHour: boolean })[]> {
  return db.query(sql`
    SELECT CASE WHEN ${isUnfinishedInSql} THEN usd ELSE coalesce(greatest(sold, bought), 0) END AS usd,
           coalesce(sold - bought, 0) AS "lostUsd", stored_at > ${hour} AS "isOfHour"
      FROM trade_orders
      LEFT JOIN (SELECT order_id, sum(sold_usd) AS sold, sum(bought_usd) AS bought FROM trade_fills GROUP BY order_id) AS traded
             ON order_id = id
     WHERE stored_at > ${day} OR ${isUnfinishedInSql}`);
}

interface Traded {
  readonly usd: bigint;
  readonly lostUsd: bigint;
}

function valueThen({ soldUsd, boughtUsd }: BookedTrade): Traded {
  const [sold, bought] = [soldUsd ?? 0n, boughtUsd ?? 0n];
  return { usd: sold > bought ? sold : bought, lostUsd: sold - bought };
}

/** Undefined where one of the coins has no agreed price. */
function valueNow(
  { sold, soldAmount, bought, boughtAmount }: BookedTrade,
  priceFor: (coin: string) => TradePosition['price'],
): Traded | undefined {
  const [given, got] = [priceFor(sold), priceFor(bought)];
  if (given === undefined || got === undefined) return undefined;
  const soldUsd = valueInUsd(soldAmount, given.askUsd);
  const boughtUsd = valueInUsd(boughtAmount, got.usd);
  return soldUsd > boughtUsd
    ? { usd: soldUsd, lostUsd: soldUsd - boughtUsd }
    : { usd: boughtUsd, lostUsd: 0n };
}
