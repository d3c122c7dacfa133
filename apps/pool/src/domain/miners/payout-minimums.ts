import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

export interface MinimumPair {
  readonly coin: string;
  readonly network: string;
}

/** A least payment that was announced, in units of 10^-18. */
export interface MinimumRow {
  readonly amount: bigint;
  /** From then on, in ms. */
  readonly from: number;
}

/** The least payment of a coin on a network at a moment, where it follows fees. */
export interface Minimum {
  /** Undefined where none of them counts yet. */
  readonly current?: bigint;
  /** The next that differs from it. */
  readonly next?: MinimumRow;
}

/** Changes come a day apart at least: of one pair the last few are all that count now or later. */
const lastRows = 6;

/** The last changes of every pair, or of one, with `id` in the order of their announcement. */
export function minimumsInSql(pair?: MinimumPair): Sql {
  const only = pair === undefined ? sql`` : sql`WHERE coin = ${pair.coin} AND network = ${pair.network}`;
  return sql`
    SELECT id, coin, network, amount, effective_at FROM (
      SELECT *, row_number() OVER (PARTITION BY coin, network ORDER BY id DESC) AS place
        FROM payout_minimums ${only}) AS numbered
     WHERE place <= ${lastRows}`;
}

/** Those of one pair, the earliest first. */
export async function minimumRows(db: Queryable, pair: MinimumPair): Promise<readonly MinimumRow[]> {
  const rows = await db.query<{ amount: bigint; effective_at: Date }>(
    sql`SELECT amount, effective_at FROM (${minimumsInSql(pair)}) AS rows ORDER BY effective_at, id`,
  );
  return rows.map(({ amount, effective_at: at }) => ({ amount, from: at.getTime() }));
}

/** @param rows of one pair, the earliest first; of several at one moment the last counts */
export function minimumAt(rows: readonly MinimumRow[], now: number): Minimum {
  const current = rows.findLast(({ from }) => from <= now)?.amount;
  const later = rows.filter(({ from }, at) => from > now && rows[at + 1]?.from !== from);
  const next = later.find(({ amount }) => amount !== current);
  return { ...(current !== undefined && { current }), ...(next && { next }) };
}
