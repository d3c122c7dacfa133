import sql, { type Sql } from 'sql-template-tag';

/** The names that packages/ledger makes, made in a statement from an id of a row at hand. */
const namesOf = {
  mining: (miner: Sql) => sql`'miner:' || ${miner} || ':mining'`,
  referral: (miner: Sql) => sql`'miner:' || ${miner} || ':referral'`,
  pending: (miner: Sql) => sql`'miner:' || ${miner} || ':pending'`,
  round: (round: Sql) => sql`'round:' || ${round}`,
  inflight: (payout: Sql) => sql`'inflight:' || ${payout}`,
} as const;

export function accountInSql(kind: keyof typeof namesOf, id: Sql): Sql {
  return namesOf[kind](id);
}

/** Whether an account stands for what lies at cold addresses. */
export const isColdInSql: Sql = sql`account LIKE 'ext:cold:%'`;

/** Both accounts of a balance: what was mined and what was earned by referral; stands after `IN`. */
export function balanceAccountsInSql(miner: Sql): Sql {
  return sql`(${namesOf.mining(miner)}, ${namesOf.referral(miner)})`;
}
