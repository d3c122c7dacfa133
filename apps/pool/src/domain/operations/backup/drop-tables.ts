import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../../runtime/database/database.ts';

/** Whether the schema of a database holds any table. */
export async function hasTables(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') LIMIT 1`);
  return rows.length > 0;
}

/** Drops every table and function of the schema, in one transaction. Only for a database that was empty before. */
export async function dropTables(db: Database): Promise<void> {
  await db.execute(`
    DO $$
    DECLARE
      each text;
    BEGIN
      FOR each IN SELECT oid::regclass::text FROM pg_class
                   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') LOOP
        EXECUTE 'DROP TABLE IF EXISTS ' || each || ' CASCADE';
      END LOOP;
      FOR each IN SELECT oid::regprocedure::text FROM pg_proc AS routine
                   WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
                     AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = routine.oid AND deptype = 'e') LOOP
        EXECUTE 'DROP FUNCTION IF EXISTS ' || each || ' CASCADE';
      END LOOP;
    END $$;`);
}
