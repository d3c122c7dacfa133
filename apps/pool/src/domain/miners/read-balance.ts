import { miningAccount, referralAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Miner } from './find-miner.ts';

/** In units of 10^-18 of the miner's coin. */
export interface Balance {
  readonly mining: bigint;
  readonly referral: bigint;
  readonly total: bigint;
}

export async function readBalance(
  ctx: { readonly db: Queryable },
  miner: Pick<Miner, 'id' | 'coin'>,
): Promise<Balance> {
  const rows = await ctx.db.query<{ account: string; amount: bigint }>(sql`
    SELECT account, amount FROM balances
     WHERE asset = ${miner.coin} AND account IN (${miningAccount(miner.id)}, ${referralAccount(miner.id)})`);
  const at = (ledgerAccount: string): bigint =>
    rows.find((row) => row.account === ledgerAccount)?.amount ?? 0n;
  const mining = at(miningAccount(miner.id));
  const referral = at(referralAccount(miner.id));
  return { mining, referral, total: mining + referral };
}
