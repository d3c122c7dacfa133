import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** A younger block may still be on its way into the database, with the name of its finder, ms. */
export const blockRecordedMs = 600_000;

/** A chain that has not been searched for own blocks up to a moment. */
export interface LaggingSearch {
  readonly chain: string;
  /** Own blocks of before are known, and credited where they are mature; in ms, undefined where the chain was not searched yet. */
  readonly completeUntil: number | undefined;
}

/** The chains of the pool, each to be searched; those that it does not mine any more are forgotten. */
export async function registerSearches(db: Queryable, chains: readonly string[]): Promise<void> {
  await db.query(sql`DELETE FROM block_searches WHERE chain <> ALL(${chains}::text[])`);
  await db.query(sql`
    INSERT INTO block_searches (chain) SELECT unnest(${chains}::text[]) ON CONFLICT DO NOTHING`);
}

export async function recordSearch(db: Queryable, chain: string, completeUntil: number): Promise<void> {
  const until = new Date(completeUntil);
  await db.query(sql`
    INSERT INTO block_searches (chain, complete_until) VALUES (${chain}, ${until})
    ON CONFLICT (chain) DO UPDATE SET complete_until = ${until}`);
}

/**
 * Up to when a chain has been searched, in ms; 0 where it has not been. A moment in the future was written by a clock that was ahead,
 * and proves nothing.
 */
export async function searchedUntil(db: Queryable, chain: string, now: number): Promise<number> {
  const [row] = await db.query<{ until: Date }>(sql`
    SELECT complete_until AS until FROM block_searches WHERE chain = ${chain} AND complete_until <= ${new Date(now)}`);
  return row?.until.getTime() ?? 0;
}

/** The chains on which blocks of before `at` (ms) may be the pool's own and not be credited yet. */
export async function laggingSearches(db: Queryable, at: number, now: number): Promise<LaggingSearch[]> {
  const rows = await db.query<{ chain: string; until: Date | null }>(sql`
    SELECT chain, CASE WHEN complete_until <= ${new Date(now)} THEN complete_until END AS until
      FROM block_searches ORDER BY chain`);
  return rows
    .map(({ chain, until }) => ({ chain, completeUntil: until?.getTime() }))
    .filter(({ completeUntil }) => completeUntil === undefined || completeUntil < at);
}
