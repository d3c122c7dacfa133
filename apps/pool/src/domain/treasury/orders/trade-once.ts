import type { PlannedOrder } from '@openlode/ledger/trade-question';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { TradingExchange } from '../../kernel/exchange.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { readBooked } from '../places/watch-places.ts';
import { withdrawalUnderWay } from '../withdrawals/withdrawal-rows.ts';
import { type MadePlan, makePlan, type PlannedTrade, viewOrder } from '../trade-plan.ts';
import { followOrders, sendOrder } from './follow-order.ts';
import { isUnfinishedInSql, type OrderState, selectOrders } from './order-rows.ts';
import { lastOrderNumber, type OrderRequest, storeOrder } from './store-order.ts';

type Context = Pick<
  PayoutContext,
  | 'db'
  | 'clock'
  | 'random'
  | 'rates'
  | 'conversionSpreads'
  | 'rollback'
  | 'payoutBlockReason'
  | 'exchanges'
  | 'floats'
  | 'tradeCaps'
> & {
  readonly wallet: Wallet;
  readonly actor: string;
  /** Why the operator has the plan carried out: kept with each order. */
  readonly reason: string;
  /** Lets a moment pass before what was sent is looked up again. */
  readonly pause: () => Promise<void>;
};

/** What was ordered, each with how it stands, and why no more was. */
export interface TradeRun {
  readonly orders: readonly (PlannedTrade & { readonly id: string; readonly state: OrderState })[];
  /** Null where everything that the last plan had was ordered. */
  readonly stopped: string | null;
  /** It waits for payouts through the exchange alone: nothing has failed. */
  readonly isWaiting?: true;
}

/** An order that is not over after this many looks is left to later ones. */
const looksMax = 10;

/**
 * Carries out the plan of this moment, one order after another. Each is planned again, by what the ledger, the wallets, the prices and the exchange say
 * once the one before is over and booked, so that caps and breakers hold when it is sent; no market is ordered in twice. Stops at the first order that
 * is not over, and at everything that is not as it should be. What payouts are taking out of the account meanwhile is left for later.
 */
export async function tradeOnce(ctx: Context, trader: TradingExchange): Promise<TradeRun> {
  const ordered: { readonly id: string; readonly planned: PlannedOrder }[] = [];
  const run = async (stopped: string | null): Promise<TradeRun> => ({
    orders: await Promise.all(
      ordered.map(async ({ id, planned }) => {
        const [row] = await selectOrders(ctx.db, sql`WHERE id = ${id}`);
        return { ...viewOrder(planned), id, state: row?.state ?? 'stored' };
      }),
    ),
    stopped,
  });
  for (;;) {
    const open = await settle(ctx, trader);
    if (open !== undefined) return run(open);
    const after = await lastOrderNumber(ctx.db, trader.name);
    const plan = await makePlan(ctx);
    if (plan.exchange?.name !== trader.name)
      return run(`the settings name no exchange ${trader.name} to plan by`);
    const left = plan.orders.filter(
      ({ base, quote }) => !ordered.some(({ planned }) => planned.base === base && planned.quote === quote),
    );
    const { next, waits } = await nextOf(ctx, trader, left);
    if (next === undefined)
      return waits === undefined ? run(plan.fault) : { ...(await run(waits)), isWaiting: true };
    const why = await differsNow(ctx, trader, [next.base, next.quote]);
    const stored =
      why === undefined
        ? await storeOrder(ctx, { ...requestOf(trader, plan, after, next), reason: ctx.reason })
        : ({ kind: 'refused', why } as const);
    if (stored.kind === 'refused') {
      // One may have begun meanwhile.
      const isWaiting = (await nextOf(ctx, trader, [next])).waits !== undefined;
      return { ...(await run(stored.why)), ...(isWaiting && { isWaiting }) };
    }
    ordered.push({ id: stored.id, planned: next });
    await sendOrder(ctx, trader, stored.id);
  }
}

/** The first of these of whose coins no payout is on its way, and what the others before it wait for. */
async function nextOf(
  { db }: Context,
  { name }: TradingExchange,
  orders: readonly PlannedOrder[],
): Promise<{ readonly next?: PlannedOrder; readonly waits?: string }> {
  let waits: string | undefined;
  for (const next of orders) {
    const moving = await withdrawalUnderWay(db, name, [next.base, next.quote]);
    if (moving === undefined) return { next, ...(waits !== undefined && { waits }) };
    waits ??= moving;
  }
  return waits === undefined ? {} : { waits };
}

function requestOf(
  { name: place }: TradingExchange,
  { positions, caps }: MadePlan,
  after: bigint,
  order: PlannedOrder,
): Omit<OrderRequest, 'reason'> {
  const priceOf = (coin: string) => {
    const price = positions.find((each) => each.coin === coin)?.price;
    if (price === undefined) throw new Error(`a plan without a price of ${coin}`);
    return price;
  };
  return { place, after, order, caps, prices: { base: priceOf(order.base), quote: priceOf(order.quote) } };
}

/** Follows what is not over until it is; otherwise answers what it waits for. */
async function settle({ pause, ...ctx }: Context, trader: TradingExchange): Promise<string | undefined> {
  for (let look = 1; ; look += 1) {
    await followOrders(ctx, trader);
    const [open] = await selectOrders(ctx.db, sql`WHERE place = ${trader.name} AND ${isUnfinishedInSql}`);
    if (open === undefined) return undefined;
    if (look === looksMax)
      return `order ${open.id} is ${open.state}${open.note === null ? '' : `: ${open.note}`}`;
    await pause();
  }
}

/** The exchange itself, asked now: a copy of the ledger that is older than its trades must not make them again. */
async function differsNow(
  { db }: Context,
  trader: TradingExchange,
  coins: readonly string[],
): Promise<string | undefined> {
  const before = await readBooked(db, trader.name);
  const reported = await trader.balances();
  const after = await readBooked(db, trader.name);
  for (const coin of coins) {
    const total = reported.get(coin)?.total ?? 0n;
    const booked = after.get(coin) ?? 0n;
    if (total !== booked || booked !== (before.get(coin) ?? 0n))
      return `${trader.name} says now that it has ${formatAmount(total)} ${coin}, and the ledger ${formatAmount(booked)}`;
  }
  return undefined;
}
