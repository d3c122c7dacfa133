import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openDatabase } from '../../apps/pool/src/runtime/database/open-database.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { fillTenMinutes } from '../../apps/pool/src/domain/workers/testing/ten-minute-rows.ts';

const DAY_MS = 86_400_000;
const BUCKET_MS = 600_000;
const BUCKETS_PER_MINER = (8 * DAY_MS) / BUCKET_MS;

/** A database whose ten-minute table is full. */
export interface BucketDatabase {
  readonly db: Database;
  readonly miners: number;
  readonly buckets: number;
  /** The end of the newest bucket. */
  readonly now: number;
  drop(): Promise<void>;
}

export interface BucketOptions {
  readonly engine: Database['engine'];
  /** Rows to write, eight days of ten minutes a miner. */
  readonly buckets: number;
  /** Where the bundled worker and the migrations are. */
  readonly folder: string;
}

/** Makes a database of its own and fills it. */
export async function fillBuckets({ engine, buckets, folder }: BucketOptions): Promise<BucketDatabase> {
  const place = engine === 'postgres' ? await serverPlace() : directoryPlace();
  const db = await openDatabase({
    ...place.at,
    workerFile: pathToFileURL(join(folder, 'pglite-worker.js')),
  });
  const now = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS;
  const miners = Math.ceil(buckets / BUCKETS_PER_MINER);
  await migrate(db, pathToFileURL(`${join(folder, 'migrations')}/`), now);
  await fillTenMinutes(db, { miners, bucketsPerMiner: BUCKETS_PER_MINER, now });
  return {
    db,
    miners,
    buckets: miners * BUCKETS_PER_MINER,
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
