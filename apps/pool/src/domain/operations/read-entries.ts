import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** An entry of the ledger. */
export interface EntryOfKey {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  /** In ms. */
  readonly bookedAt: number;
}

/** Those entries of these keys that there are, in the order in which they were booked. */
export async function readEntries(db: Queryable, keys: readonly string[]): Promise<readonly EntryOfKey[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<{ id: bigint; key: string; kind: string; booked_at: Date }>(
    sql`SELECT id, key, kind, booked_at FROM ledger_entries WHERE key = ANY(${[...keys]}::text[]) ORDER BY id`,
  );
  return rows.map(({ id, key, kind, booked_at: at }) => ({
    id: id.toString(),
    key,
    kind,
    bookedAt: at.getTime(),
  }));
}
