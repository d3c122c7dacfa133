import { coins, findCoin } from '@openlode/catalogue/coins';
import { windDownMs } from '@openlode/catalogue/retention';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { minimumAt, type MinimumRow, minimumsInSql } from './payout-minimums.ts';

const hourMs = 3_600_000;

/** Whether a coin is served on a network. Crediting, payouts, write-offs and the site all ask here. */
export type NetworkStatus =
  /** `minimum` and `next`: the least payment where it follows fees, and the one that was announced. */
  | { readonly kind: 'open'; readonly minimum?: bigint; readonly next?: MinimumRow }
  /**
   * It was closed: logins are refused, earlier work is still credited, and balances are paid until `payableUntil`, which moves by every
   * hour in which they could not be paid. `paysFrom`: by the operator's command balances from this amount on are paid as well
   * (`pay-smallest`).
   */
  | {
      readonly kind: 'winding-down';
      readonly since: number;
      readonly payableUntil: number;
      readonly paysFrom?: bigint;
    }
  /** Nothing is credited and nothing is paid; balances stay in the ledger. `since` is null where the pool never served it. */
  | { readonly kind: 'closed'; readonly since: number | null };

/** What was closed, by whom and since when, in ms. */
export interface Closures {
  /** By symbol. */
  readonly byOperator: ReadonlyMap<string, number>;
  /** By `COIN:NETWORK`. */
  readonly byCatalogue: ReadonlyMap<string, number | null>;
  /** Hours of the wind-down in which payouts could leave, by `COIN:NETWORK` (`countPayableHours`). */
  readonly payableHours: ReadonlyMap<string, number>;
  /** By `COIN:NETWORK`: where the smallest balances are paid as well (`pay-smallest`), and from what amount on. */
  readonly paidOut?: ReadonlyMap<string, bigint>;
  /** By `COIN:NETWORK`: least payments that follow fees, the earliest first. */
  readonly minimums?: ReadonlyMap<string, readonly MinimumRow[]>;
}

export async function readClosures(db: Queryable): Promise<Closures> {
  const rows = await db.query<{
    coin: string;
    network: string | null;
    since: Date | null;
    hours: number | null;
    least: bigint | null;
    minimum: bigint | null;
  }>(sql`
    SELECT coin, NULL AS network, since, NULL::int AS hours, NULL::numeric AS least, NULL::numeric AS minimum, 0 AS place
      FROM delisted_coins
    UNION ALL
    SELECT coin, network, since, NULL, NULL, NULL, 0 FROM catalogue_closures
    UNION ALL
    SELECT coin, network, NULL, payable_hours, NULL, NULL, 0 FROM wind_downs
    UNION ALL
    SELECT coin, network, since, NULL, least, NULL, 0 FROM smallest_balances_paid WHERE payments_left > 0
    UNION ALL
    SELECT coin, network, effective_at, NULL, NULL, amount, id FROM (${minimumsInSql()}) AS announced
     ORDER BY place`);
  const byOperator = new Map<string, number>();
  const byCatalogue = new Map<string, number | null>();
  const payableHours = new Map<string, number>();
  const paidOut = new Map<string, bigint>();
  const minimums = new Map<string, MinimumRow[]>();
  for (const { coin, network, since, hours, least, minimum } of rows) {
    const pair = `${coin}:${network}`;
    if (minimum !== null && since !== null)
      minimums.set(pair, [...(minimums.get(pair) ?? []), { amount: minimum, from: since.getTime() }]);
    else if (least !== null) paidOut.set(`${coin}:${network}`, least);
    else if (hours !== null) payableHours.set(`${coin}:${network}`, hours);
    else if (network !== null) byCatalogue.set(`${coin}:${network}`, since?.getTime() ?? null);
    else if (since !== null) byOperator.set(coin, since.getTime());
  }
  // In the order of their announcement, of which a sort by time keeps that of one moment.
  for (const [pair, all] of minimums)
    minimums.set(
      pair,
      all.toSorted((a, b) => a.from - b.from),
    );
  return { byOperator, byCatalogue, payableHours, paidOut, minimums };
}

