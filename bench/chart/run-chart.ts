import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { presentWorkers } from '../../apps/pool/src/edges/present/present-workers.ts';
import { readHashrateSeries } from '../../apps/pool/src/domain/views/read-hashrate-series.ts';
import { scanTenMinutes } from '../../apps/pool/src/domain/workers/testing/ten-minute-rows.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { percentile, spreadOf } from '../support/statistics.ts';
import { type BucketDatabase, fillBuckets } from './bucket-database.ts';

export interface ChartBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer buckets and reads. */
  readonly isQuick: boolean;
}

const GOAL = 2;
const DAY_MS = 86_400_000;
/** A day of ten minutes. */
const POINTS = 144;

/** The 24 h chart of one miner while the table holds millions of buckets, beside the bare range scan of the same rows. */
export async function runChart({ runs, isQuick }: ChartBenchOptions): Promise<void> {
  const folder = await bundleProcesses({});
  const engines: Database['engine'][] =
    process.env['DATABASE_URL'] === undefined ? ['pglite'] : ['pglite', 'postgres'];
  const rows: string[][] = [];
  for (const engine of engines) {
    const began = performance.now();
    const filled = await fillBuckets({ engine, buckets: isQuick ? 200_000 : 5_000_000, folder });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${engine}: ${filled.buckets.toLocaleString('en-US')} buckets of ${filled.miners} miners, ${seconds} s`,
    );
    try {
      rows.push(await measure(filled, { runs, reads: isQuick ? 50 : 500 }));
    } finally {
      await filled.drop();
    }
  }
  printTable(
    `24 h chart of a miner, ms, median of ${isQuick ? 50 : 500} reads in each of ${runs} interleaved runs (goal: ours ÷ scan ≤ ${GOAL})`,
    ['database', 'buckets', 'ours', 'index range scan', 'ratio'],
    rows,
  );
  console.log(
    'Ours reads the series and writes the whole answer as JSON; the scan only fetches the rows of the same range.',
  );
}

async function measure(
  filled: BucketDatabase,
  { runs, reads }: { readonly runs: number; readonly reads: number },
): Promise<string[]> {
  const ours: number[] = [];
  const scans: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const miners = Array.from({ length: reads }, () => BigInt(1 + Math.floor(Math.random() * filled.miners)));
    const measured = { ours: [] as number[], scans: [] as number[] };
    // One after the other for each miner, now this first, now that: both find the same pages in memory.
    for (const [index, miner] of miners.entries()) {
      const sides = [
        async () => measured.ours.push(await timed(() => chart(filled, miner))),
        async () => measured.scans.push(await timed(() => scan(filled, miner))),
      ];
      for (const side of index % 2 === 0 ? sides : sides.toReversed()) await side();
    }
    // The first run only warms up.
    if (run === 0) continue;
    ours.push(percentile(measured.ours, 50));
    scans.push(percentile(measured.scans, 50));
  }
  const ratio = spreadOf(ours).median / spreadOf(scans).median;
  return [
    filled.db.engine,
    filled.buckets.toLocaleString('en-US'),
    spreadText(spreadOf(ours), 2),
    spreadText(spreadOf(scans), 2),
    ratioText(ratio, (reached) => reached <= GOAL),
  ];
}

async function timed(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const points = await work();
  const took = performance.now() - began;
  if (points !== POINTS) throw new Error(`${points} points instead of ${POINTS}`);
  return took;
}

async function chart({ db, now }: BucketDatabase, miner: bigint): Promise<number> {
  const series = await readHashrateSeries({ db, clock: { now: () => now } }, miner, 'past-day');
  const answer = JSON.stringify(presentWorkers([], { calculated: series, reported: new Map() }));
  return answer.length === 0 ? 0 : (series.get('sha256')?.length ?? 0);
}

function scan({ db, now }: BucketDatabase, miner: bigint): Promise<number> {
  return scanTenMinutes(db, miner, { from: now - DAY_MS, to: now });
}
