import type { CoinPrice } from '@openlode/ledger/order-size';
import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { exchangeOf } from '../places/place-addresses.ts';
import { awaitLook } from '../places/place-standing.ts';
import { readPrices } from '../trade-positions.ts';
import { bookFills, judgeFills } from './book-fills.ts';
import { findLostTrades, isStillToMake, type LostTrade, readBookedTrades } from './lost-trades.ts';
import { isUnfinishedInSql, type OrderRow, selectOrders } from './order-rows.ts';
import { lastOrderNumber, newOrderId } from './store-order.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'random' | 'rates' | 'exchanges' | 'traders'> & {
  readonly actor: string;
};

export type AdoptOutcome =
  /** `id`: what the ledger calls the order from now on. */
  | { readonly kind: 'booked'; readonly id: string }
  | { readonly kind: 'malformed-reason' }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

interface AdoptRequest {
  readonly place: string;
  /** The exchange's id of the order. */
  readonly order: string;
  readonly reason: string;
}

/** An order of the ledger that is younger than this, ms, may still be found to be the one that is to be adopted. */
const ownOrderMs = 86_400_000;

/**
 * Books what an exchange has traded for an order that the ledger does not have, as a restored one that is older than the order: each trade as any other,
 * by the exchange's own record of it. Only where both coins differ there by two looks, and only what conversions have still to make; anything else is a
 * matter of `places correct`.
 */
export async function adoptTrade(
  ctx: Context,
  { place, order, reason: typed }: AdoptRequest,
): Promise<AdoptOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const exchange = exchangeOf(ctx, place);
  const trader = ctx.traders?.find(({ name }) => name === place);
  if (exchange === undefined || trader === undefined)
    return refused(`the settings name no key that trades at ${place}`);
  const found = await orWords(findLostTrades(ctx, { exchange, trader }));
  if ('why' in found) return refused(`${place} does not say what it has traded: ${found.why}`);
  const lost = found.find((each) => each.order === order);
  if (lost === undefined)
    return refused(
      `${place} names no trade of ${order} that the ledger does not have, in two coins that differ there`,
    );
  const { base, quote } = lost;
  const prices = await readPrices(ctx, [base, quote]);
  const [inBase, inQuote] = [prices.get(base), prices.get(quote)];
  if (inBase === undefined || inQuote === undefined)
    return refused(
      `there is no agreed price of ${inBase === undefined ? base : quote}: what it lost is not known`,
    );
  return ctx.db.transaction((tx) =>
    lost.of === undefined
      ? book(tx, ctx, { lost, reason, prices: { base: inBase, quote: inQuote } })
      : bookFurther(tx, ctx, { lost, own: lost.of, reason }),
  );
}

function refused(why: string): AdoptOutcome {
  return { kind: 'refused', why };
}

async function book(
  tx: Transaction,
  ctx: Context,
  {
    lost,
    reason,
    prices,
  }: {
    readonly lost: LostTrade;
    readonly reason: string;
    readonly prices: { readonly base: CoinPrice; readonly quote: CoinPrice };
  },
): Promise<AdoptOutcome> {
  const { place, order, base, quote, side, amount, value, fills } = lost;
  const now = ctx.clock.now();
  await lockAssets(tx, [base, quote]);
  const young = new Date(now - ownOrderMs);
  const [own] = await selectOrders(
    tx,
    sql`WHERE place = ${place} AND (exchange_id = ${order} OR (${isUnfinishedInSql}) AND stored_at > ${young})`,
  );
  if (own !== undefined)
    return refused(
      own.exchangeId === order ? `it is order ${own.id}` : `order ${own.id} is not over, and may be it`,
    );
  const none = await noneOfTheirs(tx, lost);
  if (none !== undefined) return none;
  const limits = fills.map(({ price }) => price);
  const worst = limits.reduce((a, b) => ((side === 'sell' ? b < a : b > a) ? b : a));
  const fault = judgeFills({ ...lost, price: worst }, fills, amount);
  if (fault !== undefined) return refused(fault);
  const id = newOrderId(ctx.random.uuid());
  const at = new Date(now);
  const sentAt = new Date(Math.min(...fills.map((fill) => fill.at)));
  const usd = valueInUsd(value, prices.quote.askUsd);
  const stored = await tx.query(sql`
    INSERT INTO trade_orders (id, place, number, base, quote, side, amount, price, value, usd, base_usd, base_ask_usd, quote_usd, quote_ask_usd,
                              operator, stored_at, state, state_at, sent_at, exchange_id, note)
    VALUES (${id}, ${place}, ${(await lastOrderNumber(tx, place)) + 1n}, ${base}, ${quote}, ${side}, ${amount}, ${worst}, ${value}, ${usd},
            ${prices.base.usd}, ${prices.base.askUsd}, ${prices.quote.usd}, ${prices.quote.askUsd},
            ${ctx.actor}, ${at}, 'filled', ${at}, ${sentAt}, ${order}, 'adopted from the record of the exchange')
    ON CONFLICT DO NOTHING RETURNING 1`);
  if (stored.length === 0) return refused('another order was stored meanwhile: try again');
  const [row] = await selectOrders(tx, sql`WHERE id = ${id}`);
  if (row === undefined) throw new Error('a stored order is not there');
  return bookAs(tx, ctx, { lost, row, reason });
}

/** Of an order that the ledger has as over: its exchange has shown these trades of it after that. */
async function bookFurther(
  tx: Transaction,
  ctx: Context,
  { lost, own, reason }: { readonly lost: LostTrade; readonly own: OrderRow; readonly reason: string },
): Promise<AdoptOutcome> {
  const { place, base, quote, fills } = lost;
  await lockAssets(tx, [base, quote]);
  const known = await readBookedTrades(tx, place);
  if (fills.some(({ exchangeId }) => known.has(exchangeId)))
    return refused('it was booked meanwhile: see openlode orders');
  const none = await noneOfTheirs(tx, lost);
  return none ?? bookAs(tx, ctx, { lost, row: own, reason });
}

async function noneOfTheirs(tx: Transaction, lost: LostTrade): Promise<AdoptOutcome | undefined> {
  if (await isStillToMake(tx, lost)) return undefined;
  const { side, amount, base } = lost;
  return refused(
    `conversions have less than ${formatAmount(amount)} ${base} left to ${side}: it was none of theirs`,
  );
}

/** Books the trades as those of an order, and why an operator has them booked. */
async function bookAs(
  tx: Transaction,
  ctx: Context,
  { lost, row, reason }: { readonly lost: LostTrade; readonly row: OrderRow; readonly reason: string },
): Promise<AdoptOutcome> {
  const { place, order, base, quote, side, amount, fills } = lost;
  const now = ctx.clock.now();
  await bookFills(tx, row, fills, now);
  await awaitLook(tx, place, [base, quote], now);
  const subject = `${place}: ${side} ${formatAmount(amount)} ${base} for ${quote} (${order}, ${row.id})`;
  await recordDecision(tx, ctx, { kind: 'adopt-trade', subject, reason });
  return { kind: 'booked', id: row.id };
}
