import sql from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';
import { clearTables } from './clear-tables.ts';

/** Every database of a suite has the same. */
let tables: readonly string[] | undefined;

/**
 * Empties the database, for suites only: a new database for each run would cost a second each. What the rows leave behind on a server is swept up now
 * and then.
 */
export async function resetDatabase(db: Database): Promise<void> {
  tables ??= (
    await db.query<{ name: string }>(sql`
      SELECT relname AS name FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
         AND relname NOT IN ('schema_migrations', 'pool_identity')`)
  ).map(({ name }) => name);
  await clearTables(db, tables);
  await db.query(
    sql`SELECT setval(oid, 1, false) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'`,
  );
  resets += 1;
  if (db.engine === 'postgres' && resets % sweepEvery === 0) await db.execute('VACUUM');
}

let resets = 0;
const sweepEvery = 25;
