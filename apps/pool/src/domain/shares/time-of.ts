import sql, { type Sql } from 'sql-template-tag';

/** A timestamp from milliseconds since 1970, as lines send their times: as text they would cost more than the rest of the line. */
export function timeOf(ms: Sql): Sql {
  return sql`(timestamptz 'epoch' + ${ms} * interval '1 millisecond')`;
}
