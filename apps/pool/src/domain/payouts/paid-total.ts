import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';

/** Adds a payout, valued in BTC now (units of 10^-18), to what the pool has ever paid. In the transaction that settles it. */
export async function addPaid(tx: Transaction, btc: bigint): Promise<void> {
  if (btc < 0n) throw new RangeError('a payout never takes back');
  await tx.query(sql`
    INSERT INTO paid_total (btc) VALUES (${btc}::numeric)
    ON CONFLICT (only_row) DO UPDATE SET btc = paid_total.btc + excluded.btc`);
}

/** Everything ever paid out, valued in BTC when it was paid, in units of 10^-18. */
export async function readPaidTotal(db: Queryable): Promise<bigint> {
  const [total] = await db.query<{ btc: bigint }>(sql`SELECT btc FROM paid_total`);
  return total?.btc ?? 0n;
}

/** Takes a payout out of the total again, at what it counted for: its chain lost it and its owner has the money back. */
export async function takeBackPaid(tx: Transaction, payout: bigint): Promise<void> {
  await tx.query(sql`
    UPDATE paid_total SET btc = btc - coalesce((SELECT valued_btc FROM payouts WHERE id = ${payout}), 0)`);
}
