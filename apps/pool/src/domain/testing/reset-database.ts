import sql from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';

/**
 * Empties the database, for suites only: a new database for each run would cost a second each. Rows are deleted and not
 * truncated, because a new file for every table and index costs more than a few rows; what that leaves behind is swept up now and then.
 */
export async function resetDatabase(db: Database): Promise<void> {
  // One statement: a script would have the connection forget all that it has parsed.
  await db.query(sql`
    DO $$
    DECLARE
      each text;
    BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR each IN SELECT relname FROM pg_class
                   WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                     AND relname NOT IN ('schema_migrations', 'pool_identity')
      LOOP
        EXECUTE format('DELETE FROM %I', each);
      END LOOP;
      PERFORM setval(oid, 1, false) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S';
    END $$`);
  resets += 1;
  if (resets % sweepEvery === 0) await db.execute('VACUUM');
}

let resets = 0;
const sweepEvery = 25;
