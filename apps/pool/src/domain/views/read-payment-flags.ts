import sql from 'sql-template-tag';
import { firstRow, type Queryable } from '../../runtime/database/database.ts';
import { type PendingSwitch, readPendingSwitch } from '../owners/network-switches.ts';

/** What stands in the way of a miner's payouts, and what its owner has set. */
export interface PaymentFlags {
  readonly auto: boolean;
  /**
   * Whether the last payment that says anything about the address was refused because of it. A payment that was given back for another
   * reason says nothing.
   */
  readonly failed: boolean;
  readonly restricted: boolean;
  readonly pendingSwitch: PendingSwitch | undefined;
  /** When its balance is written off for want of work, in ms; null where no notice was given. */
  readonly writeOffAt: number | null;
}

export async function readPaymentFlags(db: Queryable, minerId: bigint): Promise<PaymentFlags> {
  const rows = await db.query<{ auto: boolean; failed: boolean; restricted: boolean; due: Date | null }>(sql`
    SELECT auto_pay AS auto,
           coalesce((SELECT state = 'released' FROM payouts
                      WHERE miner_id = miners.id
                        AND (state = 'settled' OR (state = 'released' AND reason IN ('INVALID_ADDRESS', 'REFUSED')))
                      ORDER BY id DESC LIMIT 1), false) AS failed,
           EXISTS (SELECT 1 FROM restricted_addresses AS barred
                    WHERE barred.coin = miners.coin AND barred.address = miners.address) AS restricted,
           (SELECT due_at FROM write_off_notices WHERE miner_id = miners.id) AS due
      FROM miners WHERE id = ${minerId}`);
  const { due, ...flags } = firstRow(rows);
  return {
    ...flags,
    writeOffAt: due?.getTime() ?? null,
    pendingSwitch: await readPendingSwitch(db, minerId),
  };
}
