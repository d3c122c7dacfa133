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

/** Whether an account stands for what is in the wallet of a network by its name, and which network that is. */
export const isInWalletInSql: Sql = sql`account LIKE 'ext:network:%'`;
export const networkOfInSql: Sql = sql`substr(account, 13)`;

/** Whether an account stands for what lies at cold addresses. */
export const isColdInSql: Sql = sql`account LIKE 'ext:cold:%'`;

/** Whether an account stands for what lies at an exchange or is on its way to one. */
export const isAtExchangeInSql: Sql = sql`(account LIKE 'ext:exchange:%' OR account LIKE 'ext:transit:%')`;

/** Whether an account stands for what trades have brought to an exchange. */
export const isBoughtInSql: Sql = sql`account LIKE 'ext:exchange:%:bought'`;

/** The names of what lies at an exchange, its own name at hand: the pool's own, and what trades have brought. */
export function exchangeAccountInSql(place: Sql): Sql {
  return sql`'ext:exchange:' || ${place}`;
}

export function boughtAccountInSql(place: Sql): Sql {
  return sql`'ext:exchange:' || ${place} || ':bought'`;
}

/** Whether an account stands for the pool's own money in a place that is no wallet. */
export const isElsewhereInSql: Sql = sql`(${isColdInSql} OR ${isAtExchangeInSql})`;

/** Whether an account stands for what is on its way to an exchange. */
export const isTransitInSql: Sql = sql`account LIKE 'ext:transit:%'`;

/** The name of such an account, made of a row at hand. */
export const transitAccountInSql: Sql = sql`'ext:transit:' || network || ':' || place`;

/** The name of what lies at the cold addresses of the network of a row at hand. */
export const coldAccountInSql: Sql = sql`'ext:cold:' || network`;

/** Both accounts of a balance: what was mined and what was earned by referral; stands after `IN`. */
export function balanceAccountsInSql(miner: Sql): Sql {
  return sql`(${namesOf.mining(miner)}, ${namesOf.referral(miner)})`;
}
