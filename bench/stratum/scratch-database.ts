import { openPostgres } from '../../apps/pool/src/db/postgres-database.ts';

let made = 0;

/** A database of its own on the server of `DATABASE_URL`; without one, nothing, and the embedded database is measured. */
export async function createDatabase(): Promise<{ readonly url: string | undefined; drop(): Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) return { url: undefined, drop: () => Promise.resolve() };
  made += 1;
  const name = `openlode_bench_${process.pid}_${made}`;
  const server = openPostgres(url, 1);
  await server.execute(`CREATE DATABASE ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: async () => {
      // The server process was ended without a goodbye.
      await server.execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.close();
    },
  };
}
