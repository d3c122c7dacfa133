import {
  boughtAccount,
  conversionAccount,
  exchangeAccount,
  tradingFeesAccount,
} from '@openlode/ledger/accounts';
import { type PlaceVerdict, judgePlace, nextStanding } from '@openlode/ledger/judge-place';
import { tradeMoney } from '@openlode/ledger/trade-question';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { publishDomainEvent } from '../../kernel/domain-events.ts';
import type { ExchangeBalance, WatchedExchange } from '../../kernel/exchange.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { bookArrivals } from './book-arrivals.ts';
import { coldAtExchange, countedTwice } from './place-addresses.ts';
import { explainDifference } from './explain-difference.ts';
import { readOrdered } from '../orders/order-rows.ts';
import { readGone, sameLeaving, selectLeaving } from '../withdrawals/gone-by-record.ts';
import { readWithdrawn } from '../transfers/transfer-rows.ts';
import { type PlaceBalance, selectPlaceBalances, transitMaxMs } from './place-standing.ts';

/** One process asks an exchange, and not more often than this, ms. */
const askEveryMs = 45_000;

export type PlaceContext = Pick<PayoutContext, 'db' | 'clock' | 'exchanges' | 'floats'> & {
  /** Lets a moment pass between the two readings of a look. */
  readonly pause: () => Promise<void>;
  /** Other pools that pay into accounts at exchanges, or have; none where it is left out. */
  readonly upstreams?: readonly UpstreamTerms[];
};

/**
 * Looks at every exchange of the settings: books what it has credited, reads twice what it has, and holds that against the ledger to the unit.
 * Safe to run in several processes: one of them asks. An exchange that does not answer leaves its places as they were, and the look grows old.
 */
export async function watchPlaces(
  ctx: PlaceContext,
  onError: (place: string, error: unknown) => void,
): Promise<void> {
  for (const exchange of ctx.exchanges ?? []) {
    if (!(await takeTurn(ctx, exchange.name))) continue;
    try {
      const both = await coldAtExchange(ctx.db, ctx.floats);
      if (both?.place === exchange.name) throw new Error(countedTwice(both.cold));
      await bookArrivals(ctx, exchange);
      await compare(ctx, exchange);
      await ctx.db.query(sql`
        UPDATE places SET answered_at = ${new Date(ctx.clock.now())}, fault = NULL WHERE name = ${exchange.name}`);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      await ctx.db.query(sql`UPDATE places SET fault = ${words.slice(0, 500)} WHERE name = ${exchange.name}`);
      onError(exchange.name, error);
    }
  }
  await noteUnnamed(ctx);
}

/** One that no process has asked for this long is one that the settings name no more, ms. */
const unnamedAfterMs = 3_600_000;

/**
 * An exchange that no settings name any more does not answer: what lies there must not count by its last look for ever (`atExchangesInSql`). The time is
 * one that lets a process that does name it ask at once.
 */
async function noteUnnamed({ db, clock, exchanges = [] }: PlaceContext): Promise<void> {
  const now = clock.now();
  const late = new Date(now - unnamedAfterMs);
  await db.query(sql`
    UPDATE places SET asked_at = ${new Date(now - unnamedAfterMs / 2)}, fault = 'the settings name it no more'
     WHERE asked_at < ${late} AND name <> ALL(${exchanges.map(({ name }) => name)}::text[])`);
}

/** True for the one process whose turn it is. A clock that was ahead may have dated the last turn. */
async function takeTurn({ db, clock }: PlaceContext, name: string): Promise<boolean> {
  const now = clock.now();
  await db.query(sql`INSERT INTO places (name) VALUES (${name}) ON CONFLICT DO NOTHING`);
  const taken = await db.query(sql`
    UPDATE places SET asked_at = ${new Date(now)}
     WHERE name = ${name}
       AND (asked_at IS NULL OR asked_at <= ${new Date(now - askEveryMs)} OR asked_at > ${new Date(now + askEveryMs)})
    RETURNING 1`);
  return taken.length > 0;
}

