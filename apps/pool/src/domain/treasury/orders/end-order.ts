import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import type { Fill, TradingExchange } from '../../kernel/exchange.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { notYetEnded } from '../not-yet-ended.ts';
import { processBlock } from '../process-block.ts';
import { requestOf } from './follow-order.ts';
import { readBookedTrades } from './lost-trades.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'> &
  Partial<Pick<PayoutContext, 'payoutBlockReason'>> & { readonly actor: string };

export type EndOutcome =
  | { readonly kind: 'ended' }
  | { readonly kind: 'malformed-reason' }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

interface EndRequest {
  readonly id: string;
  readonly reason: string;
  /** The exchange's ids of trades that could be some of the order's and are none: the operator made them there. */
  readonly otherTrades?: readonly string[];
}

/**
 * Ends an order whose answer was lost and which the exchange has not shown for a day, so that others may be made there. Two looks ten minutes apart must
 * not have found it, and two witnesses must not have it now: the exchange by our id, and its list of trades since it was sent. It is still looked for
 * afterwards (`followOrders`); a trade of it that shows later is booked, once.
 */
export async function endOrder(
  ctx: Context,
  trader: TradingExchange | undefined,
  { id, reason: typed, otherTrades = [] }: EndRequest,
): Promise<EndOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { db, clock } = ctx;
  const [order] = await selectOrders(db, sql`WHERE id = ${id}`);
  if (order === undefined) return refused(`there is no order ${id}`);
  if (trader?.name !== order.place) return refused(`the settings name no key that trades at ${order.place}`);
  const why =
    processBlock(ctx) ?? notYet(order, clock.now()) ?? (await stillShown(ctx, trader, order, otherTrades));
  if (why !== undefined) return refused(why);
  return db.transaction(async (tx): Promise<EndOutcome> => {
    const at = new Date(clock.now());
    const ended = await tx.query(sql`
      UPDATE trade_orders SET state = 'ended', state_at = ${at}, looked_for_at = ${at}, note = 'an operator has ended it; it is still looked for'
       WHERE id = ${id} AND state = ${order.state} AND (absent_from, absent_until) = (${order.absentFrom}, ${order.absentUntil}) RETURNING 1`);
    if (ended.length === 0) return refused('it was looked up meanwhile: see openlode orders, and try again');
    const { place, side, amount, base, quote } = order;
    const others = otherTrades.length === 0 ? '' : `, not of it: ${otherTrades.join(', ')}`;
    const subject = `${place}: ${side} ${formatAmount(amount)} ${base} for ${quote} (${id}${others})`;
    await recordDecision(tx, ctx, { kind: 'end-order', subject, reason });
    return { kind: 'ended' };
  });
}

function refused(why: string): EndOutcome {
  return { kind: 'refused', why };
}

/** Why an operator may not end the order yet, in words. Pure. */
export function notYet(order: Parameters<typeof notYetEnded>[0], now: number): string | undefined {
  return order.state === 'open'
    ? `${order.place} has taken it: what it says of it ends it`
    : notYetEnded(order, now);
}

/** What the exchange shows of it now, by both witnesses; undefined for nothing. */
async function stillShown(
  { db }: Context,
  trader: TradingExchange,
  order: OrderRow,
  otherTrades: readonly string[],
): Promise<string | undefined> {
  const { place, base, quote, side } = order;
  const sentAt = order.sentAt?.getTime() ?? 0;
  const found = await trader.lookUpOrder(requestOf(order, sentAt));
  if (found.kind === 'found') return `${place} shows it now: openlode orders look`;
  if (found.kind === 'unanswered') return `${place} does not say whether it has it: ${found.why}`;
  const fills = await orWords(trader.fills({ base, quote }, sentAt));
  if ('why' in fills) return `${place} does not say what it has traded since: ${fills.why}`;
  const booked = await readBookedTrades(db, place);
  const open = fills.filter(
    (fill) => fill.side === side && !booked.has(fill.exchangeId) && !otherTrades.includes(fill.exchangeId),
  );
  return open.length === 0 ? undefined : tradesWords(place, open);
}

function tradesWords(place: string, fills: readonly Fill[]): string {
  const named = fills
    .slice(0, 5)
    .map(({ exchangeId, side, amount, base }) => `${exchangeId} (${side} ${formatAmount(amount)} ${base})`);
  const more = fills.length > named.length ? `, and ${fills.length - named.length} more` : '';
  return `${place} has traded since what could be some of it: ${named.join(', ')}${more}. Name those that you made there yourself with --other-trades`;
}
