import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { minerUuid } from '../../apps/pool/src/domain/miners/miner-uuid.ts';
import type { EventBody, LiveEvent } from '../../apps/pool/src/domain/kernel/publisher.ts';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { findChromium, thisMachine } from '../../scripts/find-chromium.ts';
import { createScratchPostgres, postgresServer } from '../../testing/scratch-postgres.ts';
import { fillMiners } from '../http/fill-miners.ts';
import type { PageServerVerbs } from '../http/verbs.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, spreadText } from '../support/print-table.ts';
import { type Spread, spreadOf } from '../support/statistics.ts';

export interface AccountPageBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer other miners. */
  readonly isQuick: boolean;
}

const SERVER_GOAL_MS = 300;
const LONG_TASK_MS = 50;
const ADDRESS = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const SECRET = 'bench'.padEnd(32, '.');
const TABS = ['live', 'workers', 'payments', 'referrals', 'stats'];
const SCREENFULS = 20;
const STEPS_PER_SECOND = 8;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * The page of a miner with 200 workers, a week of rewards and 500 payments, in a browser: what its calls cost the server in all, and
 * whether scrolling ever holds the page up.
 */
export async function runMinerPage({ runs, isQuick }: AccountPageBenchOptions): Promise<void> {
  if (postgresServer === undefined) throw new Error('DATABASE_URL must name a PostgreSQL server');
  const found = findChromium(thisMachine());
  if (found.kind !== 'found') throw new Error(found.advice);
  await buildStale();
  const folder = await bundleProcesses({ 'http-ours': 'bench/http/ours-process.ts' });
  const database = await createScratchPostgres(postgresServer);
  const server = new BenchProcess<PageServerVerbs>(join(folder, 'http-ours.js'));
  let browser: Browser | undefined;
  try {
    await fillMiners(database.url, join(folder, 'migrations'), isQuick ? 1000 : 100_000);
    const miner = await nameLargeMiner(database.url);
    const { port } = await server.ask('start', {
      databaseUrl: database.url,
      body: '',
      secret: SECRET,
      withSite: true,
    });
    browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
    const url = `http://127.0.0.1:${port}`;
    await openAll(browser, url, runs, () => server.ask('publish', nextEvents(miner)));
  } finally {
    await browser?.close();
    await server.end();
    await database.drop();
  }
}

interface LargeMiner {
  readonly uuid: string;
  /** The number of its newest event. */
  seq: number;
}

/** Miner 1 becomes the one that the address of the page stands for. */
async function nameLargeMiner(url: string): Promise<LargeMiner> {
  const db = openPostgres(url, 1);
  const uuid = minerUuid(Buffer.from(SECRET), { coin: 'DOGE', address: ADDRESS, memo: null });
  await db.execute(`UPDATE miners SET uuid = '${uuid}', address = '${ADDRESS}' WHERE id = 1`);
  const [newest] = await db.query<{ seq: bigint }>(
    sql`SELECT max(seq) AS seq FROM events WHERE miner_id = 1`,
  );
  await db.close();
  return { uuid, seq: Number(newest?.seq) };
}

/** A worker that goes or comes, a reward, and the work of the others: what a second brings to a page at its busiest. */
function nextEvents(miner: LargeMiner): LiveEvent[] {
  const { uuid } = miner;
  const event = (body: EventBody): LiveEvent => {
    miner.seq += 1;
    return { kind: 'miner-event', uuid, event: { seq: miner.seq, at: Date.now(), body } };
  };
  const online = miner.seq % 4 === 0;
  return [
    miner.seq % 2 === 0
      ? event({ type: 'worker', name: 'large5', algorithm: 'sha256', online })
      : event({
          type: 'reward',
          algorithm: 'sha256',
          amount: '0.00001',
          timeStart: 0,
          timeEnd: 1,
          roundId: '2',
        }),
    { kind: 'balance-changed', minerId: 1n, uuid },
    { kind: 'miner-worked', minerId: 1n, uuid },
  ];
}

async function openAll(
  browser: Browser,
  url: string,
  runs: number,
  sendEvents: () => Promise<void>,
): Promise<void> {
  const rows: string[][] = [];
  const calls = new Map<string, Spread>();
  let worst = 0;
  for (const tab of TABS) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${url}/api/`)) asked.push(request.url());
    });
    await watchLongTasks(page);
    await page.goto(`${url}/address/${ADDRESS}?coin=DOGE${tab === 'live' ? '' : `&tab=${tab}`}`);
    await page.waitForLoadState('networkidle');
    const opened = [...new Set(asked)];
    const { sum, each } = await serverTime(opened, runs);
    for (const [call, spread] of each) calls.set(call.slice(url.length).replace(UUID, ':uuid'), spread);
    worst = Math.max(worst, sum.median);
    const before = await longTasks(page);
    await page.mouse.move(720, 600);
    if (tab === 'live') await page.getByRole('button', { name: 'Load earlier events' }).click();
    for (let step = 0; step < SCREENFULS; step += 1) {
      if (step % STEPS_PER_SECOND === 0) await sendEvents();
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(1000 / STEPS_PER_SECOND);
    }
    const scrolling = (await longTasks(page)).slice(before.length);
    rows.push([
      tab,
      String(opened.length),
      spreadText(sum, 1),
      String(scrolling.length),
      scrolling.length === 0 ? '–' : Math.max(...scrolling).toFixed(0),
    ]);
    await page.close();
  }
  printTable(
    `The page of a miner with 200 workers, 2,016 rewards and 500 payments, ${runs} runs (goal: ≤ ${SERVER_GOAL_MS} ms of calls one after the other, no task above ${LONG_TASK_MS} ms while ${SCREENFULS} screenfuls are scrolled and an event a second arrives)`,
    ['tab', 'calls', 'ms', 'long tasks', 'longest, ms'],
    rows,
  );
  printTable(
    'Each of these calls by itself',
    ['call', 'ms'],
    [...calls]
      .toSorted(([, a], [, b]) => b.median - a.median)
      .map(([call, spread]) => [call, spreadText(spread, 1)]),
  );
  const all = [...calls.values()].reduce((sum, { median }) => sum + median, 0);
  console.log(
    `Opening: ${rows[0]?.[2]?.trim()} ms. Every tab after the other, no call twice: ${all.toFixed(0)} ms`,
  );
  console.log(worst <= SERVER_GOAL_MS ? 'met' : 'MISSED');
}

/** The calls again, one after the other: all that the server has to do for them. The first run only warms up. */
async function serverTime(calls: readonly string[], runs: number) {
  const sums: number[] = [];
  const each = new Map<string, number[]>(calls.map((call) => [call, []]));
  for (let run = 0; run <= runs; run += 1) {
    let sum = 0;
    for (const [call, times] of each) {
      const began = performance.now();
      await (await fetch(call)).arrayBuffer();
      const took = performance.now() - began;
      sum += took;
      if (run > 0) times.push(took);
    }
    if (run > 0) sums.push(sum);
  }
  return { sum: spreadOf(sums), each: [...each].map(([call, times]) => [call, spreadOf(times)] as const) };
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
}
