import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { printTable } from '../support/print-table.ts';
import { findBlock, mineFor, openGrowingPool, readSizes, type Size } from './growing-pool.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const all = 100_000;
const filled = ['slice_work', 'worker_minutes', 'miner_ten_minutes', 'earning_days'];

/**
 * What many workers leave that is forgotten after hours or days, and a year of what is kept by day, made by SQL: its size for each worker at that
 * number, and what the pool's own tasks take to forget an hour of it. Receipts and postings are not among it: they are made by real rounds
 * alone (`--only=year`).
 */
export async function runMany({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const workers = isQuick ? 100 : 5000;
  const world = await openGrowingPool();
  const { ctx, db, chain, tasks, advance } = world;
  try {
    await mineFor(ctx, workers, minuteMs);
    await findBlock(ctx, chain, workers);
    await fill(db, advance(26 * hourMs));
    const before = await readSizes(db);
    advance(hourMs);
    const spent: string[][] = [];
    for (const task of tasks.filter(({ name }) => name === 'clear-series' || name === 'clear-slices')) {
      const began = performance.now();
      await task.run();
      spent.push([task.name, ((performance.now() - began) / 1000).toFixed(1)]);
    }
    report(workers, before, await readSizes(db));
    printTable('Seconds until an hour of it is forgotten', ['task', 's'], spent);
  } finally {
    await world.close();
  }
}

/** 25 hours of slices, two of minutes and eight days of ten minutes of every worker until `now`, and a year of days. Triggers would check each row. */
async function fill(db: Database, now: number): Promise<void> {
  const since = (ms: number): string => `timestamptz '${new Date(now - ms).toISOString()}'`;
  await db.execute(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO slices (algorithm, opened_at, closed_at)
    SELECT 'sha256', at, at + interval '1 minute'
      FROM generate_series(${since(25 * hourMs)}, ${since(minuteMs)}, interval '1 minute') AS at;
    INSERT INTO slice_work (slice_id, miner_id, worker_id, simulated, work, shares)
    SELECT slices.id, miner_id, workers.id, false, 25769803776, 6
      FROM slices, workers WHERE opened_at >= ${since(25 * hourMs)} ORDER BY slices.id, workers.id;
    INSERT INTO worker_minutes (worker_id, minute, work, shares)
    SELECT id, minute, 25769803776, 6
      FROM generate_series(${since(2 * hourMs)}, ${since(minuteMs)}, interval '1 minute') AS minute, workers ORDER BY minute, id;
    INSERT INTO miner_ten_minutes (miner_id, at, algorithm, work, shares)
    SELECT id, at, 'sha256', 257698037760, 60
      FROM generate_series(${since(8 * dayMs)}, ${since(10 * minuteMs)}, interval '10 minutes') AS at, miners ORDER BY at, id
    ON CONFLICT DO NOTHING;
    INSERT INTO earning_days (miner_id, day, kind, algorithm, asset, priced, rewards, work, share, gross, fee, referral, credited, usd)
    SELECT id, day, 'mining', 'sha256', 'LTC', true, 24, 37108517437440, 31250000000000000, 31250000000000000, 312500000000000, 0,
           30937500000000000, 2784375000000000000
      FROM generate_series(date '2025-01-01', date '2025-12-31', interval '1 day') AS day, miners ORDER BY day, id;
    COMMIT`);
}

function report(workers: number, before: readonly Size[], after: readonly Size[]): void {
  const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  printTable(
    `Rows and MiB of ${workers} workers, and the sum for ${all}`,
    ['table', 'rows', 'MiB', 'bytes a row', 'rows an hour later', `GiB for ${all}`],
    filled.map((table) => {
      const size = before.find((each) => each.table === table);
      const { rows = 0, bytes = 0 } = size ?? {};
      const left = after.find((each) => each.table === table)?.rows ?? 0;
      const sum = (bytes / workers) * all;
      return [
        table,
        String(rows),
        mib(bytes),
        (bytes / Math.max(1, rows)).toFixed(0),
        String(left),
        (sum / 2 ** 30).toFixed(1),
      ];
    }),
  );
}
