import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { TradingExchange } from '../../kernel/exchange.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { everyNetwork } from '../../payouts/suspensions.ts';
import { differenceWords, selectPlaceBalances } from '../places/place-standing.ts';
import { processBlock } from '../process-block.ts';
import { type MadePlan, makePlan } from '../trade-plan.ts';
import { isUnbookedInSql, selectTransfers } from '../transfers/transfer-rows.ts';
import { isUnfinishedInSql, selectOrders } from './order-rows.ts';
import { endTradeTurn, takeTradeTurn, type TurnEnd } from './trade-turns.ts';
import { tradeOnce, type TradeRun } from './trade-once.ts';

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
  /** Lets a moment pass before what was sent is looked up again. */
  readonly pause: () => Promise<void>;
};

/** Who orders, in rows and decisions, where no operator does. */
const actor = 'the pool itself';

/**
 * One turn of what the pool trades by itself, in one process at a time: plans, and carries the plan out where the settings say so; otherwise it says what
 * it would order. Never while anything differs, is not over or is not known; after two turns in a row that failed, or once the trades of a day have lost
 * as much as they may, not before an operator has resumed it. What it did and why not more is kept in words.
 *
 * @returns what it did, in words; undefined where another process has the turn
 */
export async function tradeByItself(
  ctx: Context,
  trader: TradingExchange,
  isSending: boolean,
): Promise<string | undefined> {
  const turn = await takeTradeTurn(ctx, trader.name);
  if (turn === undefined) return undefined;
  let end: TurnEnd;
  try {
    end =
      turn.stoppedWhy === null
        ? await takeOver(ctx, trader, isSending)
        : { isSending, hasFailed: null, said: `nothing, because it has stopped: ${turn.stoppedWhy}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    end = { isSending, hasFailed: isSending ? true : null, said: `nothing more: ${why}` };
  }
  await endTradeTurn(ctx, turn, end);
  return end.said;
}

async function takeOver(ctx: Context, trader: TradingExchange, isSending: boolean): Promise<TurnEnd> {
  const waits = await waitsFor(ctx, trader.name);
  if (waits !== undefined) return { isSending, hasFailed: null, said: `nothing: ${waits}` };
  const plan = await makePlan(ctx);
  const { caps, before, exchange } = plan;
  if (exchange?.name !== trader.name)
    return {
      isSending,
      hasFailed: null,
      said: `nothing: the settings name no exchange ${trader.name} to plan by`,
    };
  if (before.lostUsd >= caps.lossUsd) {
    const lost = `the trades of a day have lost ${formatAmount(before.lostUsd)} dollars, and ${formatAmount(caps.lossUsd)} is the most`;
    return { isSending, hasFailed: null, said: `nothing: ${lost}`, stop: isSending ? lost : undefined };
  }
  if (plan.fault !== null)
    return { isSending, hasFailed: isSending ? true : null, said: `nothing: ${plan.fault}` };
  if (!isSending) return { isSending, hasFailed: null, said: dryWords(plan) };
  if (plan.orders.length === 0) return { isSending, hasFailed: false, said: `nothing: ${leftWords(plan)}` };
  const run = await tradeOnce(
    { ...ctx, actor, reason: `by itself: ${dryWords(plan)}`.slice(0, 500) },
    trader,
  );
  return { isSending, hasFailed: run.isWaiting ? null : run.stopped !== null, said: runWords(run) };
}

/** What has to be over before anything is planned; none of it is a failure. */
async function waitsFor(ctx: Context, place: string): Promise<string | undefined> {
  const { db } = ctx;
  const blocked = processBlock(ctx);
  if (blocked !== undefined) return blocked;
  const [open] = await selectOrders(db, sql`WHERE place = ${place} AND ${isUnfinishedInSql}`);
  if (open !== undefined) return `order ${open.id} is not over: it is ${open.state}`;
  const [transfer] = await selectTransfers(db, sql`WHERE place = ${place} AND ${isUnbookedInSql}`);
  if (transfer !== undefined) return `transfer ${transfer.id} is not over: it is ${transfer.state}`;
  const [differs] = await selectPlaceBalances(
    db,
    sql`WHERE place = ${place} AND state = 'difference' AND opened_at IS NOT NULL ORDER BY coin`,
  );
  if (differs !== undefined) return differenceWords(differs);
  const [suspended] = await db.query<{ reason: string }>(sql`
    SELECT reason FROM payout_suspensions WHERE network = ${everyNetwork} AND lifted_at IS NULL LIMIT 1`);
  return suspended && `payouts of everything are suspended (${suspended.reason})`;
}

function dryWords(plan: MadePlan): string {
  const orders = plan.orders.map(
    ({ side, amount, base, price, quote, usd }) =>
      `${side} ${formatAmount(amount)} ${base} at ${formatAmount(price)} ${quote} or better, ${formatAmount(usd)} dollars at the most`,
  );
  const would = orders.length === 0 ? 'it would order nothing' : `it would ${orders.join('; ')}`;
  return `${would}; ${leftWords(plan)}`;
}

function leftWords({ left }: MadePlan): string {
  if (left.length === 0) return 'conversions have nothing else left';
  return `not: ${left.map(({ side, amount, coin, why }) => `${side} ${formatAmount(amount)} ${coin} (${why})`).join(', ')}`;
}

function runWords({ orders, stopped }: TradeRun): string {
  const made = orders.map(
    ({ side, amount, base, quote, price, state }) =>
      `${side} ${amount} ${base} at ${price} ${quote}: ${state}`,
  );
  const what = made.length === 0 ? 'nothing' : made.join('; ');
  return stopped === null ? what : `${what}; then it stopped: ${stopped}`;
}