type Balances = ReadonlyMap<string, bigint>;

async function compare(ctx: PlaceContext, exchange: WatchedExchange): Promise<void> {
  const { db, clock } = ctx;
  const place = exchange.name;
  const before = await readBooked(db, place);
  const leaving = await selectLeaving(db, place);
  const first = await exchange.balances();
  await ctx.pause();
  const second = await exchange.balances();
  const gone = await readGone(exchange, leaving);
  const underWay = await readUnderWay(db, place, clock.now());
  const ordered = await readOrdered(db, place);
  const withdrawn = await readWithdrawn(db, place, clock.now());
  const after = await readBooked(db, place);
  const isSettled = sameLeaving(leaving, await selectLeaving(db, place));
  const rows = new Map(
    (await selectPlaceBalances(db, sql`WHERE place = ${place}`)).map((row) => [row.coin, row]),
  );
  const coins = [...first, ...second].flatMap(([coin, { total }]) => (total === 0n ? [] : [coin]));
  // An account that is empty is begun as well, with nothing: what is swept there, what may be bought there, and what other pools pay.
  const swept = (ctx.floats ?? []).map(({ coin }) => coin);
  const traded = await readTraded(db);
  for (const coin of new Set([
    ...rows.keys(),
    ...swept,
    ...traded,
    ...(exchange.expects ?? []),
    ...before.keys(),
    ...after.keys(),
    ...coins,
  ])) {
    const said = [totalOf(first, coin), totalOf(second, coin)] as const;
    const ledger = [before.get(coin) ?? 0n, after.get(coin) ?? 0n] as const;
    const own = underWay.flatMap((each) => (each.coin === coin ? [each.amount] : []));
    const moved = movedOf(ordered.get(coin), withdrawn.get(coin));
    const look = { ledger, said, underWay: own };
    const without = isSettled ? gone.get(coin) : undefined;
    const equal = equalWithout(look, without);
    const verdict = equal ?? judgePlace({ ...look, ...(moved && { ordered: moved }) });
    await keep(ctx, exchange, {
      coin,
      verdict,
      said: said[0] === said[1] ? said[1] : null,
      gone: equal && without,
      row: rows.get(coin),
    });
  }
}

/** Of a coin that payouts are leaving all the time: whether the place has what the ledger says less what its record says that they have taken. */
function equalWithout(
  look: Parameters<typeof judgePlace>[0],
  gone: bigint | undefined,
): PlaceVerdict | undefined {
  if (gone === undefined) return undefined;
  const [before, after] = look.ledger;
  const verdict = judgePlace({ ...look, ledger: [before - gone, after - gone] });
  return verdict.kind === 'equal' ? verdict : undefined;
}

/** What orders and transfers that the ledger does not have may have moved. */
function movedOf(
  ordered: { readonly less: bigint; readonly more: bigint } | undefined,
  withdrawn = 0n,
): { readonly less: bigint; readonly more: bigint } | undefined {
  if (ordered === undefined && withdrawn === 0n) return undefined;
  return { less: (ordered?.less ?? 0n) + withdrawn, more: ordered?.more ?? 0n };
}

function totalOf(balances: ReadonlyMap<string, ExchangeBalance>, coin: string): bigint {
  return balances.get(coin)?.total ?? 0n;
}

/** What the ledger says that an exchange has, by coin, in units of 10^-18. */
export async function readBooked(db: Queryable, place: string): Promise<Balances> {
  const rows = await db.query<{ asset: string; amount: bigint }>(sql`
    SELECT asset, -sum(amount) AS amount FROM balances
     WHERE account IN (${exchangeAccount(place)}, ${boughtAccount(place)}) GROUP BY asset`);
  return new Map(rows.map(({ asset, amount }) => [asset, amount]));
}

