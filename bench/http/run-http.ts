import { join } from 'node:path';
import { createScratchPostgres, postgresServer } from '../../testing/scratch-postgres.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, ratioText, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import { fillMiners, largeUuid, uuidOf } from './fill-miners.ts';
import type { LoadVerbs, ServerVerbs } from './verbs.ts';

export interface HttpBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer miners and requests. */
  readonly isQuick: boolean;
  /** One of the tables. */
  readonly only?: string;
}

const TABLES = ['ready', 'accounts', 'open'];
/** A database that is filled once and kept, so that each table can be measured on its own. */
const keptDatabase = process.env['BENCH_DATABASE_URL'];

const READY_GOAL = 0.7;
const MINER_GOAL = 3000;
const OPEN_GOAL_MS = 300;
const CONNECTIONS = 50;
const READY_PATHS = ['/api/v5/pool', '/api/v5/coin', '/api/v5/algorithm'];
const MINER_CALLS = ['stats', 'summary', 'workers', 'events', 'referrals'];

interface Server {
  readonly process: BenchProcess<ServerVerbs>;
  readonly port: number;
}

/** The calls that every page makes beside a raw server with the same bytes, and the reads of miners among very many. */
export async function runHttp({ runs, isQuick, only }: HttpBenchOptions): Promise<void> {
  if (only !== undefined && !TABLES.includes(only)) throw new Error(`--only is one of ${TABLES.join(', ')}`);
  const isAsked = (table: string) => only === undefined || only === table;
  if (postgresServer === undefined) throw new Error('DATABASE_URL must name a PostgreSQL server');
  const folder = await bundleProcesses({
    'http-ours': 'bench/http/ours-process.ts',
    'http-reference': 'bench/http/reference-process.ts',
    'http-load': 'bench/http/load-process.ts',
  });
  const miners = isQuick ? 20_000 : 1_000_000;
  const database =
    keptDatabase === undefined
      ? await createScratchPostgres(postgresServer)
      : { url: keptDatabase, drop: async () => {} };
  const load = new BenchProcess<LoadVerbs>(join(folder, 'http-load.js'));
  const servers: Server[] = [];
  const start = async (name: string, body = ''): Promise<Server> => {
    const server = new BenchProcess<ServerVerbs>(join(folder, `${name}.js`));
    const { port } = await server.ask('start', { databaseUrl: database.url, body });
    const started = { process: server, port };
    servers.push(started);
    return started;
  };
  try {
    const began = performance.now();
    const filled = await fillMiners(database.url, join(folder, 'migrations'), miners);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${filled.toLocaleString('en-US')} miners in PostgreSQL, ${seconds} s`);
    const ours = await start('http-ours');
    if (isAsked('ready')) await readyAnswers(ours, start, load, { runs, requests: isQuick ? 2000 : 20_000 });
    if (isAsked('accounts'))
      await minerReads(ours, load, { runs, requests: isQuick ? 500 : 5000, miners: filled });
    if (isAsked('open')) await openLargeMiner(ours, runs);
  } finally {
    await Promise.all([...servers.map((server) => server.process.end()), load.end()]);
    await database.drop();
  }
}

async function readyAnswers(
  ours: Server,
  start: (name: string, body: string) => Promise<Server>,
  load: BenchProcess<LoadVerbs>,
  { runs, requests }: { readonly runs: number; readonly requests: number },
): Promise<void> {
  const rows: string[][] = [];
  for (const path of READY_PATHS) {
    const body = await (await fetch(`http://127.0.0.1:${ours.port}${path}`)).text();
    const reference = await start('http-reference', body);
    const rates = { ours: [] as number[], reference: [] as number[] };
    for (let run = 0; run <= runs; run += 1) {
      for (const side of ['reference', 'ours'] as const) {
        const server = side === 'ours' ? ours : reference;
        const { perServerSecond } = await measure(server, load, { paths: [path], requests });
        // The first run only warms up.
        if (run > 0) rates[side].push(perServerSecond);
      }
    }
    await reference.process.end();
    const ratio = spreadOf(rates.ours).median / spreadOf(rates.reference).median;
    rows.push([
      path,
      body.length.toLocaleString('en-US'),
      spreadText(spreadOf(rates.ours), 0),
      spreadText(spreadOf(rates.reference), 0),
      ratioText(ratio, (reached) => reached >= READY_GOAL),
    ]);
  }
  printTable(
    `Ready answers, requests a server CPU-second, ${runs} interleaved runs of ${requests} over ${CONNECTIONS} connections (goal: ours ÷ raw ≥ ${READY_GOAL})`,
    ['call', 'bytes', 'ours, with headers and limits', 'raw node:http, one buffer', 'ratio'],
    rows,
  );
}

