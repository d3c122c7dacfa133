import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/**
 * Deletes every row of some tables without their triggers, for suites only. One statement: the connection keeps what it has parsed,
 * and no table gets a new file as it would by TRUNCATE, which costs fifteen times as much.
 */
export async function clearTables(db: Queryable, tables: readonly string[]): Promise<void> {
  await db.query(
    sql([
      `DO $$ BEGIN
         PERFORM set_config('session_replication_role', 'replica', true);
         ${tables.map((table) => `DELETE FROM ${table};`).join('\n')}
       END $$`,
    ]),
  );
}
