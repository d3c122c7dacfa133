import sql, { type Sql } from 'sql-template-tag';

/** `last_share_span` of a row of `workers`, which its indexes have in the place of `last_share_at`: the ten minutes that it lies in. */
const spanMs = 10 * 60_000;

/** A condition on `workers`: the last share came at this time (ms) or before. */
export function lastShareBy(ms: number): Sql {
  return sql`(last_share_span <= ${new Date(ms)} AND last_share_at <= ${new Date(ms)})`;
}

/** A condition on `workers`: the last share came after this time (ms). */
export function lastShareAfter(ms: number): Sql {
  return sql`(last_share_span > ${new Date(ms - spanMs)} AND last_share_at > ${new Date(ms)})`;
}
