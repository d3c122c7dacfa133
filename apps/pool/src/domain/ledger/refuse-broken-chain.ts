import sql from 'sql-template-tag';
import { type Queryable, wholeLookMs } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { keepsPostingsInSql } from './every-posting.ts';
import { type BrokenLink, walkChains } from './walk-chains.ts';

/** The ledger was changed other than by booking an entry. The message is for the operator. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain';
}

/** How many of the newest entries are verified at a start, and how many postings: that of a large round has hundreds of thousands. */
const tail = { entries: 20_000n, postings: 100_000n };

/**
 * Verifies the hash chains before anything is served, and throws `BrokenChain` on the first fault. A small ledger is verified whole. Of
 * a larger one only the newest entries are, because a link costs some twenty microseconds and more with each posting: so a start waits
 * for seconds at most, however large the ledger is. The audit verifies the rest half a minute later and every hour.
 */
export async function refuseBrokenChain(
  ctx: Pick<ServiceContext, 'db'>,
  newest: bigint = tail.entries,
  postings: bigint = tail.postings,
): Promise<void> {
  await ctx.db.transaction(
    async (tx) => {
      await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
      // The entry of the posting with which there are enough is verified as well.
      const [from] = await tx.query<{ after: bigint }>(sql`
      SELECT greatest((SELECT coalesce(max(id), 0) FROM ledger_entries) - ${newest}::bigint,
                      (SELECT entry_id - 1 FROM postings ORDER BY entry_id DESC OFFSET ${postings}::bigint - 1 LIMIT 1)) AS after`);
      const after = from?.after ?? 0n;
      const broken = after <= 0n ? await walkChains(tx) : await walkTail(tx, after);
      const first = broken[0];
      if (first === undefined) return;
      const entry = await entryOf(tx, first);
      throw new BrokenChain(
        [
          `The ledger was changed from outside: the hash chain of ${first.asset} does not hold at ${entry} (${words[first.why]}).`,
          'The pool does not start on a ledger that it cannot trust. See all that is wrong with: npm run pool -- audit',
          'Then restore a backup from before the change.',
        ].join('\n'),
      );
    },
    { answerWithinMs: wholeLookMs },
  );
}

const words: Readonly<Record<BrokenLink['why'], string>> = {
  hash: 'its hash does not follow from what it says',
  gap: 'a link before it is missing',
  head: 'the end was cut off or moved',
  'no-link': 'a posting is under no link',
};

async function entryOf(tx: Queryable, { asset, number, why }: BrokenLink): Promise<string> {
  const [entry] = await tx.query<{ key: string }>(
    why === 'no-link'
      ? sql`SELECT key FROM postings JOIN ledger_entries ON id = entry_id
              LEFT JOIN ledger_links USING (entry_id, asset)
             WHERE postings.asset = ${asset} AND ledger_links.hash IS NULL ORDER BY id LIMIT 1`
      : sql`SELECT key FROM ledger_links JOIN ledger_entries ON id = entry_id
             WHERE asset = ${asset} AND number = ${number}`,
  );
  return entry === undefined ? `link ${number}` : `entry ${entry.key}, link ${number}`;
}

/** The chains from this entry on, each from the link before it: the same faults as a whole walk finds there. */
async function walkTail(tx: Queryable, after: bigint): Promise<BrokenLink[]> {
  return tx.query<BrokenLink>(sql`
    WITH tail AS MATERIALIZED (
      SELECT asset, number, entry_id, hash FROM ledger_links WHERE entry_id > ${after}
    )
    SELECT tail.asset, tail.number, 'hash' AS why
      FROM tail
      LEFT JOIN ledger_links AS before ON before.asset = tail.asset AND before.number = tail.number - 1
      LEFT JOIN LATERAL (
        SELECT key, kind, booked_at, content FROM ledger_moves
         WHERE ledger_moves.entry_id = tail.entry_id AND ledger_moves.asset = tail.asset) AS move ON true
     WHERE (content IS NULL
        OR tail.hash <> ledger_link_hash(coalesce(before.hash, ''::bytea), tail.number, tail.asset, key, kind, booked_at, content))
       AND ${keepsPostingsInSql(sql`tail.entry_id`)}
    UNION ALL
    SELECT tail.asset, tail.number, 'gap'
      FROM tail LEFT JOIN ledger_links AS before ON before.asset = tail.asset AND before.number = tail.number - 1
     WHERE tail.number > 1 AND before.hash IS NULL
    UNION ALL
    SELECT chain.asset, coalesce(newest.number, 0), 'head'
      FROM ledger_chains AS chain LEFT JOIN LATERAL (
        SELECT number, hash FROM ledger_links WHERE asset = chain.asset ORDER BY number DESC LIMIT 1) AS newest ON true
     WHERE length <> coalesce(newest.number, 0) OR head <> coalesce(newest.hash, ''::bytea)
    UNION ALL
    SELECT DISTINCT postings.asset, 0::bigint, 'no-link'
      FROM postings LEFT JOIN ledger_links USING (entry_id, asset)
     WHERE postings.entry_id > ${after} AND ledger_links.hash IS NULL
     LIMIT 100`);
}
