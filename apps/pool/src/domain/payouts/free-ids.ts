import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { PayoutContext } from './payout-context.ts';

/** The most payouts that a lost copy of the database may have made: a higher number in a wallet's label is not of this pool. */
const lostPayoutsMax = 1_000_000_000n;

/** The payout number of the label if it is free and can be this pool's, otherwise the next one. New payouts get higher numbers. */
export async function freeId(tx: Transaction, wanted: bigint): Promise<bigint> {
  const sequence = sql`pg_get_serial_sequence('payouts', 'id')::regclass`;
  const taken = await tx.query(sql`
    SELECT 1 FROM payouts WHERE id = ${wanted}
     UNION ALL
    SELECT 1 WHERE ${wanted}::bigint > coalesce(pg_sequence_last_value(${sequence}), 0) + ${lostPayoutsMax}::bigint`);
  if (wanted > 0n && taken.length === 0) {
    await tx.query(sql`SELECT setval(${sequence}, greatest(nextval(${sequence}) - 1, ${wanted}))`);
    return wanted;
  }
  const [next] = await tx.query<{ id: bigint }>(sql`SELECT nextval(${sequence}) AS id`);
  return next?.id ?? 0n;
}

/** The id that a signer knows the payment by, where the line names it and no other payout has it; otherwise a new one. */
export async function freeOrderId(
  tx: Transaction,
  { random }: Pick<PayoutContext, 'random'>,
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined || !/^[0-9a-z-]{1,40}$/.test(wanted)) return random.uuid();
  const taken = await tx.query(sql`SELECT 1 FROM payouts WHERE order_id = ${wanted}`);
  return taken.length > 0 ? random.uuid() : wanted;
}