/** The status of one coin on one network at a moment. */
export function statusOf(
  { byOperator, byCatalogue, payableHours, paidOut, minimums }: Closures,
  { coin: symbol, network }: { readonly coin: string; readonly network: string },
  now: number,
): NetworkStatus {
  const coin = findCoin(symbol);
  const chain = coin?.chains.find((each) => each.network === network);
  if (coin === undefined || chain === undefined) return { kind: 'closed', since: null };
  const starts: (number | null)[] = [];
  const byCommand = byOperator.get(coin.symbol);
  if (byCommand !== undefined) starts.push(byCommand);
  if (coin.delisted || !chain.enabled) starts.push(byCatalogue.get(`${coin.symbol}:${network}`) ?? null);
  const known = starts.filter((start) => start !== null);
  if (starts.length === 0) {
    const { current, next } = minimumAt(minimums?.get(`${coin.symbol}:${network}`) ?? [], now);
    return { kind: 'open', ...(current !== undefined && { minimum: current }), ...(next && { next }) };
  }
  if (known.length < starts.length) return { kind: 'closed', since: null };
  const since = Math.min(...known);
  const missingMs = windDownMs - (payableHours.get(`${coin.symbol}:${network}`) ?? 0) * hourMs;
  const payableUntil = Math.max(since + windDownMs, missingMs > 0 ? now + missingMs : 0);
  if (now >= payableUntil) return { kind: 'closed', since };
  const paysFrom = paidOut?.get(`${coin.symbol}:${network}`);
  return { kind: 'winding-down', since, payableUntil, ...(paysFrom !== undefined && { paysFrom }) };
}

/**
 * Since when work for a coin earns nothing, in ms: undefined while it is listed, null where the pool never served it before. A closed
 * network does not affect rewards while the coin has others.
 */
export function delistedSince(closures: Closures, symbol: string): number | null | undefined {
  const coin = findCoin(symbol);
  const byCommand = closures.byOperator.get(symbol);
  if (coin?.delisted !== true) return byCommand;
  const starts = coin.chains.map(({ network }) => closures.byCatalogue.get(`${symbol}:${network}`) ?? null);
  const known = [...starts, byCommand].filter((start) => start !== null && start !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** Symbols of the coins of the catalogue that earn nothing. */
export function delistedCoins(closures: Closures): ReadonlySet<string> {
  return new Set(
    coins.map(({ symbol }) => symbol).filter((symbol) => delistedSince(closures, symbol) !== undefined),
  );
}

/** Every pair of the catalogue that is open, as `COIN:NETWORK`. */
export function openPairs(closures: Closures, now: number): string[] {
  return pairsThat(closures, now, ({ kind }) => kind === 'open');
}

/** Every pair that this pool has served and that is closed or winds down, as `COIN:NETWORK`. */
export function closedPairs(closures: Closures, now: number): string[] {
  return pairsThat(closures, now, (status) => status.kind !== 'open' && status.since !== null);
}

function pairsThat(closures: Closures, now: number, is: (status: NetworkStatus) => boolean): string[] {
  return coins.flatMap(({ symbol, chains }) =>
    chains
      .filter(({ network }) => is(statusOf(closures, { coin: symbol, network }, now)))
      .map(({ network }) => `${symbol}:${network}`),
  );
}

/**
 * At a start, stores which coins and networks the catalogue has closed. One with miners gets the time of now: its wind-down begins, and
 * the next daily run pays those with auto-pay without a new reward, as when an operator delists a coin. One without miners gets none:
 * the pool never served it. What is open again is forgotten.
 */
export async function rememberClosures({ db, clock }: Pick<ServiceContext, 'db' | 'clock'>): Promise<void> {
  const closed = coins.flatMap((coin) =>
    coin.chains
      .filter(({ enabled }) => coin.delisted || !enabled)
      .map(({ network }) => ({ coin: coin.symbol, network })),
  );
  const symbols = closed.map(({ coin }) => coin);
  const networks = closed.map(({ network }) => network);
  await db.transaction(async (tx) => {
    await tx.query(sql`
      WITH added AS (
      INSERT INTO catalogue_closures (coin, network, since)
      SELECT coin, network, CASE WHEN EXISTS (SELECT 1 FROM miners WHERE miners.coin = pair.coin AND miners.network = pair.network)
                                 THEN ${new Date(clock.now())}::timestamptz END
        FROM unnest(${symbols}::text[], ${networks}::text[]) AS pair (coin, network)
      ON CONFLICT DO NOTHING RETURNING coin, network)
      INSERT INTO payout_run_waits (miner_id)
      SELECT miners.id FROM miners JOIN added USING (coin, network) WHERE auto_pay
      ON CONFLICT DO NOTHING`);
    await tx.query(sql`
      DELETE FROM catalogue_closures AS known WHERE NOT EXISTS (
        SELECT 1 FROM unnest(${symbols}::text[], ${networks}::text[]) AS pair (coin, network)
         WHERE pair.coin = known.coin AND pair.network = known.network)`);
  });
}
