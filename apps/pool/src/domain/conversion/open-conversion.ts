import { conversionAccount, tradingFeesAccount } from '@openlode/ledger/accounts';
import type { Agreement } from '@openlode/ledger/agreed-price';
import { capMeter, type ConversionCaps, uncapped } from '@openlode/ledger/conversion-caps';
import { exposureMeter, type OpenPosition } from '@openlode/ledger/exposure';
import { convertAmount, type ConversionTerms } from '@openlode/ledger/conversion';
import sql from 'sql-template-tag';
import { firstRow, type Queryable, type Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { isSimulated } from '../kernel/pool-kind.ts';
import { type Accepted, agreementOn } from './agreed-rates.ts';
import { openSoldFirst, openSpreads } from './coin-class.ts';
import { accumulateConversions, type ConversionAccumulator } from './conversion-accumulator.ts';
import { conversionCaps } from '../policy/round-rules.ts';

type Context = Pick<ServiceContext, 'clock' | 'rates' | 'conversionCaps' | 'conversionSpreads'>;
type Agreed = Extract<Agreement, { kind: 'agreed' }>;

/** The price behind a figure, as a receipt tells it: all its sources, and the oldest of their times. */
export interface ObservedRate {
  readonly usd: string;
  readonly askUsd: string;
  readonly rateSource: string;
  readonly observedAt: number;
}

export interface Prices {
  /** Undefined where there is no price that money may move at. */
  readonly observed: (asset: string) => ObservedRate | undefined;
  readonly priceOf: ConversionTerms['priceOf'];
  readonly askOf: ConversionTerms['askOf'];
  readonly agreementOf: (asset: string) => Agreement;
  /** Everything that was asked for and agreed on. */
  readonly agreed: () => readonly (readonly [asset: string, agreement: Agreed])[];
}

export interface OpenConversion extends Prices, ConversionTerms {
  readonly accumulated: ConversionAccumulator;
}

/** The prices of one moment, each asked for once, so that a round is converted at one rate. */
export async function readPrices(db: Queryable, ctx: Pick<Context, 'clock' | 'rates'>): Promise<Prices> {
  const accepted = await readAccepted(db, ctx.clock.now());
  const asked = new Map<string, Agreement>();
  const agreementOf = (asset: string): Agreement => {
    const known = asked.get(asset) ?? agreementOn(ctx, asset, accepted);
    asked.set(asset, known);
    return known;
  };
  const rates = new Map<string, ObservedRate | undefined>();
  const observed = (asset: string): ObservedRate | undefined => {
    if (!rates.has(asset)) rates.set(asset, rateOf(agreementOf(asset)));
    return rates.get(asset);
  };
  return {
    observed,
    priceOf: (asset) => observed(asset)?.usd,
    askOf: (asset) => observed(asset)?.askUsd,
    agreementOf,
    agreed: () =>
      [...asked].flatMap(([asset, agreement]) =>
        agreement.kind === 'agreed' ? [[asset, agreement] as const] : [],
      ),
  };
}

function rateOf(agreement: Agreement): ObservedRate | undefined {
  if (agreement.kind !== 'agreed') return undefined;
  const rateSource = agreement.quotes.map((quote) => quote.rateSource).join(' + ');
  const { usd, askUsd, observedAt } = agreement;
  return { usd, askUsd, rateSource, observedAt };
}

/** What conversions have left of each coin, what exchanges took for trades among it. */
export function readOpenPositions(db: Queryable): Promise<OpenPosition[]> {
  return db.query<OpenPosition>(sql`
    SELECT asset AS coin, sum(amount) AS amount FROM balances
     WHERE account IN (${conversionAccount}, ${tradingFeesAccount}) GROUP BY asset HAVING sum(amount) <> 0 ORDER BY asset`);
}

/** Whether an amount of the asset could be exchanged for the coin now without leaving more open than may be: for asking, nothing is counted. */
export async function readRoom(
  db: Queryable,
  ctx: Context,
  prices: Prices,
): Promise<(amount: bigint, asset: string, coin: string) => boolean> {
  const { exposure: limits }: ConversionCaps = ctx.conversionCaps ?? conversionCaps;
  if (limits === undefined) return () => true;
  const meter = exposureMeter(limits, await readOpenPositions(db), prices.askOf);
  const spreadOf = openSpreads(ctx.conversionSpreads, { ...prices, isSole: isSimulated(ctx.rates.kind) });
  const terms = {
    ...prices,
    caps: uncapped,
    exposure: { ...meter, add: () => undefined },
    ...(spreadOf === undefined ? {} : { spreadOf }),
  };
  return (amount, asset, coin) => convertAmount(amount, asset, coin, terms).kind === 'converted';
}

/**
 * Opens conversion for one transaction: prices, and how much of the hour's cap is left. One transaction at a time, so that two
 * cannot both spend the rest; called after the miners are locked and before anything is booked.
 */
export async function openConversion(tx: Transaction, ctx: Context): Promise<OpenConversion> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${conversionLock}::bigint)`);
  const since = new Date(ctx.clock.now() - hourMs);
  const rows = await tx.query<{ usd: bigint }>(
    sql`SELECT coalesce(sum(usd), 0) AS usd FROM converted_values WHERE at > ${since}`,
  );
  const caps: ConversionCaps = ctx.conversionCaps ?? conversionCaps;
  const prices = await readPrices(tx, ctx);
  const market = { ...prices, isSole: isSimulated(ctx.rates.kind) };
  const spreadOf = openSpreads(ctx.conversionSpreads, market);
  const severalLately =
    ctx.conversionSpreads?.sellsThinFirst === true
      ? await readSeveralLately(tx, ctx.clock.now())
      : new Set<string>();
  const isSoldFirst = openSoldFirst(ctx.conversionSpreads, { ...market, severalLately });
  const accumulated = accumulateConversions();
  return {
    ...prices,
    caps: capMeter(caps, firstRow(rows).usd),
    ...(caps.exposure === undefined
      ? {}
      : { exposure: exposureMeter(caps.exposure, await readOpenPositions(tx), prices.askOf) }),
    ...(spreadOf === undefined ? {} : { spreadOf }),
    ...(isSoldFirst === undefined ? {} : { isSoldFirst }),
    booked: accumulated.booked,
    accumulated,
  };
}

/** Keeps what the transaction converted at, with every source's word, and how much it was worth. */
export async function rememberConversions(
  tx: Transaction,
  conversion: OpenConversion,
  now: number,
): Promise<void> {
  await conversion.accumulated.keep(tx, now);
  const taken = conversion.caps.taken();
  if (taken > 0n) {
    await tx.query(sql`DELETE FROM converted_values WHERE at < ${new Date(now - 24 * hourMs)}`);
    await tx.query(sql`INSERT INTO converted_values (at, usd) VALUES (${new Date(now)}, ${taken})`);
  }
  // A row for each side of a spread, both with all quotes: a receipt looks up the price of the payout coin as well.
  const agreed = conversion
    .agreed()
    .flatMap(([asset, { usd, askUsd, witnesses, quotes }]) =>
      [...new Set([usd, askUsd])].map((side) => [asset, { usd: side, witnesses, quotes }] as const),
    );
  await tx.query(sql`
    INSERT INTO accepted_prices (asset, accepted_at, price_usd, sources, quotes)
    SELECT asset, ${new Date(now)}::timestamptz, usd, sources, quotes::jsonb
      FROM unnest(${agreed.map(([asset]) => asset)}::text[], ${agreed.map(([, { usd }]) => usd)}::text[],
                  ${agreed.map(([, { witnesses }]) => witnesses)}::int[],
                  ${agreed.map(([, { quotes }]) =>
                    JSON.stringify(
                      quotes.map(({ rateSource, usd, bidUsd, askUsd, observedAt }) => ({
                        source: rateSource,
                        usd,
                        bid_usd: bidUsd,
                        ask_usd: askUsd,
                        observed_at: observedAt,
                      })),
                    ),
                  )}::text[]) AS price (asset, usd, sources, quotes)
    ON CONFLICT DO NOTHING`);
}

const hourMs = 3_600_000;
/** The key of an advisory lock; no other lock may use it. */
const conversionLock = 7_041_776_000_001n;

/** A price that was converted at binds aggregators for this long, ms: markets may have gone anywhere since. */
const latelyMs = 3 * 24 * hourMs;

/** Every asset that was ever booked has a chain, so its list of assets is short and at hand. */
export async function readAccepted(db: Queryable, now: number): Promise<Accepted> {
  const since = new Date(now - latelyMs);
  const rows = await db.query<{
    asset: string;
    newest: string;
    several: string | null;
    lately: string | null;
  }>(sql`
    SELECT chain.asset, newest.usd AS newest, several.usd AS several, lately.usd AS lately
      FROM ledger_chains AS chain
     CROSS JOIN LATERAL (
       SELECT price_usd AS usd FROM accepted_prices WHERE asset = chain.asset
        ORDER BY accepted_at DESC, price_usd LIMIT 1) AS newest
      LEFT JOIN LATERAL (
       SELECT price_usd AS usd FROM accepted_prices WHERE asset = chain.asset AND accepted_at >= ${since}
        ORDER BY accepted_at, price_usd LIMIT 1) AS lately ON true
      LEFT JOIN LATERAL (
       SELECT price_usd AS usd FROM accepted_prices WHERE asset = chain.asset AND sources > 1
        ORDER BY accepted_at DESC, price_usd LIMIT 1) AS several ON true`);
  // An asset whose prices only ever came from one witness at a time has none that confirms another: such a witness could move the price step
  // by step without limit.
  return new Map(
    rows.map(({ asset, newest, several, lately }) => [
      asset,
      {
        prices: several === null ? [] : [newest, several],
        lately: lately === null ? [] : [newest, lately],
      },
    ]),
  );
}

/** The assets that were converted lately at a price of several witnesses. */
async function readSeveralLately(db: Queryable, now: number): Promise<ReadonlySet<string>> {
  const since = new Date(now - latelyMs);
  const rows = await db.query<{ asset: string }>(sql`
    SELECT asset FROM ledger_chains AS chain
     WHERE EXISTS (SELECT 1 FROM accepted_prices WHERE asset = chain.asset AND sources > 1 AND accepted_at >= ${since})`);
  return new Set(rows.map(({ asset }) => asset));
}
