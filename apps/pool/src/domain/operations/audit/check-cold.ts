import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { Finding } from '../../kernel/finding.ts';
import { coldAccountInSql, isColdInSql } from '../../ledger/account-names.ts';

/** L20: what the ledger has at cold addresses is exactly what final sweeps brought there, less what came back or was withdrawn. */
export async function checkCold(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ account: string; asset: string; due: bigint; held: bigint }>(sql`
    WITH moved AS (
      SELECT network, coin AS asset, amount FROM sweeps WHERE place IS NULL AND state = 'final'
      UNION ALL
      SELECT network, asset, -abs(amount) FROM treasury_movements WHERE kind IN ('cold-return', 'cold-withdrawal')
    ), due AS (
      SELECT ${coldAccountInSql} AS account, asset, sum(amount) AS amount FROM moved GROUP BY 1, 2
    ), held AS (
      SELECT account, asset, -amount AS amount FROM balances WHERE ${isColdInSql} AND amount <> 0
    )
    SELECT account, asset, coalesce(due.amount, 0) AS due, coalesce(held.amount, 0) AS held
      FROM due FULL JOIN held USING (account, asset)
     WHERE coalesce(due.amount, 0) <> coalesce(held.amount, 0) ORDER BY account, asset`);
  return rows.map(({ account, asset, due, held }) => ({
    rule: 'L20',
    kind: 'cold-money-mismatch',
    account,
    subject: asset,
    expected: due.toString(),
    found: held.toString(),
  }));
}
