import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** Money for one US dollar, decimal text by ISO 4217 code. */
export type FiatRates = Readonly<Record<string, string>>;

/** Stores what a dollar costs from now on, where that is not what the newest row before now says. */
export async function rememberFiatRates(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  perUsd: FiatRates,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  await ctx.db.query(sql`
    INSERT INTO fiat_rates (at, per_usd)
    SELECT ${now}::timestamptz, ${JSON.stringify(perUsd)}::jsonb
     WHERE ${fiatRatesAt(sql`${now}::timestamptz`)} IS DISTINCT FROM ${JSON.stringify(perUsd)}::jsonb
    ON CONFLICT (at) DO NOTHING`);
}

/** The rates of a time, as a value of a statement; null before the first that were stored. */
export function fiatRatesAt(time: Sql): Sql {
  return sql`(SELECT per_usd FROM fiat_rates WHERE fiat_rates.at <= ${time} ORDER BY fiat_rates.at DESC LIMIT 1)`;
}
