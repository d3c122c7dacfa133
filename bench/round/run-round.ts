import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type CreditThread, openCreditThread } from '../../apps/pool/src/app/credit-thread.ts';
import { ClosingOrder } from '../../apps/pool/src/app/closing-order.ts';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../apps/pool/src/domain/kernel/context.ts';
import { isLedgerSound, checkLedger } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { advanceRound } from '../../apps/pool/src/domain/rounds/advance-round.ts';
import { recordCandidate } from '../../apps/pool/src/domain/rounds/record-candidate.ts';
import { benchParts } from '../support/bench-parts.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { processCpuMicros } from '../support/cpu.ts';
import { maturingChain } from '../support/maturing-chain.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import { type Mining, mineOn } from './mining.ts';
import {
  databaseCpuMs,
  fillRound,
  insertBare,
  type Reference,
  type RoundDatabase,
} from './round-database.ts';

export interface RoundBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer miners. */
  readonly isQuick: boolean;
}

const GOAL = 6;
/** For a batch of work to be recorded meanwhile: 99 of 100. */
const BATCH_GOAL_MS = 250;
const MEMORY_GOAL_MIB = 300;
const LOOK_EVERY_MS = 20;
const CPU_EVERY_MS = 1000;

/** Closing a round in which many miners have work, beside a bare INSERT … SELECT of the same number of rows. */
export async function runRound({ runs, isQuick }: RoundBenchOptions): Promise<void> {
  const server = process.env['DATABASE_URL'];
  if (server === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  const miners = isQuick ? 20_000 : 200_000;
  const secret = randomBytes(32);
  const folder = await bundleProcesses({});
  const filled = await fillRound(server, { miners, folder, now: Date.now(), secret });
  let mining: Mining | undefined;
  let thread: CreditThread | undefined;
  try {
    const ctx = await contextOf(filled, secret);
    thread = openCreditThread(ctx, pathToFileURL(join(folder, 'credit-worker.js')), {
      url: filled.url,
      crash: undefined,
    });
    const credit = (roundId: bigint) => (thread as CreditThread).credit(roundId);
    mining = await mineOn(ctx, miners);
    const measured: Measured[] = [];
    // The first closing makes the balances that all later ones add to, and is shown apart.
    for (let run = 0; run <= runs; run += 1) {
      const one = await measure({ ...ctx, credit }, filled, mining, run);
      measured.push(one);
      console.log(describeRun(run, one));
    }
    report(miners, runs, measured.slice(1));
    const sound = isLedgerSound(await checkLedger(ctx));
    console.log(
      `Books after ${runs + 1} closings and ${mining.batches()} batches: ${sound ? 'sound' : 'NOT SOUND'}.`,
    );
    if (!sound) process.exitCode = 1;
  } finally {
    await mining?.stop();
    await thread?.close();
    await filled.drop();
  }
}

interface Measured {
  readonly ms: number;
  readonly cpuMs: { readonly node: number; readonly postgres: number };
  /** How long batches of work took to be recorded during the closing, and the longest time that the event loop was held. */
  readonly batches: readonly number[];
  readonly loopMs: number;
  /** What the process needed at most above what it had before. */
  readonly memoryMiB: number;
  readonly idleBatchMs: number;
  readonly indexed: Reference;
  readonly bare: Reference;
}

async function measure(
  ctx: ServiceContext & Pick<CreditThread, 'credit'>,
  { work }: RoundDatabase,
  mining: Mining,
  run: number,
): Promise<Measured> {
  const chain = maturingChain('bench');
  const round = await findBlock(ctx, work, run);
  await advanceRound({ ...ctx, chains: [chain] }, round);
  chain.state = 'mature';
  global.gc?.();
  mining.tookMs();
  await new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
  const idleBatchMs = Math.max(...mining.tookMs());
  const before = {
    memory: process.memoryUsage().rss,
    node: processCpuMicros(),
    postgres: await databaseCpuMs(ctx.db),
  };
  let peak = before.memory;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, LOOK_EVERY_MS);
  const watchDatabase = setInterval(() => void databaseCpuMs(ctx.db), CPU_EVERY_MS);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const began = performance.now();
  const state = await advanceRound({ ...ctx, chains: [chain] }, round);
  const ms = performance.now() - began;
  loop.disable();
  clearInterval(watch);
  clearInterval(watchDatabase);
  if (state !== 'credited') throw new Error(`the round is ${state}`);
  const cpuMs = {
    node: (processCpuMicros() - before.node) / 1000,
    postgres: (await databaseCpuMs(ctx.db)) - before.postgres,
  };
  const batches = mining.tookMs();
  const indexed = await insertBare(ctx.db, round, true);
  const bare = await insertBare(ctx.db, round, false);
  return {
    ms,
    cpuMs,
    batches,
    loopMs: loop.max / 1e6,
    memoryMiB: (peak - before.memory) / 2 ** 20,
    idleBatchMs,
    indexed,
    bare,
  };
}

