import { planTrades } from '@openlode/ledger/plan-trades';
import {
  type LeftOver,
  type PlannedOrder,
  type TradeCaps,
  type TradedBefore,
  tradeMoney,
  type TradePlan,
} from '@openlode/ledger/trade-question';
import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import type { WatchedExchange } from '../kernel/exchange.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { tradeCaps } from '../policy/round-rules.ts';
import { askMarkets } from './ask-markets.ts';
import { type KnownPosition, readTradedBefore, readTradePositions } from './trade-positions.ts';

/** What would be ordered now, and why the rest would not. Amounts are decimal text in the coin, dollars where they are called `usd`. */
export interface TradePlanView {
  /** Null where the settings name none. */
  readonly exchange: string | null;
  /** Why its markets are not known; null where they are. */
  readonly fault: string | null;
  readonly positions: readonly PlannedPosition[];
  readonly orders: readonly PlannedTrade[];
  readonly left: readonly LeftTrade[];
  /** What trades were worth in the last hour and day, and lost in that; how many of those that were booked by hand have no value. */
  readonly before: {
    readonly hourUsd: string;
    readonly dayUsd: string;
    readonly lostUsd: string;
    readonly unvalued: number;
  };
}

export interface PlannedPosition {
  readonly coin: string;
  readonly owed: string;
  /** Null where a wallet does not answer. */
  readonly wallets: string | null;
  readonly exchange: string;
  readonly onItsWay: string;
  readonly target: string;
  /** Above zero what conversions have to sell, below zero what they have to buy; and once every order is filled at its limit, without fees. */
  readonly conversion: string;
  readonly conversionAfter: string;
  readonly exchangeAfter: string;
  /** What `conversion` is worth; null without an agreed price. */
  readonly usd: string | null;
}

export interface PlannedTrade {
  readonly side: 'sell' | 'buy';
  readonly amount: string;
  readonly base: string;
  /** The worst that would be taken, for one whole coin. */
  readonly price: string;
  readonly quote: string;
  /** The most that it can be worth. */
  readonly usd: string;
  /** What is to be sold is given for what is to be bought. */
  readonly isNetting: boolean;
}

export interface LeftTrade extends Omit<LeftOver, 'amount'> {
  readonly amount: string;
  /** More words, where there are any. */
  readonly note: string | null;
}

type Context = Pick<
  PayoutContext,
  'db' | 'clock' | 'rates' | 'conversionSpreads' | 'exchanges' | 'floats' | 'tradeCaps'
> & {
  readonly wallet: Wallet;
};

/**
 * Plans trades against the ledger, the wallets, the agreed prices and what is offered at the first exchange of the settings, as they are now. Nothing is
 * kept, and nothing is sent: what it is given can trade nothing.
 */
export async function planTradesNow(ctx: Context): Promise<TradePlanView> {
  return viewPlan(await makePlan(ctx));
}

/** A plan, and what it rests on. */
export interface MadePlan extends TradePlan {
  readonly exchange: WatchedExchange | undefined;
  readonly fault: string | null;
  readonly positions: readonly KnownPosition[];
  readonly before: TradedBefore;
  readonly caps: TradeCaps;
}

export async function makePlan(ctx: Context): Promise<MadePlan> {
  const [exchange] = ctx.exchanges ?? [];
  const before = await readTradedBefore(ctx);
  const known = await readTradePositions(ctx, exchange?.name);
  const caps = ctx.tradeCaps ?? tradeCaps;
  const { positions, markets, fault } = await askMarkets(ctx.clock, exchange, known, { caps, before });
  const plan = planTrades({ positions, markets, caps, before, now: ctx.clock.now() });
  return { ...plan, exchange, fault, positions, before, caps };
}

function viewPlan({ exchange, fault, positions, before, orders, left }: MadePlan): TradePlanView {
  const after = effectOf(orders);
  return {
    exchange: exchange?.name ?? null,
    fault,
    positions: positions
      .filter((each) => !isNothing(each) || after.has(each.coin))
      .map((each) => positionView(each, after.get(each.coin) ?? 0n)),
    orders: orders.map(viewOrder),
    left: left.map(({ amount, ...rest }) => ({
      ...rest,
      amount: formatAmount(amount),
      note: noteOf(rest, positions),
    })),
    before: {
      hourUsd: formatAmount(before.hourUsd),
      dayUsd: formatAmount(before.dayUsd),
      lostUsd: formatAmount(before.lostUsd),
      unvalued: before.unvalued,
    },
  };
}

export function viewOrder({ side, amount, base, price, quote, usd, isNetting }: PlannedOrder): PlannedTrade {
  return {
    side,
    amount: formatAmount(amount),
    base,
    price: formatAmount(price),
    quote,
    usd: formatAmount(usd),
    isNetting,
  };
}

/** What orders move, by coin, where each is filled at its limit: what comes in is above zero. Rounded against us. */
function effectOf(orders: readonly PlannedOrder[]): ReadonlyMap<string, bigint> {
  const moved = new Map<string, bigint>();
  const unit = 10n ** 18n;
  for (const { base, quote, side, amount, price } of orders) {
    const value = amount * price;
    const [inBase, inQuote] =
      side === 'sell' ? [-amount, value / unit] : [amount, -((value + unit - 1n) / unit)];
    moved.set(base, (moved.get(base) ?? 0n) + inBase);
    moved.set(quote, (moved.get(quote) ?? 0n) + inQuote);
  }
  return moved;
}

function positionView(position: KnownPosition, moved: bigint): PlannedPosition {
  const { coin, owed, wallets, exchange, onItsWay, target, converted, price, isSilent } = position;
  const size = converted < 0n ? -converted : converted;
  return {
    coin,
    owed: formatAmount(owed),
    wallets: isSilent ? null : formatAmount(wallets),
    exchange: formatAmount(exchange),
    onItsWay: formatAmount(onItsWay),
    target: formatAmount(target),
    conversion: formatAmount(converted),
    conversionAfter: formatAmount(converted + moved),
    exchangeAfter: formatAmount(exchange + moved),
    usd: price === undefined ? null : formatAmount(valueInUsd(size, price.askUsd)),
  };
}

/** Money that is there to be named, and is not there. */
function isNothing({ converted, exchange, onItsWay, target }: KnownPosition): boolean {
  return converted === 0n && exchange === 0n && onItsWay === 0n && target === 0n;
}

function noteOf({ coin, why }: Omit<LeftOver, 'amount'>, positions: readonly KnownPosition[]): string | null {
  const position = positions.find((each) => each.coin === coin);
  // The coin itself may be open, and its money not.
  if (why === 'place-closed')
    return (
      position?.closed ??
      positions.find((each) => tradeMoney.includes(each.coin) && each.closed)?.closed ??
      null
    );
  return why === 'no-agreed-price' ? (position?.judgement ?? null) : null;
}
