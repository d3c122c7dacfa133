import { pendingAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { type LaggingSearch, laggingSearches } from '../rounds/block-searches.ts';

/** What may still be credited of what was earned before a moment. */
export interface AwaitedIncome {
  /** Chains whose blocks of before are not all known or credited. */
  readonly chains: readonly LaggingSearch[];
  /** Rewards of the miner that wait for their conversion, in units of 10^-18. */
  readonly pending: readonly { readonly asset: string; readonly amount: bigint }[];
}

/**
 * What a miner may still be credited of what it earned before a moment (ms); undefined where nothing is left. An older copy of a
 * database lacks the blocks found since, until they are found again on their chains.
 */
export async function awaitedIncome(
  db: Queryable,
  of: { readonly miner: bigint; readonly before: number; readonly now: number },
): Promise<AwaitedIncome | undefined> {
  const chains = await laggingSearches(db, of.before, of.now);
  const pending = await db.query<{ asset: string; amount: bigint }>(sql`
    SELECT asset, amount FROM balances WHERE account = ${pendingAccount(of.miner)} AND amount > 0 ORDER BY asset`);
  return chains.length + pending.length === 0 ? undefined : { chains, pending };
}
