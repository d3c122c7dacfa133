import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import type { Database } from '../../apps/pool/src/db/database.ts';
import { migrate } from '../../apps/pool/src/db/migrate.ts';
import { openDatabase } from '../../apps/pool/src/db/open-database.ts';
import { openPostgres } from '../../apps/pool/src/db/postgres-database.ts';

const DAY_MS = 86_400_000;
const BUCKET_MS = 600_000;
const BUCKETS_PER_ACCOUNT = (8 * DAY_MS) / BUCKET_MS;

/** A database whose ten-minute table is full. */
export interface BucketDatabase {
  readonly db: Database;
  readonly accounts: number;
  readonly buckets: number;
  /** The end of the newest bucket. */
  readonly now: number;
  drop(): Promise<void>;
}

export interface BucketOptions {
  readonly engine: Database['engine'];
  /** Rows to write, eight days of ten minutes an account. */
  readonly buckets: number;
  /** Where the bundled worker and the migrations are. */
  readonly folder: string;
}

/** Every account mines one algorithm all the time; rows lie in the order in which mining writes them: by time, then by account. */
export async function fillBuckets({ engine, buckets, folder }: BucketOptions): Promise<BucketDatabase> {
  const place = engine === 'postgres' ? await serverPlace() : directoryPlace();
  const db = await openDatabase({
    ...place.at,
    workerFile: pathToFileURL(join(folder, 'pglite-worker.js')),
  });
  const now = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS;
  const accounts = Math.ceil(buckets / BUCKETS_PER_ACCOUNT);
  await migrate(db, pathToFileURL(`${join(folder, 'migrations')}/`), now);
  await db.query(sql`
    INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at)
    SELECT gen_random_uuid(), 'DOGE', 'DOGE', 'bench ' || n, ${new Date(now)}, ${new Date(now)}
      FROM generate_series(1, ${accounts}) AS n`);
  // Foreign keys are not what is measured: without them filling takes a fraction of the time.
  await db.execute(`ALTER TABLE account_ten_minutes DISABLE TRIGGER ALL`);
  for (let at = now - BUCKETS_PER_ACCOUNT * BUCKET_MS; at < now; at += BUCKET_MS) {
    await db.query(sql`
      INSERT INTO account_ten_minutes (account_id, at, algorithm, work, shares)
      SELECT id, ${new Date(at)}, 'sha256', 600000000000 + id * 7919, 40 FROM accounts`);
  }
  await db.execute(`ALTER TABLE account_ten_minutes ENABLE TRIGGER ALL`);
  await db.execute('VACUUM ANALYZE account_ten_minutes');
  return {
    db,
    accounts,
    buckets: accounts * BUCKETS_PER_ACCOUNT,
    now,
    drop: async () => {
      await db.close();
      await place.drop();
    },
  };
}

interface Place {
  readonly at: { readonly url: string | undefined; readonly directory: string };
  drop(): Promise<void>;
}

function directoryPlace(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-chart-'));
  return {
    at: { url: undefined, directory: join(directory, 'database') },
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function serverPlace(): Promise<Place> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  const name = `openlode_chart_${process.pid}`;
  const server = openPostgres(url, 1);
  await server.execute(`CREATE DATABASE ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return {
    at: { url: address.href, directory: '' },
    drop: async () => {
      await server.execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.close();
    },
  };
}
