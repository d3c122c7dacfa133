import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { payableOf } from './payable-of.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';

/** The miners that have what a payout needs, in an order that depends on nothing but them. Whether one may be made is decided when it is. */
export async function payableMiners(ctx: Pick<ServiceContext, 'db'>): Promise<bigint[]> {
  const rows = await ctx.db.query<{ id: bigint; coin: string; network: string; amount: bigint }>(sql`
    SELECT miners.id, coin, network, sum(balances.amount) AS amount
      FROM miners JOIN balances ON asset = coin
       AND account IN ${balanceAccountsInSql(sql`miners.id`)}
     GROUP BY miners.id ORDER BY uuid`);
  return rows
    .filter(({ coin, network, amount }) => {
      const payable = payableOf({ coin, network }, amount);
      return payable !== undefined && payable.amount >= payable.threshold;
    })
    .map(({ id }) => id);
}
