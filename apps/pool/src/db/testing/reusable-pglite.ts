import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { openPgliteConnection } from '../pglite-connection.ts';
import type { Connection } from '../single-connection-database.ts';

const idle: Connection[] = [];

/**
 * A PGlite with the schema of today and nothing in it. Making one costs more than most tests, so a closed one is emptied and
 * given to the next who asks, unless its schema was touched.
 */
export async function reusablePglite(): Promise<Connection> {
  const connection = idle.pop() ?? (await openFromDump());
  const schema = await schemaOf(connection);
  return {
    ...connection,
    close: async () => {
      if ((await schemaOf(connection)) !== schema) return connection.close();
      await empty(connection);
      idle.push(connection);
    },
  };
}

async function openFromDump(): Promise<Connection> {
  const dump = new Blob([new Uint8Array(await readFile(inject('migratedDump')))]);
  return openPgliteConnection({ loadDataDir: dump });
}

/** Changes with everything that a suite may do to tables, rights, constraints, triggers and functions. */
async function schemaOf(connection: Connection): Promise<string> {
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
    await connection.query(
      `SELECT rows::text, newest::text FROM (${marks.join(' UNION ALL ')}) AS marks`,
      [],
    ),
  );
}

/** As nobody but a suite may. Rows are deleted, not truncated: new files for tables and indexes cost more than a few rows. */
async function empty(connection: Connection): Promise<void> {
  await connection.execute(`
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
    SET session_replication_role = origin;`);
}
