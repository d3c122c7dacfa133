import { judgeRequest, type RequestLook, requestSlackMs } from '@openlode/ledger/judge-request';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { oneLine } from '../../../runtime/one-line.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { Fill, LimitOrder, OrderLookUp, TradingExchange } from '../../kernel/exchange.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { awaitLook } from '../places/place-standing.ts';
import { processBlock } from '../process-block.ts';
import { bookFills, judgeFills } from './book-fills.ts';
import { givenOf, isLookedUpInSql, isUnfinishedInSql, type OrderRow, selectOrders } from './order-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<PayoutContext, 'payoutBlockReason'>>;

/** A stored order that was not sent within this time, ms, is not sent any more: what it was planned by is old. */
const storedMaxMs = 60_000;

/**
 * Sends a stored order, once: only the process whose update found it stored sends it, and the row says that it may have left before it does. Whatever
 * comes after that is found out by looking (`followOrder`). Rejects where something failed before it could have left.
 */
export async function sendOrder(
  ctx: Context & Pick<PayoutContext, 'rollback' | 'payoutBlockReason'>,
  exchange: TradingExchange,
  id: string,
): Promise<void> {
  const { db, clock } = ctx;
  const [stored] = await selectOrders(
    db,
    sql`WHERE id = ${id} AND place = ${exchange.name} AND state = 'stored'`,
  );
  if (stored === undefined) return;
  const available = (await exchange.balances()).get(givenOf(stored))?.available ?? 0n;
  const sentAt = clock.now();
  if (Math.abs(sentAt - stored.storedAt.getTime()) > storedMaxMs) return giveUpStored(ctx, id);
  if ((processBlock(ctx) ?? (await ctx.rollback.check(db, sentAt))) !== undefined) return;
  const sent = await db.query(sql`
    UPDATE trade_orders SET state = 'sent', state_at = ${new Date(sentAt)}, sent_at = ${new Date(sentAt)}, available = ${available}
     WHERE id = ${id} AND state = 'stored' RETURNING 1`);
  if (sent.length === 0) return;
  const outcome = await exchange.place(requestOf(stored, sentAt));
  const at = new Date(clock.now());
  switch (outcome.kind) {
    case 'accepted':
      await db.query(sql`
        UPDATE trade_orders SET state = 'open', state_at = ${at}, exchange_id = ${outcome.exchangeId}, note = NULL
         WHERE id = ${id} AND state = 'sent' AND ${isFreeInSql(stored, outcome.exchangeId)}`);
      return;
    case 'unknown':
      await db.query(sql`
        UPDATE trade_orders SET state = 'unknown', state_at = ${at}, note = ${words(`not answered as taken: ${outcome.why}`)}
         WHERE id = ${id} AND state = 'sent'`);
      return;
    case 'not-sent':
      await db.query(sql`
        UPDATE trade_orders SET state = 'refused', state_at = ${at}, note = ${words(`nothing has left: ${outcome.why}`)}
         WHERE id = ${id} AND state = 'sent'`);
  }
}

/**
 * Finds out what became of every order at an exchange that is not over, and books what it traded. One that an operator has ended is looked for once an
 * hour, and booked like any other where the exchange shows it after all. Safe in any number of processes: each trade is booked once, and an order ends
 * once.
 */
export async function followOrders(ctx: Context, exchange: TradingExchange): Promise<void> {
  const orders = await selectOrders(
    ctx.db,
    sql`WHERE place = ${exchange.name} AND ${isLookedUpInSql(ctx.clock.now())} ORDER BY state = 'ended', number`,
  );
  for (const order of orders) await followOrder(ctx, exchange, order);
}

