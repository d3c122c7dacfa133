import type { WaitReason } from '@openlode/ledger/conversion';
import { rateSpread } from '@openlode/ledger/rate-spread';
import sql, { type Sql } from 'sql-template-tag';
import { type SoldLineJson, type SoldLine, soldLineInSql, soldLineOf } from './sold-line.ts';
import type { MinerId } from '../miners/find-miner.ts';
import { type FiatRates, fiatRatesAt } from '../conversion/fiat-rates.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Everything that is needed to recalculate a credit by hand. Amounts in units of 10^-18, work in expected hashes. */
export interface Receipt {
  readonly work: bigint;
  readonly roundWork: bigint;
  readonly asset: string;
  readonly reward: bigint;
  readonly share: bigint;
  readonly coin: string;
  readonly rate: string;
  readonly rateSource: string;
  readonly rateAt: number;
  /** What said the price of the payout coin, which is half of the rate, and the oldest time of it; undefined where nothing of it was stored. */
  readonly paidPrice: { readonly source: string; readonly at: number } | undefined;
  /** How far the rate is below the middle of what the sources said of both coins, in percent; undefined for nothing. */
  readonly rateSpread: string | undefined;
  /** What the conversion has kept back by the classes of both coins, in millionths. */
  readonly conversionSpreadPpm: number;
  /** Where its coins were sold before it was credited: what the line sold, and how. */
  readonly sold: SoldLine | undefined;
  readonly usdPerAsset: string;
  readonly gross: bigint;
  /** What the platform kept. */
  readonly fee: bigint;
  /** What the platform and the owners of codes kept together, in millionths. */
  readonly feePpm: number;
  /** What the owners of codes got, in the miner's coin. */
  readonly referral: bigint;
  readonly credited: bigint;
  /** True while the part waits for a rate; its figures in the miner's coin are then zero. */
  readonly waiting: boolean;
  /** What it still waits for; null for what has been converted. */
  readonly waitingFor: WaitReason | null;
  readonly creditedAt: number;
  readonly chain: string;
  readonly blockHash: string;
  readonly blockHeight: number;
  /** Where the round is what another pool has paid, and no block. */
  readonly income: ReceiptIncome | undefined;
  /** Money for one US dollar when it was credited; null before the first that was stored. */
  readonly fiatPerUsd: FiatRates | null;
}

/** What another pool has paid. */
export interface ReceiptIncome {
  readonly upstream: string;
  /** `txid:vout`; or an exchange, a colon, and what that calls the deposit. */
  readonly reference: string;
  /** What that pool has kept before, in millionths, as its operator says. */
  readonly feePpm: number;
  /** The blocks that the round's work finds on average, in units of 10^-18. */
  readonly blocks: bigint;
}

/** The receipts of an account for some rounds, keyed by round. */
export async function readReceipts(
  ctx: Pick<ServiceContext, 'db'>,
  minerId: MinerId,
  rounds: readonly bigint[],
): Promise<ReadonlyMap<string, readonly Receipt[]>> {
  if (rounds.length === 0) return new Map();
  const rows = await ctx.db.query<ReceiptRow>(sql`
    SELECT credits.*, reward_lines.asset, reward_lines.amount, chain, block_hash, block_height,
           ${fiatRatesAt(sql`credited_at`)} AS fiat_per_usd, incomes.upstream, incomes.reference,
           incomes.blocks, incomes.upstream_fee_ppm,
           ${soldLineInSql} AS sold,
           ${middlesOf(sql`reward_lines.asset`)} AS sold_middles, ${middlesOf(sql`credits.coin`)} AS bought_middles,
           ${saidOf(sql`credits.coin`)} AS bought_said
      FROM credits JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id
      LEFT JOIN incomes USING (round_id)
     WHERE miner_id = ${minerId} AND round_id = ANY(${rounds}::bigint[]) ORDER BY round_id, line`);
  const receipts = new Map<string, Receipt[]>();
  for (const row of rows) {
    const own = receipts.get(row.round_id.toString()) ?? [];
    receipts.set(row.round_id.toString(), own);
    own.push(receiptOf(row));
  }
  return receipts;
}

/** What each source said of a coin in the middle when it was converted at; null where none was. */
function middlesOf(coin: Sql): Sql {
  return sql`(SELECT ARRAY(SELECT quote ->> 'usd' FROM jsonb_array_elements(quotes) AS quote WHERE quote ->> 'usd' IS NOT NULL) FROM accepted_prices AS price
               WHERE price.asset = ${coin} AND price.accepted_at = credits.credited_at LIMIT 1)`;
}