async function findBlock(ctx: ServiceContext, work: bigint, run: number): Promise<bigint> {
  const [finder] = await ctx.db.query<{ coin: string; network: string; address: string }>(
    sql`SELECT coin, network, address FROM miners WHERE id = 1`,
  );
  if (finder === undefined) throw new Error('there are no miners');
  return recordCandidate(ctx, {
    algorithm: 'sha256',
    chain: 'bench',
    height: run + 1,
    hash: (run + 1).toString(16).padStart(64, '0'),
    submission: new Uint8Array(1000),
    networkWork: work,
    miner: { ...finder, memo: null },
    worker: 'rig1',
    foundAt: ctx.clock.now(),
  });
}

async function contextOf({ db }: RoundDatabase, secret: Uint8Array): Promise<ServiceContext> {
  const { foundation } = await benchParts(new ClosingOrder(), { db, secret });
  return { ...foundation, publisher: { publish: () => undefined } };
}

function describeRun(
  run: number,
  { ms, cpuMs, batches, loopMs, idleBatchMs, memoryMiB, indexed, bare }: Measured,
): string {
  const text = (value: number): string => value.toFixed(0);
  return [
    run === 0 ? 'first' : `run ${run}`,
    `ours ${text(ms)} ms (CPU: node ${text(cpuMs.node)}, postgres ${text(cpuMs.postgres)})`,
    `bare with indexes ${text(indexed.ms)} ms (CPU ${text(indexed.cpuMs)}), without ${text(bare.ms)} ms (CPU ${text(bare.cpuMs)}), ${indexed.rows} rows`,
    `longest of ${batches.length} batches ${text(Math.max(...batches))} ms (${text(idleBatchMs)} when idle), event loop held ${text(loopMs)} ms`,
    `memory +${text(memoryMiB)} MiB`,
  ].join('; ');
}

function report(miners: number, runs: number, measured: readonly Measured[]): void {
  const ours = spreadOf(measured.map(({ ms }) => ms));
  const row = (name: string, reference: (one: Measured) => Reference): string[] => {
    const times = spreadOf(measured.map((one) => reference(one).ms));
    return [
      name,
      String(Math.max(...measured.map((one) => reference(one).rows))),
      spreadText(ours, 0),
      spreadText(times, 0),
      ratioText(ours.median / times.median, (reached) => reached <= GOAL),
    ];
  };
  printTable(
    `Closing a round, ${miners.toLocaleString('en-US')} miners, ms, ${runs} interleaved runs while mining goes on (goal: ours ÷ reference ≤ ${GOAL})`,
    ['reference', 'rows', 'ours', 'reference', 'ratio'],
    [
      row('INSERT … SELECT, tables with their indexes', ({ indexed }) => indexed),
      row('INSERT … SELECT, no index at all', ({ bare }) => bare),
    ],
  );
  const batches = measured.flatMap((one) => one.batches).toSorted((a, b) => a - b);
  const slowest = batches[Math.ceil(batches.length * 0.99) - 1] ?? 0;
  const loop = spreadOf(measured.map(({ loopMs }) => loopMs));
  const memory = spreadOf(measured.map(({ memoryMiB }) => memoryMiB));
  const cpu = spreadOf(measured.map(({ cpuMs }) => cpuMs.node + cpuMs.postgres));
  console.log(
    `Recording a batch: p99 of ${batches.length} ${slowest.toFixed(0)} ms (goal: ≤ ${BATCH_GOAL_MS}), longest ${(batches.at(-1) ?? 0).toFixed(0)} ms; the event loop was held for at most ${spreadText(loop, 0)} ms.`,
  );
  console.log(
    `CPU of the pool and the database together ${spreadText(cpu, 0)} ms; memory of the pool grew by at most ${spreadText(memory, 0)} MiB (goal: ≤ ${MEMORY_GOAL_MIB}).`,
  );
}
