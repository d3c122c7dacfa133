import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** A network that the operator works on. `closed`: nothing leaves; `auto-only`: the daily run pays, and miners cannot request payouts. */
export interface Maintenance {
  readonly network: string;
  readonly mode: 'closed' | 'auto-only';
  /** Closed for good: no other network waits for what its wallet would say. */
  readonly abandoned: boolean;
  /** For owners. */
  readonly message: string;
  readonly since: number;
}

export async function readMaintenance(db: Queryable): Promise<Maintenance[]> {
  const rows = await db.query<Omit<Maintenance, 'since'> & { since: Date }>(
    sql`SELECT network, mode, abandoned, message, since FROM network_maintenance ORDER BY network`,
  );
  return rows.map((row) => ({ ...row, since: row.since.getTime() }));
}

/** The networks whose wallets will never answer again, by an operator's decision: nothing waits for their word. */
export async function readAbandoned(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ network: string }>(
    sql`SELECT network FROM network_maintenance WHERE abandoned`,
  );
  return new Set(rows.map(({ network }) => network));
}

/** How a network is worked on; undefined when it is not. */
export async function maintenanceOf(
  db: Queryable,
  network: string,
): Promise<Maintenance['mode'] | undefined> {
  const [row] = await db.query<Pick<Maintenance, 'mode'>>(
    sql`SELECT mode FROM network_maintenance WHERE network = ${network}`,
  );
  return row?.mode;
}
