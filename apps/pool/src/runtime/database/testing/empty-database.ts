type Ask = (text: string) => Promise<unknown[]>;

/** Of a row of `pg_class`: it is the pool's. */
export const inPublic = `relnamespace = 'public'::regnamespace`;
const ofPublic = (relation: string): string => `${relation} IN (SELECT oid FROM pg_class WHERE ${inPublic})`;
/** What the server counts and moves by itself, all of it in `pg_class`. */
const unstable = `ARRAY['relfilenode', 'relpages', 'reltuples', 'relallvisible', 'relallfrozen', 'relfrozenxid', 'relminmxid']`;
const stable = `
  SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
   WHERE attrelid = 'pg_class'::regclass AND attnum > 0 AND attname <> ALL (${unstable})`;
/** Catalogs, the rows of them that a suite can have changed, and the key that tells theirs from those of the server itself. */
const catalogs: readonly Catalog[] = [
  { name: 'pg_class', rows: inPublic, key: 'oid' },
  { name: 'pg_attribute', rows: ofPublic('attrelid'), key: 'attrelid' },
  { name: 'pg_attrdef', rows: ofPublic('adrelid'), key: 'oid' },
  { name: 'pg_constraint', rows: `connamespace = 'public'::regnamespace`, key: 'oid' },
  { name: 'pg_index', rows: ofPublic('indrelid'), key: 'indexrelid' },
  { name: 'pg_rewrite', rows: ofPublic('ev_class'), key: 'oid' },
  { name: 'pg_trigger', rows: ofPublic('tgrelid'), key: 'oid' },
  { name: 'pg_sequence', rows: 'true', key: 'seqrelid' },
  { name: 'pg_proc', rows: `pronamespace = 'public'::regnamespace`, key: 'oid' },
  { name: 'pg_type', rows: `typnamespace = 'public'::regnamespace`, key: 'oid' },
  {
    name: 'pg_db_role_setting',
    rows: `setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    key: undefined,
  },
];

interface Catalog {
  readonly name: string;
  readonly rows: string;
  readonly key: string | undefined;
}

/** Roles are those of a whole server, on which suites of other processes come and go. A PGlite is a server by itself. */
function catalogsOf(engine: string): typeof catalogs {
  return engine === 'pglite' ? [...catalogs, { name: 'pg_authid', rows: 'true', key: undefined }] : catalogs;
}

/** The first object that is not the server's own has this number. */
const firstOwn = 16_384;

/**
 * Changes with whatever was done to tables, rights, constraints, triggers and functions, also where it was undone. The server's own objects,
 * which no suite changes, are nine tenths of the catalogs: they are passed over by their key, which has an index.
 */
function marksOf(engine: string, ask: Ask): Promise<string> {
  const marks = catalogsOf(engine).map(
    ({ name, key }) =>
      `SELECT count(*) AS rows, max(xmin::text::bigint) AS newest
         FROM ${name}${key === undefined ? '' : ` WHERE ${key} >= ${firstOwn}`}`,
  );
  return asText(ask, `SELECT rows::text, newest::text FROM (${marks.join(' UNION ALL ')}) AS marks`);
}

/** What the schema is. It takes longer than its marks, and as JSON each row would take eight times as long. */
async function printOf(engine: string, ask: Ask): Promise<string> {
  const [row] = (await ask(stable)) as readonly { readonly columns: string }[];
  const prints = catalogsOf(engine).map(({ name, rows }) => {
    const text = name === 'pg_class' ? `ROW(${row?.columns})::text` : `${name}::text`;
    return `
      SELECT '${name}' AS name, count(*)::text AS rows, sum(hashtextextended(${text}, 0))::text AS print
        FROM ${name} WHERE ${rows}`;
  });
  return asText(ask, prints.join(' UNION ALL '));
}

async function asText(ask: Ask, text: string): Promise<string> {
  return JSON.stringify(await ask(text));
}

/** What a statement says that changes tables, rights, guards, functions or roles. */
const changes =
  /\b(?:alter|create|drop|grant|revoke|comment|reassign|security\s+label|import\s+foreign|(?:insert\s+into|update|delete\s+from)\s+pg_\w+)\b/i;

/** Whether the schema may be another after this text: to look at it takes longer than most statements. */
export function mayChangeSchema(text: string): boolean {
  return changes.test(text);
}

/** The schema of today by engine: every copy of the template has the same. */
const untouched = new Map<string, Promise<string>>();

/** Whether the schema is as it was: asked of a connection to the database after each suite that had it. */
export type IsUntouched = (ask: Ask) => Promise<boolean>;

/**
 * Looks at the schema before the first suite has it. The answer tells after each suite whether it is as it was: guards that slept for an
 * import and are awake again leave a database as good as new.
 */
export async function watchSchema(engine: string, ask: Ask): Promise<IsUntouched> {
  if (!untouched.has(engine)) untouched.set(engine, printOf(engine, ask));
  const print = await untouched.get(engine);
  let marks = await marksOf(engine, ask);
  return async (later) => {
    const newer = await marksOf(engine, later);
    if (newer === marks) return true;
    marks = newer;
    return (await printOf(engine, later)) === print;
  };
}

/** Of a row of `pg_class`: it is a table that a suite leaves empty. */
export const isEmptied = `${inPublic} AND relkind = 'r' AND relname <> 'schema_migrations'`;

/** How many rows a table has is not known of a new one; of one that was vacuumed, none are expected. */
export const forgetCounts = `UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0 WHERE ${inPublic} AND reltuples >= 0`;

/** Behind the rows: numbers begin again, and what a suite's ANALYZE taught the planner is forgotten, because plans are compared, too. */
export const asNew: readonly string[] = [
  `SELECT setval(oid, 1, false) FROM pg_class WHERE ${inPublic} AND relkind = 'S'`,
  'DELETE FROM pg_statistic',
  forgetCounts,
];

/** Empties a suite's database on a server. Rows are deleted, not truncated: new files for tables and indexes cost more than a few rows. */
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
      FOR each IN SELECT relname FROM pg_class WHERE ${isEmptied}
      LOOP
        EXECUTE format('DELETE FROM %I', each);
      END LOOP;
    END $$;
    ${asNew.join(';\n')};
    SET session_replication_role = origin;`);
}
