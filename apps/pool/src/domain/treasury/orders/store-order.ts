import type { CoinPrice } from '@openlode/ledger/order-size';
import type { PlannedOrder, TradeCaps } from '@openlode/ledger/trade-question';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../runtime/database/database.ts';
import { recordDecision } from '../../kernel/decision.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { assetSuspension, everyNetwork } from '../../payouts/suspensions.ts';
import { processBlock } from '../process-block.ts';
import { readTradedBefore } from '../trade-positions.ts';
import { isUnbookedInSql } from '../transfers/transfer-rows.ts';
import { withdrawalUnderWay } from '../withdrawals/withdrawal-rows.ts';
import { leftToTrade } from './lost-trades.ts';
import { isUnfinishedInSql, selectOrders } from './order-rows.ts';

export interface OrderRequest {
  readonly place: string;
  /** Orders there when the plan was begun, by `lastOrderNumber`: where another was stored since, this one is not. */
  readonly after: bigint;
  readonly order: PlannedOrder;
  readonly prices: { readonly base: CoinPrice; readonly quote: CoinPrice };
  readonly caps: TradeCaps;
  /** The operator's, who has it sent. */
  readonly reason: string;
}

export type StoreOutcome =
  | { readonly kind: 'stored'; readonly id: string }
  /** `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rates' | 'random' | 'rollback' | 'payoutBlockReason'> & {
  readonly actor: string;
};

/** How many orders an exchange has had. Read before everything that a plan rests on. */
export async function lastOrderNumber(db: Queryable, place: string): Promise<bigint> {
  const [row] = await db.query<{ number: bigint }>(
    sql`SELECT coalesce(max(number), 0) AS number FROM trade_orders WHERE place = ${place}`,
  );
  return row?.number ?? 0n;
}

/**
 * Keeps an order and why an operator has it sent, before it is sent, under an id that no copy of this database gives again. Not where another order at the place is not over or was stored
 * since the plan, where conversions have less left than it closes, where caps leave no room for it any more, or where payouts of everything or of one of
 * its coins are suspended, this process lets nothing leave, or the database was set back: what the ledger says may be wrong then.
 */
export async function storeOrder(ctx: Context, request: OrderRequest): Promise<StoreOutcome> {
  const now = new Date(ctx.clock.now());
  return ctx.db.transaction(async (tx): Promise<StoreOutcome> => {
    const { place, after, order, prices } = request;
    const { base, quote, side, amount, price, value, usd } = order;
    await lockAssets(tx, [base, quote]);
    const why =
      processBlock(ctx) ??
      (await ctx.rollback.check(tx, now.getTime())) ??
      (await suspended(tx, [base, quote])) ??
      (await unfinished(tx, request)) ??
      (await notLeft(tx, order)) ??
      (await overCap({ ...ctx, db: tx }, request));
    if (why !== undefined) return { kind: 'refused', why };
    const id = newOrderId(ctx.random.uuid());
    const stored = await tx.query(sql`
      INSERT INTO trade_orders (id, place, number, base, quote, side, amount, price, value, usd, base_usd, base_ask_usd, quote_usd, quote_ask_usd,
                                operator, stored_at, state, state_at)
      VALUES (${id}, ${place}, ${after + 1n}, ${base}, ${quote}, ${side}, ${amount}, ${price}, ${value}, ${usd}, ${prices.base.usd},
              ${prices.base.askUsd}, ${prices.quote.usd}, ${prices.quote.askUsd}, ${ctx.actor}, ${now}, 'stored', ${now})
      ON CONFLICT DO NOTHING RETURNING 1`);
    if (stored.length === 0)
      return { kind: 'refused', why: 'another order was stored meanwhile: plan again' };
    const subject = `${place}: ${side} ${formatAmount(amount)} ${base} for ${quote} (${id})`;
    await recordDecision(tx, ctx, { kind: 'place-order', subject, reason: request.reason });
    return { kind: 'stored', id };
  });
}

/** Of a random UUID what fits into an id of every exchange, 62 bits. */
export function newOrderId(uuid: string): string {
  return `ol${uuid.replaceAll('-', '').slice(-16)}`;
}

/** What of everything or of these coins is suspended, in words. */
export async function suspended(tx: Transaction, coins: readonly string[]): Promise<string | undefined> {
  const networks = [everyNetwork, ...coins.map(assetSuspension)];
  const [row] = await tx.query<{ network: string; reason: string }>(sql`
    SELECT network, reason FROM payout_suspensions WHERE network = ANY(${networks}::text[]) AND lifted_at IS NULL LIMIT 1`);
  return (
    row && `payouts of ${row.network} are suspended (${row.reason}): nothing is traded until that is lifted`
  );
}

async function unfinished(
  tx: Transaction,
  { place, order: { base, quote } }: Pick<OrderRequest, 'place' | 'order'>,
): Promise<string | undefined> {
  const [open] = await selectOrders(tx, sql`WHERE place = ${place} AND ${isUnfinishedInSql}`);
  if (open !== undefined) return `order ${open.id} is not over: it is ${open.state}`;
  const [transfer] = await tx.query<{ id: string; state: string }>(
    sql`SELECT id, state FROM place_transfers WHERE place = ${place} AND ${isUnbookedInSql} LIMIT 1`,
  );
  if (transfer !== undefined) return `transfer ${transfer.id} is not over: it is ${transfer.state}`;
  return withdrawalUnderWay(tx, place, [base, quote]);
}

/** Conversions may have been traded by hand since the plan. What exchanges have taken is to be bought as well, as the plan has it. */
async function notLeft(tx: Transaction, { base, side, amount }: PlannedOrder): Promise<string | undefined> {
  const left = await leftToTrade(tx, base, side);
  return left < amount
    ? `conversions have ${formatAmount(left)} ${base} left to ${side}, and not ${formatAmount(amount)} any more`
    : undefined;
}

async function overCap(
  ctx: Pick<Context, 'clock' | 'rates'> & { readonly db: Queryable },
  { caps, order: { usd } }: OrderRequest,
): Promise<string | undefined> {
  const before = await readTradedBefore(ctx);
  if (before.unvalued > 0) return 'a trade of the last day has no value';
  if (before.lostUsd >= caps.lossUsd) return 'the trades of a day have lost as much as they may';
  if (usd > caps.orderUsd) return 'an order may not be worth so much';
  if (before.hourUsd + usd > caps.hourUsd) return 'an hour may not be worth more';
  return before.dayUsd + usd > caps.dayUsd ? 'a day may not be worth more' : undefined;
}
