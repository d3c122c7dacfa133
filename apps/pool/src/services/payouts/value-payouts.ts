import { convert, rateBetween } from '@openlode/ledger/convert';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { addPaid } from '../pool/paid-total.ts';
import { readPrices } from '../rounds/open-market.ts';

/**
 * Adds what has settled to the pool's total, valued in BTC. Apart from settling, because a price that is missing today must not
 * keep a payout from being done; it is valued as soon as there is one. Answers how many were.
 */
export async function valuePayouts(ctx: Pick<ServiceContext, 'db' | 'clock' | 'rates'>): Promise<number> {
  const market = await readPrices(ctx.db, ctx);
  const bitcoin = market.priceOf('BTC');
  if (bitcoin === undefined) return 0;
  const waiting = await ctx.db.query<{ id: bigint; coin: string; amount: bigint }>(sql`
    SELECT id, coin, amount FROM payouts WHERE state = 'settled' AND valued_btc IS NULL ORDER BY id LIMIT 100`);
  let valued = 0;
  for (const { id, coin, amount } of waiting) {
    const price = market.priceOf(coin);
    if (price === undefined) continue;
    const btc = convert(amount, rateBetween(price, bitcoin));
    valued += await ctx.db.transaction(async (tx) => {
      const rows = await tx.query(
        sql`UPDATE payouts SET valued_btc = ${btc} WHERE id = ${id} AND valued_btc IS NULL RETURNING id`,
      );
      if (rows.length > 0) await addPaid(tx, btc);
      return rows.length;
    });
  }
  return valued;
}
