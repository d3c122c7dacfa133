import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';

export interface Books {
  /** Assets whose postings do not sum to nothing; empty in sound books. */
  readonly unbalanced: readonly { readonly asset: string; readonly off: bigint }[];
  /** Balances that differ from the sum of their postings; empty in sound books. */
  readonly drifted: readonly { readonly account: string; readonly asset: string }[];
  /** Accounts below zero that may not be; empty in sound books. */
  readonly negative: readonly { readonly account: string; readonly asset: string }[];
  /** Rounds whose credits and entry disagree; empty in sound books. */
  readonly miscredited: readonly bigint[];
  /** Recorded work in expected hashes: by batch, by slice and by minute it must be the same. */
  readonly work: { readonly batches: bigint; readonly slices: bigint; readonly minutes: bigint };
}

/** Checks the books against themselves, read-only, in one snapshot. */
export async function readBooks(ctx: Pick<ServiceContext, 'db'>): Promise<Books> {
  return ctx.db.transaction(async (tx) => {
    await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    const unbalanced = await tx.query<{ asset: string; off: bigint }>(
      sql`SELECT asset, sum(amount) AS off FROM postings GROUP BY asset HAVING sum(amount) <> 0`,
    );
    const drifted = await tx.query<{ account: string; asset: string }>(sql`
      SELECT account, asset
        FROM (SELECT account, asset, sum(amount) AS amount FROM postings GROUP BY account, asset) AS folded
        FULL JOIN balances USING (account, asset)
       WHERE coalesce(folded.amount, 0) <> coalesce(balances.amount, 0)`);
    const negative = await tx.query<{ account: string; asset: string }>(sql`
      SELECT account, asset FROM balances
       WHERE amount < 0 AND account NOT LIKE 'ext:%' AND account NOT LIKE 'conv:%'`);
    const miscredited = await tx.query<{ id: bigint }>(sql`
      SELECT rounds.id FROM rounds JOIN reward_lines ON round_id = rounds.id
        LEFT JOIN credits USING (round_id, line)
       WHERE state = 'credited'
       GROUP BY rounds.id, line, reward_lines.amount
      HAVING coalesce(sum(share), 0) <> reward_lines.amount
          OR NOT EXISTS (SELECT 1 FROM ledger_entries WHERE key = 'reward:' || chain || ':' || block_hash || ':' || line)`);
    const [work] = await tx.query<{ batches: bigint; slices: bigint; minutes: bigint }>(sql`
      SELECT (SELECT coalesce(sum(work), 0) FROM work_batches) AS batches,
             (SELECT coalesce(sum(work), 0) FROM slice_work) AS slices,
             (SELECT coalesce(sum(work), 0) FROM worker_minutes) AS minutes`);
    return {
      unbalanced,
      drifted,
      negative,
      miscredited: miscredited.map(({ id }) => id),
      work: work ?? { batches: 0n, slices: 0n, minutes: 0n },
    };
  });
}

/** Whether nothing is wrong with them. */
export function booksAreSound(books: Books): boolean {
  const { unbalanced, drifted, negative, miscredited, work } = books;
  return (
    unbalanced.length + drifted.length + negative.length + miscredited.length === 0 &&
    work.batches === work.slices &&
    work.batches === work.minutes
  );
}
