/** Changes with everything that a suite may do to tables, rights, constraints, triggers and functions. */
export async function schemaOf(query: (text: string) => Promise<unknown[]>): Promise<string> {
  const catalogs = [
    'pg_class',
    'pg_attribute',
    'pg_constraint',
    'pg_index',
    'pg_trigger',
    'pg_proc',
    'pg_authid',
  ];
  const marks = catalogs.map(
    (name) => `SELECT count(*) AS rows, max(xmin::text::bigint) AS newest FROM ${name}`,
  );
  return JSON.stringify(
    await query(`SELECT rows::text, newest::text FROM (${marks.join(' UNION ALL ')}) AS marks`),
  );
}

/**
 * For suites only. Rows are deleted, not truncated: new files for tables and indexes cost more than a few rows. What a
 * suite's ANALYZE taught the planner is forgotten with them: plans are compared, too.
 */
export async function emptyDatabase(execute: (script: string) => Promise<void>): Promise<void> {
  await execute(`
    ROLLBACK;
    RESET ALL;
    RESET ROLE;
    SET session_replication_role = replica;
    DO $$
    DECLARE
      each text;
    BEGIN
      FOR each IN SELECT relname FROM pg_class
                   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations'
      LOOP
        EXECUTE format('DELETE FROM %I', each);
      END LOOP;
      PERFORM setval(oid, 1, false) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
    END $$;
    DELETE FROM pg_statistic;
    UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0
     WHERE relnamespace = 'public'::regnamespace AND reltuples >= 0;
    SET session_replication_role = origin;`);
}
