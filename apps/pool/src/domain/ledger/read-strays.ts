import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { accountInSql } from './account-names.ts';

/** Places whose waiting money is not the sum of the parts and earnings that wait. */
export async function readStrayPending(
  db: Queryable,
): Promise<{ readonly account: string; readonly asset: string }[]> {
  return db.query(sql`
    WITH waiting AS (
      SELECT ${accountInSql('pending', sql`miner_id`)} AS account, asset, share AS amount
        FROM credits JOIN reward_lines USING (round_id, line) WHERE waiting IS NOT NULL
      UNION ALL
      SELECT ${accountInSql('pending', sql`owner_id`)}, credits.coin, amount
        FROM referral_credits JOIN credits USING (round_id, line, miner_id)
       WHERE referral_credits.waiting IN ('no-price', 'over-cap', 'over-hour-cap', 'over-exposure')
    ), summed AS (
      SELECT account, asset, sum(amount) AS amount FROM waiting GROUP BY account, asset
    )
    SELECT account, asset
      FROM (SELECT * FROM balances WHERE kind = 'pending') AS held
      FULL JOIN summed USING (account, asset)
     WHERE coalesce(held.amount, 0) <> coalesce(summed.amount, 0)`);
}

/** A round holds its reward from the block's acceptance to its maturity, and nothing before or after. */
export async function readStrayImmature(db: Queryable): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    WITH expected AS (
      SELECT ${accountInSql('round', sql`id`)} AS account, asset, sum(amount) AS amount
        FROM rounds JOIN reward_lines ON round_id = id WHERE state = 'accepted' GROUP BY id, asset
    )
    SELECT DISTINCT split_part(account, ':', 2)::bigint AS id
      FROM (SELECT * FROM balances WHERE kind = 'round') AS held FULL JOIN expected USING (account, asset)
     WHERE coalesce(held.amount, 0) <> coalesce(expected.amount, 0)`);
  return rows.map(({ id }) => id);
}

/**
 * Credits whose fee and referral are not together what their terms keep back, or whose owners got another sum. `among` makes a condition on
 * an id of a round; without it all are looked at.
 */
export async function readMischarged(
  db: Queryable,
  among: (round: Sql) => Sql = () => sql`true`,
): Promise<{ readonly round: bigint; readonly minerId: bigint }[]> {
  return db.query(sql`
    SELECT round_id AS round, miner_id AS "minerId"
      FROM credits LEFT JOIN (
        SELECT round_id, line, miner_id, sum(amount) AS owners FROM referral_credits WHERE ${among(sql`round_id`)} GROUP BY 1, 2, 3
      ) AS earned USING (round_id, line, miner_id)
     WHERE credits.waiting IS NULL AND ${among(sql`round_id`)}
       AND (fee + referral <> div(gross * fee_ppm, 1000000) OR referral <> coalesce(owners, 0))`);
}
