import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import { agreementOn } from '../conversion/agreed-rates.ts';
import { readAccepted } from '../conversion/open-conversion.ts';
import type { OperationContext } from '../kernel/decision.ts';

/** What one miner is owed: its balance, without what is on its way out or waits for a rate. Amounts are decimal text. */
export interface OwedMiner {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  readonly owed: string;
  /** At the price that is agreed on now; null where none is, or no pool runs that knows one. */
  readonly usd: string | null;
  /** Of all balances in this coin, from 0 to 1. */
  readonly part: number;
  /** When its last work came, in ms. */
  readonly lastWorkAt: number;
}

interface Row {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly owed: bigint;
  readonly all_owed: bigint;
  readonly last_work_at: Date;
}

/** Miners by what they are owed, the most dollars first; those of coins without a price follow, coin by coin. */
export async function listOwed(
  ctx: Pick<OperationContext, 'db' | 'clock' | 'rates'>,
  { coin, limit }: { readonly coin?: string | undefined; readonly limit: number },
): Promise<readonly OwedMiner[]> {
  const rows = await ctx.db.query<Row>(sql`
    SELECT uuid, coin, network, address, memo, owed, all_owed, last_work_at
      FROM (SELECT split_part(account, ':', 2)::bigint AS miner_id, asset, sum(amount) AS owed,
                   sum(sum(amount)) OVER (PARTITION BY asset) AS all_owed,
                   row_number() OVER (PARTITION BY asset ORDER BY sum(amount) DESC, split_part(account, ':', 2)::bigint) AS place
              FROM balances
             WHERE kind IN ('mining', 'referral') AND amount > 0
               AND (${coin ?? null}::text IS NULL OR asset = ${coin ?? null}::text)
             GROUP BY 1, 2) AS sums
      JOIN miners ON miners.id = miner_id AND miners.coin = asset
     WHERE place <= ${limit} ORDER BY coin, owed DESC, miners.id`);
  const priceOf = await pricesOf(ctx);
  const valued = rows.map((row) => {
    const price = priceOf(row.coin);
    return { row, usd: price === undefined ? undefined : valueInUsd(row.owed, price) };
  });
  return valued
    .toSorted((a, b) => compare(b.usd ?? -1n, a.usd ?? -1n))
    .slice(0, limit)
    .map(({ row: { owed, all_owed: all, last_work_at: lastWorkAt, ...miner }, usd }) => ({
      ...miner,
      owed: formatAmount(owed),
      usd: usd === undefined ? null : formatAmount(usd),
      part: Number((owed * 1_000_000n) / all) / 1_000_000,
      lastWorkAt: lastWorkAt.getTime(),
    }));
}

/** The agreed price of each coin, asked once. */
async function pricesOf({
  db,
  clock,
  rates,
}: Pick<OperationContext, 'db' | 'clock' | 'rates'>): Promise<(coin: string) => string | undefined> {
  if (rates === undefined) return () => undefined;
  const accepted = await readAccepted(db, clock.now());
  const prices = new Map<string, string | undefined>();
  return (coin) => {
    if (!prices.has(coin)) {
      const agreement = agreementOn({ rates, clock }, coin, accepted);
      prices.set(coin, agreement.kind === 'agreed' ? agreement.usd : undefined);
    }
    return prices.get(coin);
  };
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
