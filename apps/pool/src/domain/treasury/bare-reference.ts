import sql, { type Sql } from 'sql-template-tag';

/** A reference of a transaction in lower case, without what wallets and explorers of EVM networks write before a hash: it is the same one. */
export function bareReference(reference: string): string {
  return reference
    .trim()
    .toLowerCase()
    .replace(/^0x(?=[0-9a-f]{64}(?::|$))/, '');
}

/** All that may be booked for a reference, in lower case: of a hash both spellings. */
export function spellingsOf(reference: string): readonly string[] {
  const bare = bareReference(reference);
  return /^[0-9a-f]{64}(?::|$)/.test(bare) ? [bare, `0x${bare}`] : [bare];
}

/** The transaction of a row of `incomes`, without what EVM networks write before it: that of the output, or the one that an exchange names for its deposit. */
export const txidOfIncomeInSql: Sql = sql`coalesce(deposit_txid, split_part(reference, ':', 1))`;
