import type { LedgerAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/**
 * What stood at a place at a time, from the postings up to and with that time. In units of 10^-18. Throws a RangeError for a time before the
 * newest posting of the place that is closed: what of the sum came when is not known any more.
 */
export async function readBalanceAsOf(
  ctx: Pick<ServiceContext, 'db'>,
  { account, asset }: { readonly account: LedgerAccount; readonly asset: string },
  at: number,
): Promise<bigint> {
  const rows = await ctx.db.query<{ amount: bigint; closed: bigint; closed_at: Date | null }>(sql`
    SELECT (SELECT coalesce(sum(amount), 0) FROM postings JOIN ledger_entries ON id = entry_id
             WHERE account = ${account} AND asset = ${asset} AND booked_at <= ${new Date(at)}) AS amount,
           coalesce(sum(amount), 0) AS closed, max(booked_at) AS closed_at
      FROM closed_postings WHERE account = ${account} AND asset = ${asset}`);
  const { amount, closed, closed_at: closedAt } = firstRow(rows);
  if (closedAt !== null && closedAt.getTime() > at)
    throw new RangeError(`${account} is closed up to ${closedAt.toISOString()}`);
  return amount + closed;
}
