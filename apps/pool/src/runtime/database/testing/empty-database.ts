type Ask = (text: string) => Promise<unknown[]>;

const inPublic = `relnamespace = 'public'::regnamespace`;
const ofPublic = (relation: string): string => `${relation} IN (SELECT oid FROM pg_class WHERE ${inPublic})`;
/** What the server counts and moves by itself. */
const unstable = `ARRAY['relfilenode', 'relpages', 'reltuples', 'relallvisible', 'relallfrozen', 'relfrozenxid', 'relminmxid']`;
/** Catalogs, and the rows of them that a suite can have changed. */
const catalogs: readonly (readonly [name: string, rows: string])[] = [
  ['pg_class', inPublic],
  ['pg_attribute', ofPublic('attrelid')],
  ['pg_attrdef', ofPublic('adrelid')],
  ['pg_constraint', `connamespace = 'public'::regnamespace`],
  ['pg_index', ofPublic('indrelid')],
  ['pg_rewrite', ofPublic('ev_class')],
  ['pg_trigger', ofPublic('tgrelid')],
  ['pg_sequence', 'true'],
  ['pg_proc', `pronamespace = 'public'::regnamespace`],
  ['pg_type', `typnamespace = 'public'::regnamespace`],
  ['pg_db_role_setting', `setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`],
];

/** Roles are those of a whole server, on which suites of other processes come and go. A PGlite is a server by itself. */
function catalogsOf(engine: string): typeof catalogs {
  return engine === 'pglite' ? [...catalogs, ['pg_authid', 'true']] : catalogs;
}

/** Changes with whatever was done to tables, rights, constraints, triggers and functions, also where it was undone. */
function marksOf(engine: string, ask: Ask): Promise<string> {
  const marks = catalogsOf(engine).map(
    ([name]) => `SELECT count(*) AS rows, max(xmin::text::bigint) AS newest FROM ${name}`,
  );
  return asText(ask, `SELECT rows::text, newest::text FROM (${marks.join(' UNION ALL ')}) AS marks`);
}

/** What the schema is. It takes longer than its marks. */
function printOf(engine: string, ask: Ask): Promise<string> {
  const prints = catalogsOf(engine).map(
    ([name, rows]) => `
      SELECT '${name}' AS name, md5(string_agg(row, '' ORDER BY row)) AS print
        FROM (SELECT (to_jsonb(${name}) - ${unstable})::text AS row FROM ${name} WHERE ${rows}) AS rows`,
  );
  return asText(ask, prints.join(' UNION ALL '));
}

async function asText(ask: Ask, text: string): Promise<string> {
  return JSON.stringify(await ask(text));
}

/** The schema of today by engine: every copy of the template has the same. */
const untouched = new Map<string, Promise<string>>();

/**
 * Looks at the schema before a suite has it. The answer tells afterwards whether it is as it was: guards that slept for an import and are
 * awake again leave a database as good as new.
 */
export async function watchSchema(engine: string, ask: Ask): Promise<(ask: Ask) => Promise<boolean>> {
  if (!untouched.has(engine)) untouched.set(engine, printOf(engine, ask));
  const print = await untouched.get(engine);
  const marks = await marksOf(engine, ask);
  return async (later) =>
    (await marksOf(engine, later)) === marks || (await printOf(engine, later)) === print;
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