/** Who said what a coin was worth when it was converted at, in the words of `rate_source`, and since when; null where none was stored. */
function saidOf(coin: Sql): Sql {
  return sql`(SELECT jsonb_build_object(
                'source', (SELECT string_agg(quote ->> 'source', ' + ' ORDER BY place) FROM jsonb_array_elements(quotes) WITH ORDINALITY AS each (quote, place)),
                'at', (SELECT min((quote ->> 'observed_at')::numeric) FROM jsonb_array_elements(quotes) AS quote))
                FROM accepted_prices AS price
               WHERE price.asset = ${coin} AND price.accepted_at = credits.credited_at LIMIT 1)`;
}

/**
 * The receipts as an event of that time shows them: what was converted later still waits in it, and what was credited before belongs to
 * an earlier event. So the lines of an event always add up to its amount.
 */
export function receiptsOfEvent(receipts: readonly Receipt[], at: number): Receipt[] {
  return receipts
    .filter(({ creditedAt }) => creditedAt >= at)
    .map((receipt) => (receipt.creditedAt > at ? { ...receipt, waiting: true } : receipt));
}

interface ReceiptRow {
  readonly round_id: bigint;
  readonly work: bigint;
  readonly round_work: bigint;
  readonly asset: string;
  readonly amount: bigint;
  readonly share: bigint;
  readonly coin: string;
  readonly rate: string;
  readonly rate_source: string;
  readonly rate_at: Date;
  readonly usd_per_asset: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly fee_ppm: number;
  readonly spread_ppm: number;
  readonly referral: bigint;
  readonly credited: bigint;
  readonly waiting: WaitReason | null;
  readonly credited_at: Date;
  readonly chain: string;
  readonly block_hash: string;
  readonly block_height: bigint;
  readonly fiat_per_usd: FiatRates | null;
  readonly upstream: string | null;
  readonly reference: string | null;
  readonly blocks: bigint | null;
  readonly upstream_fee_ppm: number | null;
  readonly sold: SoldLineJson;
  readonly sold_middles: readonly string[] | null;
  readonly bought_middles: readonly string[] | null;
  readonly bought_said: { readonly source: string | null; readonly at: number | null } | null;
}

function receiptOf(row: ReceiptRow): Receipt {
  return {
    work: row.work,
    roundWork: row.round_work,
    asset: row.asset,
    reward: row.amount,
    share: row.share,
    coin: row.coin,
    rate: row.rate,
    rateSource: row.rate_source,
    rateAt: row.rate_at.getTime(),
    paidPrice: paidPriceOf(row),
    rateSpread: spreadOf(row),
    conversionSpreadPpm: row.spread_ppm,
    sold: soldLineOf(row.sold),
    usdPerAsset: row.usd_per_asset,
    gross: row.gross,
    fee: row.fee,
    feePpm: row.fee_ppm,
    referral: row.referral,
    credited: row.credited,
    waiting: row.waiting !== null,
    waitingFor: row.waiting,
    creditedAt: row.credited_at.getTime(),
    chain: row.chain,
    blockHash: row.block_hash,
    blockHeight: Number(row.block_height),
    income: incomeOf(row),
    fiatPerUsd: row.fiat_per_usd,
  };
}

function spreadOf({ asset, coin, waiting, rate, sold_middles: sold, bought_middles: bought }: ReceiptRow) {
  if (asset === coin || waiting !== null || sold === null || bought === null) return undefined;
  return rateSpread(rate, sold, bought);
}

function paidPriceOf({ asset, coin, waiting, sold, bought_said: said }: ReceiptRow): Receipt['paidPrice'] {
  // What was sold before is credited at what that brought.
  if (asset === coin || waiting !== null || sold !== null) return undefined;
  if (said === null || said.source === null || said.at === null) return undefined;
  return { source: said.source, at: said.at };
}

function incomeOf({
  upstream,
  reference,
  blocks,
  upstream_fee_ppm: feePpm,
}: ReceiptRow): ReceiptIncome | undefined {
  if (upstream === null || reference === null || blocks === null || feePpm === null) return undefined;
  return { upstream, reference, feePpm, blocks };
}
