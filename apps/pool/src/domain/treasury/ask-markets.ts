import { marketsToAsk } from '@openlode/ledger/plan-trades';
import type { PlannedMarket, TradeQuestion } from '@openlode/ledger/trade-question';
import { errorText } from '../../runtime/error-text.ts';
import type { Clock } from '../kernel/clock.ts';
import type { MarketName, WatchedExchange } from '../kernel/exchange.ts';
import type { KnownPosition } from './trade-positions.ts';

interface Asked {
  /** With what the exchange says of its own that orders do not hold. */
  readonly positions: readonly KnownPosition[];
  /** Undefined where it has not said which it has, or there is none. */
  readonly markets: readonly PlannedMarket[] | undefined;
  /** Why something is not known; null where all is. */
  readonly fault: string | null;
}

/** For all markets in all, ms: after that none is asked any more. */
const askMaxMs = 60_000;

/**
 * What an exchange has that is not held by orders, and the markets that a plan could use, one after another. One that does not answer, or was not asked
 * in time, is left to the plan, which names it.
 */
export async function askMarkets(
  clock: Clock,
  exchange: WatchedExchange | undefined,
  known: readonly KnownPosition[],
  limits: Pick<TradeQuestion, 'caps' | 'before'>,
): Promise<Asked> {
  if (exchange === undefined) return { positions: known, markets: undefined, fault: null };
  const until = clock.now() + askMaxMs;
  const faults: string[] = [];
  try {
    const terms = (await exchange.markets()).map(
      ({ base, quote, amountStep, priceStep, amountMin, valueMin }): PlannedMarket => ({
        base,
        quote,
        amountStep,
        priceStep,
        amountMin,
        valueMin,
        now: undefined,
      }),
    );
    const positions = await askAvailable(exchange, known);
    const wanted = new Set(marketsToAsk({ positions, markets: terms, ...limits, now: clock.now() }));
    const markets: PlannedMarket[] = [];
    for (const market of terms) {
      if (!wanted.has(market)) markets.push(market);
      else if (clock.now() > until) {
        faults.push(`${market.base}/${market.quote}: not asked, a minute is over`);
        markets.push(market);
      } else markets.push({ ...market, now: await askMarket(clock, exchange, market, faults) });
    }
    return { positions, markets, fault: faults.length === 0 ? null : faults.join('; ') };
  } catch (error) {
    return { positions: known, markets: undefined, fault: shortErrorText(error) };
  }
}

async function askMarket(
  clock: Clock,
  exchange: WatchedExchange,
  { base, quote }: MarketName,
  faults: string[],
): Promise<PlannedMarket['now']> {
  try {
    const { bids, asks, dayVolume, changedAt } = await exchange.marketNow({ base, quote });
    return { bids, asks, dayVolume, changedAt, answeredAt: clock.now() };
  } catch (error) {
    faults.push(`${base}/${quote}: ${shortErrorText(error)}`);
    return undefined;
  }
}

/** No more can be given than the exchange says is free: what its orders hold is in the ledger as well. */
async function askAvailable(
  exchange: WatchedExchange,
  positions: readonly KnownPosition[],
): Promise<readonly KnownPosition[]> {
  if (positions.every(({ converted, at }) => converted === 0n || at.kind === 'closed')) return positions;
  const balances = await exchange.balances();
  return positions.map((position) => {
    if (position.at.kind === 'closed') return position;
    const free = balances.get(position.coin)?.available ?? 0n;
    const available = free < position.at.available ? free : position.at.available;
    return { ...position, at: { kind: 'open', available } };
  });
}

/** One line of what can be printed: the words may be the exchange's. */
function shortErrorText(error: unknown): string {
  return errorText(error)
    .replaceAll(/[^\x21-\x7E]+/g, ' ')
    .slice(0, 200);
}