async function followOrder(ctx: Context, exchange: TradingExchange, order: OrderRow): Promise<void> {
  if (order.sentAt === null) {
    // Between storing and sending is a moment: its process has ended.
    if (Math.abs(ctx.clock.now() - order.storedAt.getTime()) > storedMaxMs) await giveUpStored(ctx, order.id);
    return;
  }
  const found = await exchange.lookUpOrder(requestOf(order, order.sentAt.getTime()));
  if (order.state === 'ended') {
    await ctx.db.query(sql`
      UPDATE trade_orders SET looked_for_at = ${new Date(ctx.clock.now())} WHERE id = ${order.id} AND state = 'ended'`);
    return found.kind === 'found' ? settleFound(ctx, exchange, order, found) : undefined;
  }
  switch (found.kind) {
    case 'unanswered':
      return noteWhy(ctx, order, `${order.place} does not say what became of it: ${found.why}`);
    case 'absent':
      return judgeAbsence(ctx, exchange, order, order.sentAt.getTime());
    case 'found':
      return settleFound(ctx, exchange, order, found);
  }
}

/** Nothing of it has left, and nothing will: only a stored order is sent. */
async function giveUpStored({ db, clock }: Context, id: string): Promise<void> {
  await db.query(sql`
    UPDATE trade_orders SET state = 'refused', state_at = ${new Date(clock.now())}, note = 'nothing has left: it was not sent within a minute'
     WHERE id = ${id} AND state = 'stored'`);
}

async function settleFound(
  ctx: Context,
  exchange: TradingExchange,
  order: OrderRow,
  found: Extract<OrderLookUp, { kind: 'found' }>,
): Promise<void> {
  const { db, clock } = ctx;
  const { id, place, base, quote, sentAt } = order;
  if (order.exchangeId !== null && order.exchangeId !== found.exchangeId)
    return noteWhy(ctx, order, `${place} calls it ${found.exchangeId} now, and ${order.exchangeId} before`);
  if (order.exchangeId === null && !(await takeExchangeId(ctx, order, found.exchangeId))) return;
  const all = await orWords(exchange.fills({ base, quote }, sentAt?.getTime() ?? 0));
  if ('why' in all) return noteWhy(ctx, order, `${place} does not say what it has traded: ${all.why}`);
  const fills = all.filter(({ orderExchangeId }) => orderExchangeId === found.exchangeId);
  const why = (await fillOfOther(db, order, fills)) ?? judgeFills(order, fills, found.filled);
  if (why !== undefined) return noteWhy(ctx, order, why);
  if (found.isOpen) return noteWhy(ctx, order, `${place} has not ended it yet`);
  const ends = found.filled === order.amount ? 'filled' : 'cancelled';
  await db.transaction(async (tx) => {
    // Its trades and its end at once, by one process.
    const [open] = await tx.query(
      sql`SELECT 1 FROM trade_orders WHERE id = ${id} AND state IN ('open', 'ended') FOR UPDATE`,
    );
    if (open === undefined) return;
    const now = clock.now();
    await bookFills(tx, order, fills, now);
    // Since it was ended what it has moved was a difference.
    if (order.state === 'ended') await awaitLook(tx, place, [base, quote], now);
    const note = order.state === 'ended' ? `${place} has shown it after it was ended` : null;
    await tx.query(sql`
      UPDATE trade_orders SET state = ${ends}, state_at = ${new Date(now)}, exchange_id = ${found.exchangeId}, note = ${note} WHERE id = ${id}`);
  });
}

/**
 * Keeps what the exchange calls an order of ours, so that it calls no other so. One that was ended keeps its state until its trades are booked, because
 * another order may be under way. False where nothing more can be done now.
 */
async function takeExchangeId(ctx: Context, order: OrderRow, exchangeId: string): Promise<boolean> {
  const { db, clock } = ctx;
  const { id, place } = order;
  const taken =
    order.state === 'ended'
      ? await db.query(sql`
          UPDATE trade_orders SET exchange_id = ${exchangeId} WHERE id = ${id} AND state = 'ended' AND ${isFreeInSql(order, exchangeId)} RETURNING 1`)
      : await db.query(sql`
          UPDATE trade_orders SET state = 'open', state_at = ${new Date(clock.now())}, exchange_id = ${exchangeId}, note = NULL
           WHERE id = ${id} AND state IN ('sent', 'unknown') AND ${isFreeInSql(order, exchangeId)} RETURNING 1`);
  if (taken.length > 0) return true;
  const [other] = await selectOrders(
    db,
    sql`WHERE (place, exchange_id) = (${place}, ${exchangeId}) AND id <> ${id}`,
  );
  // Otherwise another process goes on with it.
  if (other !== undefined)
    await noteWhy(ctx, order, `${place} calls it ${exchangeId}, as it called ${other.id}`);
  return false;
}

