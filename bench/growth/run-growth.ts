import { checkLedger, isLedgerSound } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { printTable } from '../support/print-table.ts';
import { findBlock, mineFor, openGrowingPool, readSizes, type Size } from './growing-pool.ts';
import { runMany } from './run-many.ts';
import { runYear } from './run-year.ts';

export interface GrowthBenchOptions {
  /** A glance instead of a measurement: fewer workers, and too few days for what is kept a week. */
  readonly isQuick: boolean;
  /** `year`: what is kept for ever, over more than a year; `many`: what thousands of workers leave. */
  readonly only?: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const clearEveryMs = 10 * minuteMs;
const vacuumEveryMs = 6 * hourMs;

/**
 * What a day of 1,000 workers, each a miner's only one with a share a minute, adds to every table of PostgreSQL: days of simulated time, a
 * block each hour credited among all of them, and what the pool forgets by itself. The ledger is checked at the end.
 */
export async function runGrowth({ isQuick, only }: GrowthBenchOptions): Promise<void> {
  if (only === 'year') return runYear({ isQuick });
  if (only === 'many') return runMany({ isQuick });
  const [workers, days] = isQuick ? [50, 2] : [200, 10];
  const world = await openGrowingPool();
  const { ctx, db, chain, tasks } = world;
  const forgetting = tasks.filter(({ name }) => name !== 'close-rounds');
  try {
    const sizes: (readonly Size[])[] = [];
    for (let day = 0; day < days; day += 1) {
      for (let minute = 0; minute < dayMs / minuteMs; minute += 1) {
        const now = world.advance(minuteMs);
        await mineFor(ctx, workers, minuteMs);
        if (now % hourMs === 0) await findBlock(ctx, chain, workers);
        if (now % clearEveryMs === 0) for (const task of forgetting) await task.run();
        if (now % vacuumEveryMs === 0) await db.execute('VACUUM ANALYZE');
      }
      sizes.push(await readSizes(db));
      console.log(`day ${day + 1} of ${days}`);
    }
    report(sizes, { workers, days });
    const isSound = isLedgerSound(await checkLedger(ctx));
    console.log(`Books: ${isSound ? 'sound' : 'NOT SOUND'}.`);
    if (!isSound) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

/** A day's growth is what the last two days added, halved: pages of PostgreSQL fill in steps. */
function report(
  sizes: readonly (readonly Size[])[],
  { workers, days }: { readonly workers: number; readonly days: number },
): void {
  const [last = [], before = []] = [sizes.at(-1), sizes.at(-3) ?? sizes.at(0)];
  const apart = Math.min(2, days - 1);
  const per1000 = (value: number): number => (value * 1000) / workers;
  const rows = last
    .map((size) => {
      const then = before.find(({ table }) => table === size.table);
      return {
        ...size,
        rowsADay: per1000((size.rows - (then?.rows ?? 0)) / apart),
        bytesADay: per1000((size.bytes - (then?.bytes ?? 0)) / apart),
      };
    })
    .filter(({ rows: count, rowsADay }) => per1000(count) >= 1000 || rowsADay > 0)
    .toSorted((a, b) => b.bytesADay - a.bytesADay || b.bytes - a.bytes);
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(2);
  printTable(
    `Tables after ${days} days, for 1,000 workers with a share a minute and a block an hour`,
    ['table', 'rows', 'MiB', 'rows more a day', 'MiB more a day'],
    rows.map((row) => [
      row.table,
      per1000(row.rows).toFixed(0),
      mebibytes(per1000(row.bytes)),
      row.rowsADay.toFixed(0),
      mebibytes(row.bytesADay),
    ]),
  );
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  console.log(
    `All tables: ${mebibytes(per1000(sum(last.map(({ bytes }) => bytes))))} MiB, ${mebibytes(sum(rows.map(({ bytesADay }) => bytesADay)))} MiB more a day.`,
  );
}
