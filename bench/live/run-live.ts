import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { percentile, spreadOf } from '../support/statistics.ts';
import type { ServerVerbs, WatcherVerbs } from './verbs.ts';

export interface LiveBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer watchers. */
  readonly isQuick: boolean;
}

const BROADCAST_GOAL = 1.4;
const EVENT_GOAL_MS = 50;
const MESSAGE_BYTES = 200;
const MINER_WATCHERS = 20;
const EVENTS_PER_RUN = 50;
const UUID = 'aaaaaaaa-1111-8111-8111-111111111111';

interface Side {
  readonly server: BenchProcess<ServerVerbs>;
  readonly watchers: BenchProcess<WatcherVerbs>;
}

/** How long until the last of very many watchers has a broadcast, beside bare WebSockets; and a miner's event meanwhile. */
export async function runLive({ runs, isQuick }: LiveBenchOptions): Promise<void> {
  const sockets = isQuick ? 1000 : 10_000;
  const folder = await bundleProcesses({
    'live-ours': 'bench/live/ours-process.ts',
    'live-bare': 'bench/live/bare-process.ts',
    'live-watchers': 'bench/live/watchers-process.ts',
  });
  const processes: { end(): Promise<void> }[] = [];
  const watch = async (port: number, isOurs: boolean, some: number, uuid?: string) => {
    const watchers = new BenchProcess<WatcherVerbs>(join(folder, 'live-watchers.js'));
    processes.push(watchers);
    const { connected } = await watchers.ask('connect', { port, sockets: some, isOurs, uuid });
    if (connected !== some) throw new Error(`${connected} of ${some} watchers are connected`);
    return watchers;
  };
  const open = async (isOurs: boolean): Promise<Side & { readonly port: number }> => {
    const server = new BenchProcess<ServerVerbs>(join(folder, isOurs ? 'live-ours.js' : 'live-bare.js'));
    processes.push(server);
    const { port } = await server.ask('start', undefined);
    return { server, port, watchers: await watch(port, isOurs, sockets) };
  };
  try {
    const [bare, ours] = [await open(false), await open(true)];
    const miner = await watch(ours.port, true, MINER_WATCHERS, UUID);
    await broadcasts(ours, bare, { runs, sockets });
    await minerEvents(ours, miner, { runs, sockets });
  } finally {
    await Promise.all(processes.map((each) => each.end()));
  }
}

let marks = 0;

/** Answers how long after its beginning the last watcher had it, in ms. */
async function broadcast({ server, watchers }: Side, sockets: number): Promise<number> {
  marks += 1;
  const mark = `mark-${marks}`;
  const { beganAt } = await server.ask('broadcast', `${mark}-`.padEnd(MESSAGE_BYTES, 'x'));
  const { at } = await watchers.ask('heard', { text: mark, times: sockets });
  return Math.max(...at) - beganAt;
}

async function broadcasts(
  ours: Side,
  bare: Side,
  { runs, sockets }: { readonly runs: number; readonly sockets: number },
): Promise<void> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run += 1) {
    const took = { bare: await broadcast(bare, sockets), ours: await broadcast(ours, sockets) };
    // The first run only warms up.
    if (run === 0) continue;
    times.bare.push(took.bare);
    times.ours.push(took.ours);
  }
  const ratio = spreadOf(times.ours).median / spreadOf(times.bare).median;
  printTable(
    `${MESSAGE_BYTES} bytes to ${sockets.toLocaleString('en-US')} watchers, ms until the last has it, ${runs} interleaved runs (goal: ours ÷ bare ws ≤ ${BROADCAST_GOAL})`,
    ['ours', 'bare ws', 'ratio'],
    [
      [
        spreadText(spreadOf(times.ours), 0),
        spreadText(spreadOf(times.bare), 0),
        ratioText(ratio, (reached) => reached <= BROADCAST_GOAL),
      ],
    ],
  );
}

/** Events of one miner while everybody is told something once a second. */
async function minerEvents(
  ours: Side,
  miner: BenchProcess<WatcherVerbs>,
  { runs, sockets }: { readonly runs: number; readonly sockets: number },
): Promise<void> {
  const waits: number[] = [];
  for (let seq = 1; seq <= runs * EVENTS_PER_RUN; seq += 1) {
    const everybody = seq % 10 === 1 ? broadcast(ours, sockets) : undefined;
    await sleep(Math.random() * 100);
    const { beganAt } = await ours.server.ask('tellMiner', { uuid: UUID, seq });
    const { at } = await miner.ask('heard', { text: `"q":${seq}`, times: MINER_WATCHERS });
    waits.push(...at.map((arrived) => arrived - beganAt));
    await everybody;
  }
  const p99 = percentile(waits, 99);
  printTable(
    `An event to the ${MINER_WATCHERS} watchers of its miner meanwhile, ms, ${waits.length} arrivals (goal: p99 ≤ ${EVENT_GOAL_MS})`,
    ['p50', 'p99', 'most', 'goal'],
    [
      [
        percentile(waits, 50).toFixed(1),
        p99.toFixed(1),
        Math.max(...waits).toFixed(1),
        p99 <= EVENT_GOAL_MS ? 'met' : 'MISSED',
      ],
    ],
  );
}
