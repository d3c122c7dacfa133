import sql, { empty, type Sql } from 'sql-template-tag';

/**
 * What was ever posted, as a table of account, asset and amount: single postings, and what those of closed rounds came to, one row for each
 * account and asset. `where` narrows both by account or asset and is looked up by index in each.
 */
export function everyPosting(where: Sql = empty): Sql {
  return sql`(
    SELECT account, asset, amount FROM postings ${where} UNION ALL SELECT account, asset, amount FROM closed_postings ${where})`;
}

/** Whether a round keeps its receipts and postings, as a condition on its id, under whatever name it stands there. */
export function isOpenInSql(round: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM closed_rounds AS closed (closed_round) WHERE closed_round = ${round})`;
}

/** Whether an entry keeps its postings, as a condition on its id, under whatever name it stands there. */
export function keepsPostingsInSql(entry: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM closed_entries AS closed (closed_entry) WHERE closed_entry = ${entry})`;
}
