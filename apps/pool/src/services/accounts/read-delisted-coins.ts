import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';

/** Symbols of the coins that the operator has delisted; those that the catalogue delists stand in the catalogue. */
export async function readDelistedCoins(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ coin: string }>(sql`SELECT coin FROM delisted_coins`);
  return new Set(rows.map(({ coin }) => coin));
}
