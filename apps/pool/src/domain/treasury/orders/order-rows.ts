import type { TradeSide } from '@openlode/ledger/trade-need';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';

/**
 * `stored`: nothing has left. `sent`: it may have. `unknown`: it was not answered as one that was taken. `open`: the exchange has it, and not all that it
 * traded is booked. The others are its end: filled whole; in part or not at all; never taken; `ended` by an operator, because the exchange has shown nothing of
 * it for a day.
 */
export type OrderState =
  | 'stored'
  | 'sent'
  | 'unknown'
  | 'open'
  | 'filled'
  | 'cancelled'
  | 'refused'
  | 'ended';

/** An order as its row has it; amounts in units of 10^-18. */
export interface OrderRow {
  readonly id: string;
  readonly place: string;
  readonly number: bigint;
  readonly base: string;
  readonly quote: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  /** The worst that it takes, of the quote for one whole coin of the base. */
  readonly price: bigint;
  /** The most that it can cost of the quote with the fee, or bring of it. */
  readonly value: bigint;
  readonly usd: bigint;
  /** The agreed prices that it was planned by, as decimal text. */
  readonly baseUsd: string;
  readonly baseAskUsd: string;
  readonly quoteUsd: string;
  readonly quoteAskUsd: string;
  readonly operator: string;
  readonly storedAt: Date;
  readonly state: OrderState;
  readonly stateAt: Date;
  readonly sentAt: Date | null;
  /** What could be given of what it gives before it was sent. */
  readonly available: bigint | null;
  readonly exchangeId: string | null;
  readonly absentFrom: Date | null;
  readonly absentUntil: Date | null;
  readonly hasFallen: boolean;
  readonly note: string | null;
}

const unfinished: ReadonlySet<OrderState> = new Set(['stored', 'sent', 'unknown', 'open']);

/** Whether an order is not over. */
export function isUnfinished(state: OrderState): boolean {
  return unfinished.has(state);
}

/** The same of a row of `trade_orders`, spelled out as its partial index is. */
export const isUnfinishedInSql: Sql = sql`state IN ('stored', 'sent', 'unknown', 'open')`;

/** How long an order that an operator has ended is looked for, ms: exchanges show no more than that. */
const lookedForMs = 88 * 86_400_000;
/** Between two looks for one of them, ms. */
const lookForEveryMs = 3_600_000;

/** What is looked up at a time (ms) of an exchange's orders: what is not over, and, once an hour, what an operator has ended. */
export function isLookedUpInSql(now: number): Sql {
  return sql`(${isUnfinishedInSql} OR state = 'ended' AND state_at > ${new Date(now - lookedForMs)}
    AND (looked_for_at IS NULL OR looked_for_at <= ${new Date(now - lookForEveryMs)}))`;
}

export function selectOrders(db: Queryable, condition: Sql): Promise<OrderRow[]> {
  return db.query<OrderRow>(sql`
    SELECT id, place, number, base, quote, side, amount, price, value, usd, base_usd AS "baseUsd", base_ask_usd AS "baseAskUsd",
           quote_usd AS "quoteUsd", quote_ask_usd AS "quoteAskUsd", operator, stored_at AS "storedAt", state, state_at AS "stateAt",
           sent_at AS "sentAt", available, exchange_id AS "exchangeId", absent_from AS "absentFrom", absent_until AS "absentUntil",
           has_fallen AS "hasFallen", note
      FROM trade_orders ${condition}`);
}

/** The coin that an order gives. */
export function givenOf({ side, base, quote }: Pick<OrderRow, 'side' | 'base' | 'quote'>): string {
  return side === 'sell' ? base : quote;
}

/** What an exchange may take and bring besides what is said of it, in percent: fees, and offers that were better than asked. */
const besidesPercent = 105n;

/**
 * What orders at a place that are not over may have taken and brought by coin, at the most, beside what is booked of them. More than that is a
 * difference, whatever they do.
 */
export async function readOrdered(
  db: Queryable,
  place: string,
): Promise<ReadonlyMap<string, { readonly less: bigint; readonly more: bigint }>> {
  const rows = await db.query<
    Pick<OrderRow, 'side' | 'base' | 'quote' | 'amount' | 'value'> & { filled: bigint; paid: bigint }
  >(sql`
    SELECT side, base, quote, amount, value,
           (SELECT coalesce(sum(amount), 0) FROM trade_fills WHERE order_id = trade_orders.id) AS filled,
           (SELECT coalesce(sum(value), 0) FROM trade_fills WHERE order_id = trade_orders.id) AS paid
      FROM trade_orders WHERE place = ${place} AND state IN ('sent', 'unknown', 'open')`);
  const ordered = new Map<string, { less: bigint; more: bigint }>();
  const add = (coin: string, less: bigint, more: bigint) => {
    const was = ordered.get(coin) ?? { less: 0n, more: 0n };
    ordered.set(coin, { less: was.less + less, more: was.more + more });
  };
  for (const { side, base, quote, amount, value, filled, paid } of rows) {
    const inBase = amount - filled;
    const most = (value * besidesPercent) / 100n - paid;
    const inQuote = inBase > 0n && most > 0n ? most : 0n;
    add(base, side === 'sell' ? inBase : 0n, side === 'buy' ? inBase : 0n);
    add(quote, side === 'buy' ? inQuote : 0n, side === 'sell' ? inQuote : 0n);
  }
  return ordered;
}
