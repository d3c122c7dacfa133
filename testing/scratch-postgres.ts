import pg from 'pg';

/** A PostgreSQL database of the suite's own, removed at the end. */
export interface ScratchPostgres {
  readonly url: string;
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** Keeps the database as it is now under a further name. Sessions are cut for it. */
  copyTo(name: string): Promise<void>;
  /** The database is this copy again, which stays. */
  takeBack(name: string): Promise<void>;
  drop(): Promise<void>;
}

/** The server of `DATABASE_URL`; undefined where there is none, and suites that need one are then skipped. */
export const postgresServer = process.env['DATABASE_URL'];

let made = 0;

/** Makes an empty database on the server. */
export async function createScratchPostgres(server: string): Promise<ScratchPostgres> {
  made += 1;
  const name = `openlode_suite_${process.pid}_${made}`;
  await once(server, `DROP DATABASE IF EXISTS ${name}`);
  await once(server, `CREATE DATABASE ${name}`);
  const copies = new Set<string>();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (statement) => once(url.href, statement),
    copyTo: async (copy) => {
      copies.add(`${name}_${copy}`);
      await alone(server, name, `CREATE DATABASE ${name}_${copy} TEMPLATE ${name}`);
    },
    takeBack: async (copy) => {
      await alone(server, name, `DROP DATABASE ${name}`);
      await once(server, `CREATE DATABASE ${name} TEMPLATE ${name}_${copy}`);
    },
    drop: async () => {
      for (const copy of copies) await once(server, `DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
      await once(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs a statement that needs a database without sessions: no session is let in until the last one has ended and it is done. */
async function alone(server: string, name: string, statement: string): Promise<void> {
  await once(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
  while ((await once(server, end)).length > 0);
  await once(server, statement);
  await once(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`).catch((error: unknown) => {
    if (!statement.startsWith('DROP')) throw error;
  });
}

async function once(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
