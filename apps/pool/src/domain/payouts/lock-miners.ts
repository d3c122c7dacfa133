import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { Payout } from './payout.ts';

/**
 * Locks the miner before money is given back to it or taken from it: a release and an adoption at the same moment would otherwise each
 * miss what the other does. The miner is always locked before its payouts.
 */
export async function lockMinerOf(tx: Transaction, { minerId }: Pick<Payout, 'minerId'>): Promise<void> {
  await tx.query(sql`SELECT 1 FROM miners WHERE id = ${minerId} FOR UPDATE`);
}

/** The same for all whom one transaction pays, in the order in which everything that locks several miners does. */
export async function lockMinersOf(tx: Transaction, txid: string): Promise<void> {
  await tx.query(sql`
    SELECT 1 FROM miners WHERE id IN (SELECT miner_id FROM payouts WHERE txid = ${txid} AND state <> 'released') ORDER BY id FOR UPDATE`);
}
