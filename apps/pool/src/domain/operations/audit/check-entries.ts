import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';
import { everyPosting, keepsPostingsInSql } from '../../ledger/every-posting.ts';

/** L1: every entry sums to nothing in every asset, and has postings at all unless they are closed. */
export async function checkEntries(tx: Queryable, scope: AuditScope): Promise<Finding[]> {
  const unbalanced = await tx.query<{ key: string; asset: string; off: bigint }>(sql`
    SELECT key, asset, sum(amount) AS off
      FROM ledger_entries JOIN postings ON entry_id = ledger_entries.id
     WHERE ledger_entries.id > ${scope.entriesAfter} AND entry_id > ${scope.entriesAfter}
     GROUP BY key, asset HAVING sum(amount) <> 0 ORDER BY key, asset`);
  const empty = await tx.query<{ key: string }>(sql`
    SELECT key FROM ledger_entries
     WHERE id > ${scope.entriesAfter} AND NOT EXISTS (SELECT 1 FROM postings WHERE entry_id = ledger_entries.id)
       AND ${keepsPostingsInSql(sql`ledger_entries.id`)}
     ORDER BY key`);
  return [
    ...unbalanced.map(
      ({ key, asset, off }): Finding => ({
        rule: 'L1',
        kind: 'entry-unbalanced',
        account: null,
        subject: `${key} ${asset}`,
        expected: '0',
        found: off.toString(),
      }),
    ),
    ...empty.map(
      ({ key }): Finding => ({
        rule: 'L1',
        kind: 'entry-empty',
        account: null,
        subject: key,
        expected: null,
        found: null,
      }),
    ),
  ];
}

/** L1 over all: the postings of an asset sum to zero, because every posting has a counterpart. */
export async function checkAssets(tx: Queryable): Promise<Finding[]> {
  const rows = await tx.query<{ asset: string; off: bigint }>(
    sql`SELECT asset, sum(amount) AS off FROM ${everyPosting()} AS posted GROUP BY asset HAVING sum(amount) <> 0 ORDER BY asset`,
  );
  return rows.map(({ asset, off }) => ({
    rule: 'L1',
    kind: 'asset-unbalanced',
    account: null,
    subject: asset,
    expected: '0',
    found: off.toString(),
  }));
}
