import { exchangeAccount } from '@openlode/ledger/accounts';
import { type TradedBefore, tradeMoney, type TradePosition } from '@openlode/ledger/plan-trades';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { agreementOn } from '../conversion/agreed-rates.ts';
import { readAccepted } from '../conversion/open-conversion.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { isTransitInSql } from '../ledger/account-names.ts';
import { placeBarrier } from './places/place-standing.ts';
import { askWallet, isOnOneOf, leavingInSql } from './read-positions.ts';

/** A position, and in words why it is what it is. */
export interface KnownPosition extends TradePosition {
  /** Why nothing of the coin may be traded at the exchange. */
  readonly closed: string | undefined;
  /** How the sources of its price stand. */
  readonly judgement: string;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates'> & {
  readonly floats?: readonly WalletFloat[] | undefined;
  readonly wallet: Wallet;
};

/** The money that prices are in: no coin, and worth itself. */
const dollar = 'USD';

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
    if (isEmpty && !unknown.includes(coin)) continue;
    const agreement = coin === dollar ? undefined : agreementOn(ctx, coin, accepted);
    const closed =
      place === undefined ? 'there is no exchange' : await placeBarrier(db, { place, coin }, clock.now());
    positions.push({
      coin,
      ...row,
      wallets: amounts.get(coin) ?? 0n,
      target,
      closed,
      // By a look that found the exchange equal: nothing of it is held by orders, because there are none.
      at: closed === undefined ? { kind: 'open', available: row.exchange } : { kind: 'closed' },
      judgement: agreement?.kind ?? 'agreed',
      price: priceOf(coin, agreement),
      isSilent: coin !== dollar && isOnOneOf(silent, coin),
    });
  }
  return positions;
}

function priceOf(
  coin: string,
  agreement: ReturnType<typeof agreementOn> | undefined,
): TradePosition['price'] {
  if (coin === dollar) return { usd: '1', askUsd: '1', isThin: false };
  if (agreement?.kind !== 'agreed') return undefined;
  const { usd, askUsd, witnesses } = agreement;
  return { usd, askUsd, isThin: witnesses < 2 };
}

const nothing = { owed: 0n, leaving: 0n, exchange: 0n, onItsWay: 0n, converted: 0n };

type Row = Pick<TradePosition, 'coin' | 'owed' | 'leaving' | 'exchange' | 'onItsWay' | 'converted'>;

async function readBalances(db: Queryable, place: string | undefined): Promise<readonly Row[]> {
  const account = exchangeAccount(place ?? '');
  return db.query<Row>(sql`
    WITH ${leavingInSql}, booked AS (
      SELECT asset AS coin,
             coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS owed,
             coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted,
             -coalesce(sum(amount) FILTER (WHERE account = ${account}), 0) AS exchange,
             -coalesce(sum(amount) FILTER (WHERE ${isTransitInSql}), 0) AS "onItsWay"
        FROM balances GROUP BY asset
    )
    SELECT booked.*, coalesce(leaving.amount, 0) AS leaving
      FROM booked LEFT JOIN leaving ON leaving.asset = coin ORDER BY coin`);
}

/** What the trades of the last hour and day were worth and lost, in units of 10^-18 dollars: those that were booked by hand, there are no others. */
export async function readTradedBefore(db: Queryable, now: number): Promise<TradedBefore> {
  const [hour, day] = [new Date(now - 3_600_000), new Date(now - 86_400_000)];
  const [row] = await db.query<TradedBefore>(sql`
    SELECT coalesce(sum(greatest(sold_usd, bought_usd)) FILTER (WHERE booked_at > ${hour}), 0) AS "hourUsd",
           coalesce(sum(greatest(sold_usd, bought_usd)), 0) AS "dayUsd",
           coalesce(sum(sold_usd - bought_usd), 0) AS "lostUsd"
      FROM treasury_movements WHERE kind = 'trade' AND sold_usd IS NOT NULL AND booked_at > ${day}`);
  return row ?? { hourUsd: 0n, dayUsd: 0n, lostUsd: 0n };
}
