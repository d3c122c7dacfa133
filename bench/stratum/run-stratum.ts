import { join } from 'node:path';
import { ROOT } from '../../scripts/root.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import { measureFanOut } from './fan-out.ts';
import { measureIdleMemory } from './idle-memory.ts';
import type { IdleMemory } from './idle-memory.ts';
import { measureLatency } from './latency.ts';
import type { Latency } from './latency.ts';
import type { Side } from './session.ts';
import { measureSteady } from './steady.ts';
import type { Steady } from './steady.ts';
import { measureThroughput } from './throughput.ts';
import type { Throughput } from './throughput.ts';

export interface StratumBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer connections and shares. */
  readonly isQuick: boolean;
  /**
   * One row instead of all: `latency`, `memory`, `jobs`, a load such as `5000` and `1000x12`, its merkle branches last, or `steady`: 1,000 shares a second
   * over 5,000 connections for ten minutes (one with `--quick`), which is in no run of all.
   */
  readonly only?: string;
}

/** One share under way a connection, as with real miners. */
const WINDOW = 1;
/** Longer than the database ever rests (`recording-pace.ts`), so that answers are measured beside recordings, too. */
const LATENCY_SECONDS = 24;
const STEADY_SECONDS = 600;
/** Of the reference, before and after: a share costs it the same at any time. */
const STEADY_REFERENCE_SECONDS = 60;
/** Each quarter of a run ends with a recording, which has a line for each connection: with few shares of each, lines would be most of the cost. */
const sharesOf = ({ connections }: Load): number => Math.max(80_000, 64 * connections);
const SIDES: readonly Side[] = ['ours', 'reference'];
const GOALS = { throughput: 0.5, p50: 1.2, p99: 1.5, idleKib: 9, fanOutMs: 90 };
/** What the reference needed for the same where those two goals were set. */
const REFERENCE = { idleKib: 5.5, fanOutMs: 68 };

interface Load {
  readonly connections: number;
  readonly merkleBranches: number;
}

/** The rows of the performance goals that are about miners. */
export async function runStratum({ runs, isQuick, only }: StratumBenchOptions): Promise<void> {
  const folder = await bundleProcesses({
    ours: join(ROOT, 'bench/stratum/ours-process.ts'),
    reference: join(ROOT, 'bench/stratum/reference-process.ts'),
    load: join(ROOT, 'bench/stratum/load-process.ts'),
  });
  const database = process.env['DATABASE_URL'] === undefined ? 'PGlite in a worker thread' : 'PostgreSQL';
  console.log(`stratum, SHA-256d, Node ${process.version}, database: ${database}, ${runs} interleaved runs`);

  const loads: readonly Load[] = isQuick
    ? [{ connections: 100, merkleBranches: 1 }]
    : [
        { connections: 100, merkleBranches: 1 },
        { connections: 1000, merkleBranches: 1 },
        { connections: 5000, merkleBranches: 1 },
        { connections: 1000, merkleBranches: 12 },
      ];
  const wants = (row: string): boolean => only === undefined || only === row;
  const wanted = loads.filter((load) => wants(loadName(load)));
  if (wanted.length > 0) await throughputTable(folder, wanted, runs, isQuick ? () => 20_000 : sharesOf);
  if (wants('latency')) await latencyTable(folder, runs, isQuick ? 5 : LATENCY_SECONDS);
  if (wants('memory')) await memoryTable(folder, runs, isQuick ? 1000 : 10_000);
  if (only === 'steady') await steadyTable(folder, isQuick ? 60 : STEADY_SECONDS);
  if (wants('jobs')) await fanOutTable(folder, runs, isQuick ? 500 : 5000);
}

function loadName({ connections, merkleBranches }: Load): string {
  return merkleBranches === 1 ? String(connections) : `${connections}x${merkleBranches}`;
}

async function memoryTable(folder: string, runs: number, connections: number): Promise<void> {
  const load = { connections, merkleBranches: 1 };
  const results = await interleave('idle memory', runs, (side) =>
    measureIdleMemory({ folder, side, ...load }),
  );
  const row = (name: string, key: keyof IdleMemory, goal: number | undefined): string[] => {
    const ours = spreadOf(results.ours.map((run) => run[key]));
    const raw = spreadOf(results.reference.map((run) => run[key]));
    const ratio = ours.median / raw.median;
    return [
      name,
      spreadText(ours, 1),
      spreadText(raw, 1),
      goal === undefined ? ratio.toFixed(2) : ratioText(ratio, () => ours.median <= goal),
      goal === undefined ? '' : `≤ ${goal} (reference ${REFERENCE.idleKib})`,
    ];
  };
  printTable(
    `KiB for each of ${connections} idle miners`,
    ['', 'ours', 'reference', 'ratio', 'goal'],
    [row('resident', 'residentKib', GOALS.idleKib), row('JavaScript', 'heapKib', undefined)],
  );
}

async function fanOutTable(folder: string, runs: number, connections: number): Promise<void> {
  const load = { connections, merkleBranches: 12 };
  const results = await interleave('new job', runs, (side) => measureFanOut({ folder, side, ...load }));
  const ours = spreadOf(results.ours.map((run) => run.spreadMs));
  const raw = spreadOf(results.reference.map((run) => run.spreadMs));
  const most = GOALS.fanOutMs / REFERENCE.fanOutMs;
  printTable(
    `Milliseconds from the first of ${connections} miners that hears of a new job to the last`,
    ['ours', 'bare write', 'ratio', 'goal'],
    [
      [
        spreadText(ours, 1),
        spreadText(raw, 1),
        ratioText(ours.median / raw.median, (ratio) => ratio <= most || ours.median <= GOALS.fanOutMs),
        `≤ ${GOALS.fanOutMs} ms, or ≤ ${most.toFixed(2)} of the bare write`,
      ],
    ],
  );
}

