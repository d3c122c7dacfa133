import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { Finding } from '../../kernel/finding.ts';
import { isTransitInSql, transitAccountInSql } from '../../ledger/account-names.ts';

/** L15: what the ledger has on its way to exchanges, and from them, is exactly what transfers hold that are not over. */
export async function checkTransits(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ account: string; asset: string; due: bigint; held: bigint }>(sql`
    WITH due AS (
      SELECT ${transitAccountInSql} AS account, coin AS asset, sum(amount) AS amount
        FROM place_transits WHERE state = 'open' GROUP BY 1, 2
      UNION ALL
      SELECT ${transitAccountInSql} || ':back', coin, sum(amount) FROM place_transfers WHERE state = 'left' GROUP BY 1, 2
    ), held AS (
      SELECT account, asset, -amount AS amount FROM balances WHERE ${isTransitInSql} AND amount <> 0
    )
    SELECT account, asset, coalesce(due.amount, 0) AS due, coalesce(held.amount, 0) AS held
      FROM due FULL JOIN held USING (account, asset)
     WHERE coalesce(due.amount, 0) <> coalesce(held.amount, 0) ORDER BY account, asset`);
  return rows.map(({ account, asset, due, held }) => ({
    rule: 'L15',
    kind: 'transit-money-mismatch',
    account,
    subject: asset,
    expected: due.toString(),
    found: held.toString(),
  }));
}
