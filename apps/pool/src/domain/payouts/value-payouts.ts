import { convert, rateBetween } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { addPaid } from './paid-total.ts';
import { readPrices } from '../conversion/open-conversion.ts';

const rowsPerPage = 100;

/**
 * Adds what has settled to the pool's total, valued in BTC. Apart from settling, because a price that is missing today must not
 * keep a payout from being done; it is valued as soon as there is one. Answers how many were.
 */
export async function valuePayouts(ctx: Pick<ServiceContext, 'db' | 'clock' | 'rates'>): Promise<number> {
  const prices = await readPrices(ctx.db, ctx);
  const bitcoin = prices.priceOf('BTC');
  if (bitcoin === undefined) return 0;
  let valued = 0;
  let last = 0n;
  for (;;) {
    const waiting = await ctx.db.query<{ id: bigint; coin: string; amount: bigint }>(sql`
      SELECT id, coin, amount FROM payouts WHERE state = 'settled' AND valued_btc IS NULL AND id > ${last}
       ORDER BY id LIMIT ${rowsPerPage}`);
    for (const { id, coin, amount } of waiting) {
      const price = prices.priceOf(coin);
      // A coin without a price keeps no other from being valued.
      if (price !== undefined) valued += await value(ctx, id, convert(amount, rateBetween(price, bitcoin)));
    }
    last = waiting.at(-1)?.id ?? last;
    if (waiting.length < rowsPerPage) return valued;
  }
}

async function value({ db }: Pick<ServiceContext, 'db'>, id: bigint, btc: bigint): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.query(
      // A settled payout may be taken back since it was read.
      sql`UPDATE payouts SET valued_btc = ${btc}
           WHERE id = ${id} AND state = 'settled' AND valued_btc IS NULL RETURNING id`,
    );
    if (rows.length > 0) await addPaid(tx, btc);
    return rows.length;
  });
}
