import { miningAccount, referralAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Account } from './find-account.ts';

/** In units of 10^-18 of the account's coin. */
export interface Balance {
  readonly mining: bigint;
  readonly referral: bigint;
  readonly total: bigint;
}

export async function readBalance(
  ctx: { readonly db: Queryable },
  account: Pick<Account, 'id' | 'coin'>,
): Promise<Balance> {
  const rows = await ctx.db.query<{ account: string; amount: bigint }>(sql`
    SELECT account, amount FROM balances
     WHERE asset = ${account.coin} AND account IN (${miningAccount(account.id)}, ${referralAccount(account.id)})`);
  const at = (ledgerAccount: string): bigint =>
    rows.find((row) => row.account === ledgerAccount)?.amount ?? 0n;
  const mining = at(miningAccount(account.id));
  const referral = at(referralAccount(account.id));
  return { mining, referral, total: mining + referral };
}
