import { type ConvertedPair, realisedPairs, type TradedPair } from '@openlode/ledger/realised-rates';
import { formatAmount } from '@openlode/money/amount';
import { formatRate } from '@openlode/money/convert';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { isoWeekOf } from '../kernel/iso-week.ts';

/** What conversions of a pair credited in a week, against what trades of that week brought; amounts are decimal text. */
export interface RealisedLine {
  /** As ISO 8601 names it, by UTC: `2026-W49`. */
  readonly week: string;
  readonly asset: string;
  readonly coin: string;
  readonly conversions: string;
  /** Of the asset, and of the coin before any fee. */
  readonly taken: string;
  readonly given: string;
  /** What was credited for one whole coin of the asset. */
  readonly credited: string;
  readonly trades: string;
  /** What trades brought for it; null where none of the week says it. */
  readonly realised: string | null;
  /** `realised` over `credited`, in percent. */
  readonly percent: string | null;
  /** What all that was taken would have brought at it, less what was given. */
  readonly gained: string | null;
}

const weekMs = 7 * 86_400_000;

/** The newest weeks, that of now among them, the newest first; a week without conversions is left out. */
export async function readRealised(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { weeks }: { readonly weeks: number },
): Promise<readonly RealisedLine[]> {
  const since = isoWeekOf(clock.now() - (weeks - 1) * weekMs);
  const conversions = await db.query<ConvertedPair & { readonly week: string }>(sql`
    SELECT week::text, asset, coin, conversions, taken, given FROM converted_pairs
     WHERE week >= ${since.monday}::date ORDER BY week DESC, asset, coin`);
  const trades = await readTrades(db, new Date(since.from));
  const mondays = [...new Set(conversions.map(({ week }) => week))];
  return mondays.flatMap((monday) => {
    const week = isoWeekOf(Date.parse(monday)).name;
    const ofWeek = <Row extends { readonly week: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.week === monday);
    return realisedPairs(ofWeek(conversions), ofWeek(trades)).map((pair): RealisedLine => {
      const { asset, coin, taken, given, realised, percent, gained } = pair;
      return {
        week,
        asset,
        coin,
        conversions: pair.conversions.toString(),
        taken: formatAmount(taken),
        given: formatAmount(given),
        credited: taken === 0n ? '0' : formatRate({ numerator: given, denominator: taken }),
        trades: pair.trades.toString(),
        realised: realised === undefined ? null : formatRate(realised),
        percent: percent ?? null,
        gained: gained === undefined ? null : formatAmount(gained),
      };
    });
  });
}

/**
 * What trades gave and brought since a time by week and pair: those of orders by when they were made, less what the exchange took of either coin, and those that were
 * booked by hand.
 */
async function readTrades(
  db: Queryable,
  since: Date,
): Promise<readonly (TradedPair & { readonly week: string })[]> {
  return db.query(sql`
    SELECT ${mondayOf(sql`at`)} AS week, sold, bought, count(*) AS trades, sum(given) AS given, sum(got) AS got
      FROM (SELECT traded_at AS at, pair.sold, pair.bought, pair.given + fee.of_sold AS given,
                   greatest(pair.got - fee.of_bought, 0) AS got
              FROM trade_fills JOIN trade_orders ON id = order_id
             CROSS JOIN LATERAL (
               SELECT CASE side WHEN 'sell' THEN base ELSE quote END AS sold,
                      CASE side WHEN 'sell' THEN quote ELSE base END AS bought,
                      CASE side WHEN 'sell' THEN trade_fills.amount ELSE trade_fills.value END AS given,
                      CASE side WHEN 'sell' THEN trade_fills.value ELSE trade_fills.amount END AS got) AS pair
             CROSS JOIN LATERAL (
               SELECT coalesce(sum((each ->> 'amount')::numeric) FILTER (WHERE each ->> 'coin' = pair.sold), 0) AS of_sold,
                      coalesce(sum((each ->> 'amount')::numeric) FILTER (WHERE each ->> 'coin' = pair.bought), 0) AS of_bought
                 FROM jsonb_array_elements(fees) AS each) AS fee
             WHERE traded_at >= ${since}
             UNION ALL
            SELECT booked_at, asset, bought_asset, -amount, bought_amount FROM treasury_movements
             WHERE kind = 'trade' AND booked_at >= ${since}) AS trade
     GROUP BY 1, 2, 3`);
}

/** The date of the Monday of UTC that a time's week begins on, as text. */
function mondayOf(time: Sql): Sql {
  return sql`date_trunc('week', ${time} AT TIME ZONE 'UTC')::date::text`;
}

/** A pair of this or the last week of which trades say something, as a figure for a graph. */
export interface RealisedFigure {
  readonly asset: string;
  readonly coin: string;
  readonly week: 'this' | 'last';
  /** What was brought over what was credited, in percent; decimal text. */
  readonly percent: string;
}

export async function realisedOfTwoWeeks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
): Promise<readonly RealisedFigure[]> {
  const now = isoWeekOf(ctx.clock.now()).name;
  return (await readRealised(ctx, { weeks: 2 })).flatMap(({ asset, coin, week, percent }) =>
    percent === null
      ? []
      : [
          {
            asset,
            coin,
            week: week === now ? ('this' as const) : ('last' as const),
            percent,
          },
        ],
  );
}
