import sql, { type Sql } from 'sql-template-tag';

/**
 * A number that follows from all rows of a table, as an expression: the sum of the first 128 bits of the SHA-256 of each row's line, as two
 * signed numbers of 64 bits. The sum of two tables is that of their rows together, so that it can be carried on with the rows that change.
 */
export function digestOf(line: Sql, rows: Sql): Sql {
  return sql`(
    SELECT coalesce(sum(('x' || left(hex, 16))::bit(64)::bigint), 0) * 18446744073709551616
         + coalesce(sum(('x' || substr(hex, 17, 16))::bit(64)::bigint), 0)
      FROM (SELECT encode(sha256(convert_to(${line}, 'UTF8')), 'hex') AS hex FROM ${rows} OFFSET 0) AS hashed)`;
}

/** A row of `closed_postings` as a line. */
export const closedPostingLine = sql`concat_ws(' ', account, asset, amount, (extract(epoch FROM booked_at) * 1000)::bigint)`;

/** The columns of a row of `earning_days`, those of its key first. */
export const earningDayColumns = sql`miner_id, day, kind, algorithm, asset, priced, rewards, work, share, gross, fee, referral, credited, usd`;

/** A row of `earning_days` as a line. */
export const earningDayLine = sql`concat_ws(' ', miner_id, to_char(day, 'YYYY-MM-DD'), kind, algorithm, asset, priced::text, rewards, work, share, gross, fee, referral, credited, usd)`;