async function throughputTable(
  folder: string,
  loads: readonly Load[],
  runs: number,
  sharesOfLoad: (load: Load) => number,
): Promise<void> {
  const rows: string[][] = [];
  for (const load of loads) {
    const what = `${load.connections} connections, ${load.merkleBranches} branches`;
    const shares = sharesOfLoad(load);
    const results = await interleave(what, runs, (side) =>
      measureThroughput({ folder, side, ...load, shares, warmUpShares: 20_000, window: WINDOW }),
    );
    rows.push(throughputRow(load, results));
  }
  printTable(
    `Shares checked and recorded per CPU-second of the server (goal: ours ÷ reference ≥ ${GOALS.throughput})`,
    [
      'connections',
      'branches',
      'ours',
      'reference',
      'ratio',
      'database CPU-s',
      'ours with database',
      'ratio',
      'last ÷ first quarter',
      'of the reference',
    ],
    rows,
  );
  console.log(
    "The server's CPU is the whole process but the database's thread; the engine's helper threads count in full,\n" +
      'although they also compile the embedded database.',
  );
}

function throughputRow(load: Load, { ours, reference }: Record<Side, Throughput[]>): string[] {
  const plain = spreadOf(ours.map((run) => run.perServerSecond));
  const whole = spreadOf(ours.map((run) => run.perSecondWithDatabase));
  const raw = spreadOf(reference.map((run) => run.perServerSecond));
  return [
    String(load.connections),
    String(load.merkleBranches),
    spreadText(plain, 0),
    spreadText(raw, 0),
    ratioText(plain.median / raw.median, (ratio) => ratio >= GOALS.throughput),
    spreadText(spreadOf(ours.map((run) => run.databaseSeconds)), 1),
    spreadText(whole, 0),
    (whole.median / raw.median).toFixed(2),
    spreadText(spreadOf(ours.map((run) => run.flatness)), 2),
    spreadText(spreadOf(reference.map((run) => run.flatness)), 2),
  ];
}

async function latencyTable(folder: string, runs: number, seconds: number): Promise<void> {
  const load = { connections: 1000, merkleBranches: 1, perSecond: 300, seconds };
  const results = await interleave('latency', runs, (side) => measureLatency({ folder, side, ...load }));
  const row = (name: string, key: keyof Latency, goal: number): string[] => {
    const ours = spreadOf(results.ours.map((run) => run[key]));
    const raw = spreadOf(results.reference.map((run) => run[key]));
    return [
      name,
      spreadText(ours, 2),
      spreadText(raw, 2),
      ratioText(ours.median / raw.median, (ratio) => ratio <= goal),
      `≤ ${goal}`,
    ];
  };
  printTable(
    'Milliseconds from submit to acknowledgement, 300 shares a second over 1,000 connections',
    ['', 'ours', 'reference', 'ratio', 'goal'],
    [row('p50', 'p50Ms', GOALS.p50), row('p99', 'p99Ms', GOALS.p99)],
  );
}

async function steadyTable(folder: string, seconds: number): Promise<void> {
  const load = { connections: 5000, merkleBranches: 1, perSecond: 1000 };
  const measure = async (side: Side, forSeconds: number): Promise<Steady> => {
    const result = await measureSteady({ folder, side, ...load, seconds: forSeconds });
    console.error(`  steady, ${side}: ${JSON.stringify(result)}`);
    return result;
  };
  const before = await measure('reference', STEADY_REFERENCE_SECONDS);
  const ours = await measure('ours', seconds);
  const raw = [before, await measure('reference', STEADY_REFERENCE_SECONDS)];
  const spread = (key: 'perServerSecond' | 'p50Ms' | 'p99Ms') => spreadOf(raw.map((run) => run[key]));
  const row = (name: string, value: number, key: 'perServerSecond' | 'p50Ms' | 'p99Ms', digits: number) => {
    const reference = spread(key);
    return [
      name,
      value.toFixed(digits),
      spreadText(reference, digits),
      (value / reference.median).toFixed(2),
    ];
  };
  printTable(
    `${ours.shares} shares in ${seconds} s over 5,000 connections, each accepted and recorded`,
    ['', 'ours', 'reference', 'ratio'],
    [
      row('per CPU-second of the server', ours.perServerSecond, 'perServerSecond', 0),
      row('with the database', ours.perSecondWithDatabase, 'perServerSecond', 0),
      row('acknowledged, p50, ms', ours.p50Ms, 'p50Ms', 2),
      row('acknowledged, p99, ms', ours.p99Ms, 'p99Ms', 2),
      ['µs of the server a share', ours.serverMicros.toFixed(1), '', ''],
      ['µs of the database a share', ours.databaseMicros.toFixed(1), '', ''],
      [
        'oldest unrecorded share, ms',
        `${ours.unrecordedMs.p50.toFixed(0)}, at most ${ours.unrecordedMs.most.toFixed(0)}`,
        '',
        '',
      ],
    ],
  );
}

/** Ours and the reference take turns, so that whatever else the machine does falls on both. */
async function interleave<Result>(
  what: string,
  runs: number,
  measure: (side: Side) => Promise<Result>,
): Promise<Record<Side, Result[]>> {
  const results: Record<Side, Result[]> = { ours: [], reference: [] };
  for (let run = 0; run < runs; run += 1)
    for (const side of run % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const result = await measure(side);
      results[side].push(result);
      console.error(`  ${what}, ${side}, run ${run + 1}: ${JSON.stringify(result)}`);
    }
  return results;
}