/** A trade that is booked for another order is none of this one. */
async function fillOfOther(
  db: Queryable,
  { id, place }: OrderRow,
  fills: readonly Fill[],
): Promise<string | undefined> {
  const [known] = await db.query<{ exchangeId: string; orderId: string }>(sql`
    SELECT exchange_id AS "exchangeId", order_id AS "orderId" FROM trade_fills
     WHERE place = ${place} AND order_id <> ${id} AND exchange_id = ANY(${fills.map(({ exchangeId }) => exchangeId)}::text[]) LIMIT 1`);
  return known && `${place} names trade ${known.exchangeId}, which is one of ${known.orderId}`;
}

/** It was looked for, and the exchange has no such order. */
async function judgeAbsence(
  ctx: Context,
  exchange: TradingExchange,
  order: OrderRow,
  madeAt: number,
): Promise<void> {
  if (order.state === 'open')
    return noteWhy(
      ctx,
      order,
      `${order.place} has taken it and does not know it any more: look there yourself`,
    );
  const { db, clock } = ctx;
  const balances = await orWords(exchange.balances());
  if ('why' in balances)
    return noteWhy(ctx, order, `${order.place} does not say what it has: ${balances.why}`);
  const available = balances.get(givenOf(order))?.available ?? 0n;
  const now = clock.now();
  const hasFallen = order.hasFallen || available < (order.available ?? 0n);
  // What is not found while the clock is not trusted proves nothing.
  const isPast = processBlock(ctx) === undefined && now > madeAt + exchange.validMs + requestSlackMs;
  const from = order.absentFrom ?? (isPast ? new Date(now) : null);
  const until = isPast ? new Date(now) : null;
  const looks = [from, until].flatMap((at): RequestLook[] =>
    at === null ? [] : [{ at: at.getTime(), seen: 'absent', hasFallen }],
  );
  const limits = { madeAt, validMs: exchange.validMs, now };
  const judgement = judgeRequest(
    limits,
    looks.length === 0 && hasFallen ? [{ at: now, seen: 'absent', hasFallen }] : looks,
  );
  const isOver = judgement === 'never-taken';
  const note =
    judgement === 'review'
      ? `${order.place} has not shown it for a day, and less is there than before${hasFallen ? '' : ', or it was hardly asked'}: look there yourself`
      : isOver
        ? `${order.place} has never taken it`
        : `${order.place} does not show it: that counts once two looks ten minutes apart have not found it${hasFallen ? ', and less is there than before' : ''}`;
  // What another look has seen meanwhile stays, and this one proves nothing then.
  await db.query(sql`
    UPDATE trade_orders SET absent_from = ${from}, absent_until = ${until ?? order.absentUntil}, has_fallen = has_fallen OR ${hasFallen}, note = ${note},
           state = CASE WHEN ${isOver}::boolean THEN 'refused' ELSE state END,
           state_at = CASE WHEN ${isOver}::boolean THEN ${new Date(now)} ELSE state_at END
     WHERE id = ${order.id} AND state IN ('sent', 'unknown') AND (NOT ${isOver}::boolean OR NOT has_fallen)`);
}

/** No two orders are one at the exchange. */
function isFreeInSql({ place, id }: Pick<OrderRow, 'place' | 'id'>, exchangeId: string): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM trade_orders AS other WHERE (other.place, other.exchange_id) = (${place}, ${exchangeId}) AND other.id <> ${id})`;
}

async function noteWhy({ db }: Context, { id }: OrderRow, note: string): Promise<void> {
  await db.query(sql`
    UPDATE trade_orders SET note = ${words(note)} WHERE id = ${id} AND (${isUnfinishedInSql} OR state = 'ended') AND note IS DISTINCT FROM ${words(note)}`);
}

/** The words may be the exchange's. */
function words(text: string): string {
  return oneLine(text, 300);
}

/** A stored order as the exchange was asked for it. */
export function requestOf({ id, base, quote, side, amount, price }: OrderRow, madeAt: number): LimitOrder {
  return { id, base, quote, side, amount, price, madeAt };
}
