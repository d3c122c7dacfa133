import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { OutgoingTransaction } from '../kernel/rail.ts';
import { paymentOf } from './check-journal.ts';
import { signings } from './signings.ts';

/** What the database has of transactions that have left. */
interface Known {
  /** The transactions of which each payment is a payout. */
  readonly whole: readonly string[];
  /** What is a payout of any of them (`paymentOf`). */
  readonly payments: ReadonlySet<string>;
  /** Transactions of which a payout was released. */
  readonly released: ReadonlySet<string>;
}

/** On a day of thousands of payouts nearly all are known, and this is asked before each leaves: those are looked for once. */
export async function readKnown(db: Queryable, outgoing: readonly OutgoingTransaction[]): Promise<Known> {
  const rows = await db.query<Parameters<typeof paymentOf>[0] & { whole: boolean; released: boolean }>(sql`
    SELECT txid, coin, address, memo, signing.state = 'released' AS released,
           payees <= count(*) FILTER (WHERE signing.state <> 'released') OVER (PARTITION BY txid) AS whole
      FROM ${signings} JOIN payout_transactions USING (txid)
     WHERE txid = ANY(${outgoing.map(({ txid }) => txid)}::text[])`);
  const whole = new Set(rows.filter((row) => row.whole && !row.released).map(({ txid }) => txid));
  for (const txid of await cancelsAmong(
    db,
    outgoing.flatMap(({ txid }) => (whole.has(txid) ? [] : [txid])),
  ))
    whole.add(txid);
  return {
    whole: [...whole],
    payments: new Set(rows.filter(({ released }) => !released).map(paymentOf)),
    released: new Set(rows.filter(({ released }) => released).map(({ txid }) => txid)),
  };
}

/** What cancels others pays no one. */
async function cancelsAmong(db: Queryable, txids: readonly string[]): Promise<readonly string[]> {
  if (txids.length === 0) return [];
  const rows = await db.query<{ txid: string }>(
    sql`SELECT txid FROM payout_transactions WHERE payees = 0 AND txid = ANY(${[...txids]}::text[])`,
  );
  return rows.map(({ txid }) => txid);
}
