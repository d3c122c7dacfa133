import pg from 'pg';

/** A PostgreSQL database of the suite's own, removed at the end. */
export interface ScratchPostgres {
  readonly url: string;
  query(statement: string): Promise<Record<string, unknown>[]>;
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
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (statement) => once(url.href, statement),
    drop: async () => {
      await once(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
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