/** What conversions have left of any coin, and, where they have, what it is traded for. */
async function readTraded(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ asset: string }>(sql`
    SELECT DISTINCT asset FROM balances
     WHERE account IN (${conversionAccount}, ${tradingFeesAccount}) AND amount <> 0`);
  return rows.length === 0 ? [] : [...rows.map(({ asset }) => asset), ...tradeMoney];
}

/** What may be credited there before the exchange names it: transfers that are not late, and sweeps that are not final. */
async function readUnderWay(
  db: Queryable,
  place: string,
  now: number,
): Promise<readonly { readonly coin: string; readonly amount: bigint }[]> {
  const late = new Date(now - transitMaxMs);
  return db.query<{ coin: string; amount: bigint }>(sql`
    SELECT coin, amount FROM place_transits WHERE place = ${place} AND state = 'open' AND opened_at > ${late}
    UNION ALL
    SELECT coin, amount FROM sweeps WHERE place = ${place} AND state = 'sent' AND state_at > ${late}`);
}

interface JudgedCoin {
  readonly coin: string;
  readonly verdict: PlaceVerdict;
  readonly said: bigint | null;
  /** What payouts on their way have taken of it, where it is equal without that. */
  readonly gone: bigint | undefined;
  readonly row: PlaceBalance | undefined;
}

/** Keeps how a coin stands. What an operator has decided meanwhile (which changes `since`) stays: the next look sees it. */
async function keep(
  ctx: PlaceContext,
  exchange: WatchedExchange,
  { coin, verdict, said, gone, row }: JudgedCoin,
): Promise<void> {
  const place = exchange.name;
  const was = row ?? { state: 'unknown' as const, difference: 0n };
  const { state, difference } = nextStanding(was, verdict);
  const isNew = state !== was.state || difference !== was.difference;
  const note =
    state === 'difference' && row?.openedAt
      ? isNew || row.note === null
        ? await explainDifference(ctx, exchange, coin, row.equalAt ?? row.openedAt, ctx.upstreams)
        : row.note
      : (goneWords(gone) ?? noteOf(verdict));
  const at = new Date(ctx.clock.now());
  const equalAt = state === 'equal' ? at : null;
  const kept = await ctx.db.query(sql`
    INSERT INTO place_balances AS old (place, coin, state, said, difference, looked_at, since, equal_at, note)
    VALUES (${place}, ${coin}, ${state}, ${said}, ${difference}, ${at}, ${at}, ${equalAt}, ${note})
    ON CONFLICT (place, coin) DO UPDATE
       SET state = ${state}, said = ${said}, difference = ${difference}, looked_at = ${at}, note = ${note},
           since = CASE WHEN ${isNew}::boolean THEN ${at} ELSE old.since END, equal_at = coalesce(${equalAt}, old.equal_at)
     WHERE (old.looked_at, old.since) = (${row?.lookedAt ?? null}, ${row?.since ?? null})
    RETURNING 1`);
  if (kept.length === 0 || !isNew || !row?.openedAt) return;
  const event =
    state === 'difference'
      ? 'place-differs'
      : state === 'equal' && was.state === 'difference'
        ? 'place-equal'
        : undefined;
  if (event !== undefined)
    publishDomainEvent(undefined, { event, place, coin, difference: formatAmount(difference) });
}

function goneWords(gone: bigint | undefined): string | undefined {
  return gone === undefined
    ? undefined
    : `${formatAmount(gone)} less than the ledger, which payouts on their way have taken`;
}

function noteOf(verdict: PlaceVerdict): string | null {
  switch (verdict.kind) {
    case 'equal':
      return null;
    case 'moving':
      return 'something moved between two readings';
    case 'trading':
      return 'an order or a transfer that is not over may have moved it: see openlode orders, and openlode transfers';
    case 'crediting':
      return `${formatAmount(verdict.amount)} more, which transfers on their way explain: waits for the record of the exchange`;
    case 'difference':
      return 'seen once: it counts when the next look differs as well';
  }
}
