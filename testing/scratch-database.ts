import pg from 'pg';

export interface ScratchDatabase {
  /** Undefined for the embedded database. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

let made = 0;

/** A database of its own on the server of `DATABASE_URL`; without one, nothing, and the embedded database is used. */
export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) return { url: undefined, drop: () => Promise.resolve() };
  made += 1;
  const name = `openlode_scratch_${process.pid}_${made}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    // Its user may have been ended without a goodbye.
    drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
