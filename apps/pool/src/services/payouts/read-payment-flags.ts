import sql from 'sql-template-tag';
import { firstRow, type Queryable } from '../../db/database.ts';
import { type PendingSwitch, readPendingSwitch } from '../owners/network-switches.ts';

/** What stands in the way of an account's payouts, and what its owner has set. */
export interface PaymentFlags {
  readonly auto: boolean;
  /** The last payment that ended could not be made. */
  readonly failed: boolean;
  readonly restricted: boolean;
  readonly pendingSwitch: PendingSwitch | undefined;
}

export async function readPaymentFlags(db: Queryable, accountId: bigint): Promise<PaymentFlags> {
  const rows = await db.query<{ auto: boolean; failed: boolean; restricted: boolean }>(sql`
    SELECT auto_pay AS auto,
           coalesce((SELECT state = 'released' FROM payouts
                      WHERE account_id = accounts.id AND state IN ('settled', 'released')
                      ORDER BY id DESC LIMIT 1), false) AS failed,
           EXISTS (SELECT 1 FROM restricted_accounts AS barred
                    WHERE barred.coin = accounts.coin AND barred.address = accounts.address) AS restricted
      FROM accounts WHERE id = ${accountId}`);
  return { ...firstRow(rows), pendingSwitch: await readPendingSwitch(db, accountId) };
}