async function minerReads(
  ours: Server,
  load: BenchProcess<LoadVerbs>,
  { runs, requests, miners }: { readonly runs: number; readonly requests: number; readonly miners: number },
): Promise<void> {
  const rows: string[][] = [];
  for (const call of MINER_CALLS) {
    const rates: number[] = [];
    const withDatabase: number[] = [];
    for (let run = 0; run <= runs; run += 1) {
      const paths = Array.from({ length: requests }, () => {
        const miner = 1 + Math.floor(Math.random() * (miners - 1));
        return `/api/v5/account/${uuidOf(miner)}/${call}`;
      });
      const { perServerSecond, perSecond } = await measure(ours, load, { paths, requests });
      if (run === 0) continue;
      rates.push(perServerSecond);
      withDatabase.push(perSecond);
    }
    rows.push([
      call,
      spreadText(spreadOf(rates), 0),
      spreadText(spreadOf(withDatabase), 0),
      spreadOf(rates).median >= MINER_GOAL ? 'met' : 'MISSED',
    ]);
  }
  printTable(
    `Reads of one miner among ${miners.toLocaleString('en-US')}, requests a CPU-second, ${runs} runs of ${requests} (goal: ≥ ${MINER_GOAL} a server CPU-second)`,
    ['call', 'server', 'server and database', 'goal'],
    rows,
  );
}

/** What a page asks for when it opens a miner with 200 workers, a week of rewards and 500 payments, one call after the other. */
async function openLargeMiner(ours: Server, runs: number): Promise<void> {
  const calls = [
    'summary',
    'workers',
    'workers?period=24h',
    'stats',
    'events',
    'events?page=200',
    'referrals',
    'referral/reports',
    'payments',
    'rejects',
  ];
  const times = new Map(calls.map((call) => [call, [] as number[]]));
  const whole: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    let sum = 0;
    for (const call of calls) {
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${ours.port}/api/v5/account/${largeUuid}/${call}`);
      if (!answer.ok) throw new Error(await answer.text());
      await answer.text();
      const took = performance.now() - began;
      sum += took;
      if (run > 0) times.get(call)?.push(took);
    }
    if (run > 0) whole.push(sum);
  }
  printTable(
    `A miner of 200 workers, 2,016 rewards and 500 payments opens, ms, ${runs} runs (goal: ≤ ${OPEN_GOAL_MS} in all)`,
    ['call', 'ms'],
    [...times].map(([call, each]) => [call, spreadText(spreadOf(each), 1)]),
  );
  const { median } = spreadOf(whole);
  console.log(`in all ${spreadText(spreadOf(whole), 1)} ms, ${median <= OPEN_GOAL_MS ? 'met' : 'MISSED'}`);
}

async function measure(
  server: Server,
  load: BenchProcess<LoadVerbs>,
  { paths, requests }: { readonly paths: readonly string[]; readonly requests: number },
): Promise<{ readonly perServerSecond: number; readonly perSecond: number }> {
  const before = await server.process.ask('cpu', undefined);
  await load.ask('load', { port: server.port, paths, requests, connections: CONNECTIONS });
  const after = await server.process.ask('cpu', undefined);
  const own = (after.server - before.server) / 1e6;
  return {
    perServerSecond: requests / own,
    perSecond: requests / (own + (after.database - before.database) / 1e6),
  };
}
