import sql from 'sql-template-tag';
import { firstRow, type Queryable, type Transaction } from '../../db/database.ts';

/** Adds a payout, valued in BTC now (units of 10^-18), to what the pool has ever paid. In the transaction that settles it. */
export async function addPaid(tx: Transaction, btc: bigint): Promise<void> {
  if (btc < 0n) throw new RangeError('a payout never takes back');
  await tx.query(sql`UPDATE paid_total SET btc = btc + ${btc}::numeric`);
}

/** Everything ever paid out, valued in BTC when it was paid, in units of 10^-18. */
export async function readPaidTotal(db: Queryable): Promise<bigint> {
  return firstRow(await db.query<{ btc: bigint }>(sql`SELECT btc FROM paid_total`)).btc;
}
