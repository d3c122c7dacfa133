import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { linesOf } from './lines-of.ts';

/** The payout coin of a miner. Throws for one that was not read. */
export type CoinOf = (minerId: bigint) => string;

/** The payout coins of the miners that a subquery selects: two plain arrays of them all, which a map would be ten times as large as. */
export async function readCoins(db: Queryable, miners: Sql): Promise<CoinOf> {
  // A text for all instead of a row a miner, see `readWindow`.
  const [row] = await db.query<{ lines: string | null; miners: number }>(sql`
    SELECT string_agg(id || ' ' || coin, E'\n' ORDER BY id) AS lines, count(*)::int AS miners
      FROM miners WHERE id IN (${miners})`);
  const ids = new BigInt64Array(row?.miners ?? 0);
  const coins: string[] = [];
  const names = new Map<string, string>();
  for (const line of linesOf(row?.lines ?? '')) {
    const [id = '', coin = ''] = line.split(' ', 2);
    if (!names.has(coin)) names.set(coin, coin);
    ids[coins.length] = BigInt(id);
    coins.push(names.get(coin) ?? coin);
  }
  return (minerId) => {
    const coin = coins[placeOf(ids, minerId)];
    if (coin === undefined) throw new Error(`miner ${minerId} has work in a window and is gone`);
    return coin;
  };
}

/** Where a number stands among ascending ones, or -1. */
function placeOf(ascending: BigInt64Array, wanted: bigint): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? wanted) < wanted) from = middle + 1;
    else to = middle;
  }
  return ascending[from] === wanted ? from : -1;
}
