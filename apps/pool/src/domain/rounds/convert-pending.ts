import { dollar } from '@openlode/ledger/trade-question';
import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated, forEachPageIsolated } from '../kernel/for-each-isolated.ts';
import { type Prices, readPrices, readRoom } from '../conversion/open-conversion.ts';
import { convertEarning, type EarningKey, mayConvertEarning } from './convert-earning.ts';
import { convertParts, mayConvert, type Waiting } from './convert-parts.ts';
import {
  awaitPrice,
  type EndedLine,
  isOfSale,
  isSaleOver,
  linesInSql,
  readEndedLines,
} from './sold-first.ts';

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
>;

/** How many one run takes; the task runs again. */
const batchSize = 200;

/**
 * Converts parts of rewards and code owners' earnings that wait for a rate, as far as there are agreed rates now. Answers how many it
 * converted. What a cap holds waits until the operator approves it; an approval does not replace a missing price. A failure does not
 * stop the others and is thrown at the end.
 */
export async function convertPending(ctx: Context, atOnce = batchSize): Promise<number> {
  const prices = await readPrices(ctx.db, ctx);
  const hasRoom = await readRoom(ctx.db, ctx, prices);
  let converted = 0;
  const count = (some: number): void => {
    converted += some;
  };
  await forEachIsolated([convertAllParts, convertSold, convertEarnings], (convert) =>
    convert(ctx, { prices, hasRoom, atOnce }, count),
  );
  return converted;
}

interface Pass {
  readonly prices: Prices;
  readonly hasRoom: Awaited<ReturnType<typeof readRoom>>;
  readonly atOnce: number;
}

async function convertAllParts(
  ctx: Context,
  { atOnce, ...pass }: Pass,
  count: (converted: number) => void,
): Promise<void> {
  const before = new Date(ctx.clock.now());
  const pairs = pricedAmong(
    await ctx.db.query<Pair>(sql`
      SELECT asset, coin, min(share) FILTER (WHERE ${waitsForTrades(sql`credits`)}) AS least
        FROM credits JOIN reward_lines USING (round_id, line) WHERE ${mayConvert} GROUP BY asset, coin`),
    pass,
  );
  const readPage = (after: Waiting = { round_id: 0n, miner_id: 0n }) =>
    ctx.db.query<Waiting>(sql`
      SELECT DISTINCT round_id, miner_id
        FROM credits JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id JOIN ${pairs} USING (asset, coin)
       WHERE ${mayConvert} AND (has_room OR NOT ${waitsForTrades(sql`credits`)}) AND NOT ${isOfSale} AND notified_up_to IS NULL AND credited_at < ${before}
         AND (round_id, miner_id) > (${after.round_id}, ${after.miner_id})
       ORDER BY round_id, miner_id LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readPage, async (part) => count(await convertParts(ctx, part)));
}

/** Parts of what was sold first, or let go: what sales brought has to have a price, and of the coin that was mined only what was let go. */
async function convertSold(
  ctx: Context,
  { prices, atOnce }: Pass,
  count: (converted: number) => void,
): Promise<void> {
  const before = new Date(ctx.clock.now());
  const ended = await readEndedLines(ctx.db);
  const lines = ended.filter((line) => isPriced(line, prices));
  await awaitPrice(
    ctx.db,
    ended.filter((line) => line.isNew && !isPriced(line, prices)),
  );
  if (lines.length === 0) return;
  const readPage = (after: Waiting = { round_id: 0n, miner_id: 0n }) =>
    ctx.db.query<Waiting>(sql`
      SELECT DISTINCT round_id, miner_id FROM credits JOIN ${linesInSql(lines)} USING (round_id, line, coin) JOIN rounds ON rounds.id = round_id
       WHERE ${isSaleOver} AND notified_up_to IS NULL
         AND credited_at < ${before} AND (round_id, miner_id) > (${after.round_id}, ${after.miner_id})
       ORDER BY round_id, miner_id LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readPage, async (part) => count(await convertParts(ctx, part)));
}

/** Whether what a line has for its miners of a coin can be exchanged for it now; dollars are worth themselves. */
function isPriced({ coin, has }: EndedLine, { priceOf }: Prices): boolean {
  return has.every(
    (each) =>
      each === coin || ((each === dollar || priceOf(each) !== undefined) && priceOf(coin) !== undefined),
  );
}

async function convertEarnings(
  ctx: Context,
  { atOnce, ...pass }: Pass,
  count: (converted: number) => void,
): Promise<void> {
  const pairs = pricedAmong(
    await ctx.db.query<Pair>(sql`
      SELECT credits.coin AS asset, referral_credits.coin, min(amount) FILTER (WHERE ${waitsForTrades(sql`referral_credits`)}) AS least
        FROM referral_credits JOIN credits USING (round_id, line, miner_id) WHERE ${mayConvertEarning}
       GROUP BY credits.coin, referral_credits.coin`),
    pass,
  );
  const readPage = (after: EarningKey = { round_id: 0n, line: 0, miner_id: 0n, code: '' }) =>
    ctx.db.query<EarningKey>(sql`
      SELECT round_id, line, miner_id, code
        FROM referral_credits JOIN credits USING (round_id, line, miner_id)
        JOIN ${pairs} ON priced.asset = credits.coin AND priced.coin = referral_credits.coin
       WHERE ${mayConvertEarning} AND (has_room OR NOT ${waitsForTrades(sql`referral_credits`)})
         AND (round_id, line, miner_id, code) > (${after.round_id}, ${after.line}, ${after.miner_id}, ${after.code})
       ORDER BY round_id, line, miner_id, code LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readPage, async (earning) => count(await convertEarning(ctx, earning)));
}

/** What waits, and what it is to become. */
interface Pair {
  readonly asset: string;
  readonly coin: string;
  /** The least of what waits for trades alone; null where nothing does. */
  readonly least: bigint | null;
}

/** What no operator has let through either. */
function waitsForTrades(table: Sql): Sql {
  return sql`(${table}.waiting = 'over-exposure' AND ${table}.approved_at IS NULL)`;
}

/**
 * Those that can be exchanged now, as a table: after a day without a price, what waits for it is not read again and again. `has_room`: neither is what
 * waits for trades, as long as the least of it would leave too much open.
 */
function pricedAmong(
  pairs: readonly Pair[],
  { prices: { priceOf }, hasRoom }: Pick<Pass, 'prices' | 'hasRoom'>,
): Sql {
  const priced = pairs.filter(
    ({ asset, coin }) => asset === coin || (priceOf(asset) !== undefined && priceOf(coin) !== undefined),
  );
  const rooms = priced.map(({ asset, coin, least }) => least === null || hasRoom(least, asset, coin));
  return sql`unnest(${priced.map(({ asset }) => asset)}::text[], ${priced.map(({ coin }) => coin)}::text[], ${rooms}::boolean[])
    AS priced (asset, coin, has_room)`;
}
