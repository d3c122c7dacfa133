import sql from 'sql-template-tag';
import type { ServiceContext } from '../../kernel/context.ts';
import { txidOfIncomeInSql } from '../bare-reference.ts';

/** What an operator has booked by its transaction has arrived: as an income of this pool, or as a deposit. Its line is over. */
export async function endBooked(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { upstream, algorithm }: { readonly upstream: string; readonly algorithm: string },
): Promise<void> {
  await db.query(sql`
    UPDATE upstream_lines AS line SET state = 'arrived', state_at = ${new Date(clock.now())}, gone_since = NULL
     WHERE upstream = ${upstream} AND algorithm = ${algorithm} AND state <> 'arrived' AND (
       EXISTS (SELECT 1 FROM incomes
                WHERE incomes.upstream = line.upstream AND incomes.algorithm = line.algorithm AND incomes.asset = line.asset
                  AND ${txidOfIncomeInSql} = line.txid)
       OR EXISTS (SELECT 1 FROM treasury_movements AS moved
                   WHERE moved.asset = line.asset AND kind = 'deposit'
                     AND (lower(reference) = line.txid OR lower(reference) LIKE line.txid || ':%')))`);
}
