import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/root.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable } from '../support/print-table.ts';
import { percentile } from '../support/statistics.ts';
import type { LoadVerbs } from '../stratum/verbs.ts';
import { openServingProcesses, type ServingProcesses } from './serving-processes.ts';

const processes = 4;
/** Processes of miners: one may have 20,000 files open where this was written. */
const loads = 4;
const jobs = 9;
const limitMs = 8 * 60_000;
/** Those who come first bring caches and compiled code; they are not counted in the memory of one. */
const firstOfLoad = 1000;
/** Shares a second of all together, and for how long: after as long to warm up. */
const perSecond = 200;
const seconds = 20;

type Load = BenchProcess<LoadVerbs>;

/**
 * Tens of thousands of miners at four processes on one port: SHA-256, the pool's limits for client addresses as they are, a PostgreSQL.
 * Fails where a connection is refused, and ends by itself after eight minutes at the latest.
 */
export async function runConnections({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  const each = (isQuick ? 6_000 : 50_000) / loads;
  const folder = await bundleProcesses({
    ours: join(ROOT, 'bench/stratum/ours-process.ts'),
    load: join(ROOT, 'bench/stratum/load-process.ts'),
  });
  await using serving = await openServingProcesses(folder, server, processes);
  const miners: readonly Load[] = Array.from(
    { length: loads },
    () => new BenchProcess<LoadVerbs>(join(folder, 'load.js')),
  );
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('the run took too long')), limitMs);
  });
  try {
    await Promise.race([measure(serving, miners, each), tooLong]);
  } finally {
    clearTimeout(limit);
    await Promise.all(miners.map((load) => load.end()));
  }
}

async function measure(serving: ServingProcesses, miners: readonly Load[], each: number): Promise<void> {
  const connections = each * loads;
  const { port } = serving;
  const all = <Answer>(ask: (load: Load, index: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(miners.map(ask));
  const connect = (count: number): Promise<unknown> =>
    all((load, index) => load.ask('connect', { port, connections: count, first: index * each }));

  await connect(firstOfLoad);
  const before = await serving.ask('memory');
  const began = performance.now();
  await connect(each - firstOfLoad);
  const connectSeconds = (performance.now() - began) / 1000;
  const after = await serving.ask('memory');
  const added = connections - firstOfLoad * loads;
  const kib = (key: 'resident' | 'heap'): string =>
    ((sum(after.map((one) => one[key])) - sum(before.map((one) => one[key]))) / added / 1024).toFixed(1);
  console.error(`  ${connections} connected in ${connectSeconds.toFixed(1)} s`);

  const latencies = await acknowledge(serving, all);
  const idle = await serving.ask('cpu');
  const jobMs = await newJobs(serving, all);
  const busy = await serving.ask('cpu');
  const micros =
    (sum(busy.map((one) => one.server)) - sum(idle.map((one) => one.server))) / jobs / connections;
  const lost = sum(await all((load) => load.ask('lost', undefined)));
  const files = serving.openFiles();
  const ms = (values: readonly number[], percent: number): string => percentile(values, percent).toFixed(1);
  printTable(
    `${connections} miners at ${processes} processes on one port, load of the machine ${loadavg()[0]?.toFixed(1)}`,
    ['what', ''],
    [
      ['connected and authorized, a second', (added / connectSeconds).toFixed(0)],
      ['refused · lost', `0 · ${lost}`],
      ['at each process, of all', files.toSorted((a, b) => a - b).join(' · ')],
      ['memory of the processes a miner, KiB: resident · JavaScript', `${kib('resident')} · ${kib('heap')}`],
      ['resident, all processes, MiB', (sum(after.map(({ resident }) => resident)) / 2 ** 20).toFixed(0)],
      [
        `new job to the last miner, ms, ${jobs} jobs: median [least … most]`,
        `${ms(jobMs, 50)} [${ms(jobMs, 0)} … ${ms(jobMs, 100)}]`,
      ],
      ['processor of the processes for a job, µs a miner', micros.toFixed(1)],
      [
        `acknowledged at ${perSecond} shares/s, ms: p50 · p99 · most`,
        `${ms(latencies, 50)} · ${ms(latencies, 99)} · ${ms(latencies, 100)}`,
      ],
    ],
  );
  if (lost > 0) process.exitCode = 1;
}

type AskAll = <Answer>(ask: (load: Load, index: number) => Promise<Answer>) => Promise<Answer[]>;

/** Shares at an even rate from all loads, each miner in turn; every one has to be accepted and recorded. */
async function acknowledge(serving: ServingProcesses, all: AskAll): Promise<readonly number[]> {
  const rate = perSecond / loads;
  const shares = Math.floor(rate * seconds);
  const pace = (): Promise<readonly (readonly number[])[]> =>
    all(async (load) => {
      const { accepted, refused, latenciesMs } = await load.ask('pace', { perSecond: rate, shares });
      if (accepted !== shares) throw new Error(`shares were refused: ${JSON.stringify(refused)}`);
      return latenciesMs;
    });
  await pace();
  const latencies = (await pace()).flat();
  const recorded = await serving.recordedShares();
  if (recorded !== 2 * shares * loads)
    throw new Error(`${2 * shares * loads} shares were acknowledged and ${recorded} are in the database`);
  return latencies;
}

/** From the order to hand out a new job to the last miner that has it, ms, with what processes of the bench take to tell each other. */
async function newJobs(serving: ServingProcesses, all: AskAll): Promise<readonly number[]> {
  const times: number[] = [];
  for (let job = 0; job < jobs; job += 1) {
    const heard = all((load) => load.ask('hearJob', undefined));
    // Answered in order: by then each of them listens.
    await all((load) => load.ask('lost', undefined));
    const began = performance.now();
    await serving.ask('job');
    await heard;
    times.push(performance.now() - began);
  }
  return times;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
