import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { keepsPostingsInSql } from './every-posting.ts';

export interface BrokenLink {
  readonly asset: string;
  readonly number: bigint;
  readonly why: 'hash' | 'gap' | 'head' | 'no-link';
}

/**
 * Walks the hash chain of every asset from its first link: each hash must follow from the one before and from what the entry
 * says today, no number may be missing, the head must be the newest link, and every posting must be under one. Answers the
 * faults, at most a hundred. Of an entry whose postings are closed the link is as it was, and the next one follows from it: what it said is
 * under the hash of its closing.
 */
export async function walkChains(db: Queryable): Promise<BrokenLink[]> {
  return db.query<BrokenLink>(sql`
    WITH walked AS (
      SELECT asset, number, entry_id, hash, lag(hash, 1, ''::bytea) OVER along AS previous, row_number() OVER along AS position
        FROM ledger_links WINDOW along AS (PARTITION BY asset ORDER BY number)
    ), newest AS (
      SELECT DISTINCT ON (asset) asset, number, hash FROM ledger_links ORDER BY asset, number DESC
    )
    SELECT asset, number, 'hash' AS why FROM walked LEFT JOIN ledger_moves USING (entry_id, asset)
     WHERE (content IS NULL OR hash <> ledger_link_hash(previous, number, asset, key, kind, booked_at, content))
       AND ${keepsPostingsInSql(sql`walked.entry_id`)}
    UNION ALL
    SELECT asset, number, 'gap' FROM walked WHERE number <> position
    UNION ALL
    SELECT asset, coalesce(newest.number, 0), 'head' FROM ledger_chains FULL JOIN newest USING (asset)
     WHERE coalesce(length, 0) <> coalesce(newest.number, 0)
        OR coalesce(head, ''::bytea) <> coalesce(newest.hash, ''::bytea)
    UNION ALL
    SELECT DISTINCT postings.asset, 0::bigint, 'no-link'
      FROM postings LEFT JOIN ledger_links USING (entry_id, asset) WHERE ledger_links.hash IS NULL
     LIMIT 100`);
}
