import sql, { type Sql } from 'sql-template-tag';

/** The denominator of a referral's part of a gross: 10^12. */
const wholeInParts = 1_000_000_000_000n;

/** What a code's owner earns of the mined asset by one receipt, rounded down. */
export const referredShareInSql: Sql = sql`trunc(share * parts / ${wholeInParts}::numeric)`;

/** An amount less what the conversion of `credits` kept back of it, rounded down: what is worth so much less when it is credited. */
export function lessSpreadInSql(amount: Sql): Sql {
  return sql`div(${amount} * (1000000 - spread_ppm), 1000000)`;
}

/**
 * Receipts summed by miner, day of UTC, algorithm and mined asset, as rows of `earning_days`: what `credits` meets as a condition on the
 * receipts of mining, and `referrals` on those of owners of codes (both name their table's columns, `referral_credits` by its name). What
 * waits for a rate is left out. The value in dollars is each receipt's, rounded down as `readRewards` does it; receipts without one are summed
 * apart from those that have one.
 */
export function earnedDays(credits: Sql, referrals: Sql): Sql {
  return sql`
    SELECT miner_id, (credited_at AT TIME ZONE 'UTC')::date AS day, 'mining' AS kind, rounds.algorithm, asset, count(*) AS rewards,
           sum(work) AS work, sum(share) AS share, sum(gross) AS gross, sum(fee) AS fee, sum(referral) AS referral,
           sum(credited) AS credited, usd IS NOT NULL AS priced, coalesce(sum(usd), 0) AS usd
      FROM (SELECT *, CASE WHEN usd_per_asset = '0' THEN NULL WHEN gross = 0 THEN 0
                           ELSE div(${lessSpreadInSql(sql`trunc(share * usd_per_asset::numeric)`)} * credited, gross) END AS usd
              FROM credits WHERE waiting IS NULL AND ${credits}) AS receipt
      JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id
     GROUP BY miner_id, day, rounds.algorithm, asset, usd IS NOT NULL
    UNION ALL
    SELECT owner_id, (credited_at AT TIME ZONE 'UTC')::date AS day, 'referral', rounds.algorithm, asset, count(*), 0, sum(share), 0, 0, 0,
           sum(credited), usd IS NOT NULL, coalesce(sum(usd), 0)
      FROM (SELECT *, CASE WHEN price = '0' THEN NULL ELSE trunc(kept * price::numeric) END AS usd
              FROM (SELECT owner_id, referral_credits.credited_at, round_id, line, sum(${referredShareInSql}) AS share,
                           sum(${lessSpreadInSql(referredShareInSql)}) AS kept,
                           sum(referral_credits.credited) AS credited, max(usd_per_asset) AS price
                      FROM referral_credits JOIN credits USING (round_id, line, miner_id)
                     WHERE referral_credits.waiting IS NULL AND ${referrals}
                     GROUP BY owner_id, referral_credits.credited_at, round_id, line) AS earned) AS receipt
      JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id
     GROUP BY owner_id, day, rounds.algorithm, asset, usd IS NOT NULL`;
}
