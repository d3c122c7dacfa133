import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { signings } from '../payouts/signings.ts';

/** The payout whose transaction this reference is, or that a journal has for it. What an operator has disregarded is none. */
export async function payoutOf(tx: Transaction, reference: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM ${signings} WHERE lower(txid) = lower(${reference}) AND id > 0
    UNION ALL
    SELECT payout FROM payout_journal
     WHERE lower(txid) = lower(${reference}) AND payout > 0
       AND NOT EXISTS (SELECT 1 FROM operator_decisions WHERE kind = 'disregard-transaction' AND subject = txid) LIMIT 1`);
  return row?.id;
}
