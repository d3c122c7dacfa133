import type { LedgerAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** What stood at a place at a time, from the postings up to and with that time. In units of 10^-18. */
export async function readBalanceAsOf(
  ctx: Pick<ServiceContext, 'db'>,
  { account, asset }: { readonly account: LedgerAccount; readonly asset: string },
  at: number,
): Promise<bigint> {
  const rows = await ctx.db.query<{ amount: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS amount FROM postings JOIN ledger_entries ON id = entry_id
     WHERE account = ${account} AND asset = ${asset} AND booked_at <= ${new Date(at)}`);
  return firstRow(rows).amount;
}
