import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';
import { accountInSql } from '../../ledger/account-names.ts';
import { everyPosting } from '../../ledger/every-posting.ts';

interface Drift {
  readonly account: string;
  readonly asset: string;
  readonly folded: bigint;
  readonly stored: bigint;
}

/**
 * L3: a stored balance is the sum of its postings. A partial audit folds the miners' accounts that new entries touched and those
 * of its window: the pool's own accounts have a posting of every reward there ever was, so only a whole audit adds those up.
 */
export async function checkBalances(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const among = scope.whole ? empty : sql`WHERE account IN (SELECT account FROM looked_at)`;
  const drifted = await tx.query<Drift>(sql`
    WITH window_miners AS (
      SELECT id FROM miners WHERE id > ${scope.minersAfter} ORDER BY id LIMIT ${scope.minersMax}
    ), looked_at AS (
      SELECT account FROM postings WHERE entry_id > ${scope.entriesAfter}
         AND ledger_account_kind(account) IN ('mining', 'referral', 'pending')
      UNION
      SELECT account FROM balances JOIN window_miners
          ON account IN (${accountInSql('mining', sql`id`)}, ${accountInSql('referral', sql`id`)}, ${accountInSql('pending', sql`id`)})
       WHERE NOT ${scope.whole}::boolean
    ), folded AS (
      SELECT account, asset, sum(amount) AS amount FROM ${everyPosting(among)} AS posted GROUP BY account, asset
    ), stored AS (
      SELECT account, asset, amount FROM balances ${among}
    )
    SELECT account, asset, coalesce(folded.amount, 0) AS folded, coalesce(stored.amount, 0) AS stored
      FROM folded FULL JOIN stored USING (account, asset)
     WHERE coalesce(folded.amount, 0) <> coalesce(stored.amount, 0) ORDER BY account, asset`);
  return drifted.map(({ account, asset, folded, stored }) => ({
    rule: 'L3',
    kind: 'balance-drifted',
    account,
    subject: asset,
    expected: folded.toString(),
    found: stored.toString(),
  }));
}

/** L4: no balance of a miner is below zero; only external accounts, conversion and the pool's loss accounts may be. */
export async function checkNegative(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ account: string; asset: string; amount: bigint }>(sql`
    SELECT account, asset, amount FROM balances
     WHERE amount < 0 AND kind NOT IN ('external', 'conversion', 'loss')
     ORDER BY account, asset`);
  return rows.map(({ account, asset, amount }) => ({
    rule: 'L4',
    kind: 'balance-negative',
    account,
    subject: asset,
    expected: null,
    found: amount.toString(),
  }));
}
