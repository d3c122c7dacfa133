import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openPostgres } from '../../apps/pool/src/db/postgres-database.ts';
import { accountUuid } from '../../apps/pool/src/services/accounts/account-uuid.ts';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { findChromium, thisMachine } from '../../scripts/find-chromium.ts';
import { createScratchPostgres, postgresServer } from '../../testing/scratch-postgres.ts';
import { fillAccounts } from '../http/fill-accounts.ts';
import type { ServerVerbs } from '../http/verbs.ts';
import { BenchProcess } from '../support/bench-process.ts';
import { bundleProcesses } from '../support/bundle.ts';
import { printTable, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';

export interface AccountPageBenchOptions {
  readonly runs: number;
  /** A glance instead of a measurement: fewer other accounts. */
  readonly isQuick: boolean;
}

const SERVER_GOAL_MS = 300;
const LONG_TASK_MS = 50;
const ADDRESS = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const SECRET = 'bench'.padEnd(32, '.');
const TABS = ['live', 'workers', 'payments', 'referrals', 'stats'];
const SCREENFULS = 20;

/**
 * The page of an account with 200 workers, a week of rewards and 500 payments, in a browser: what its calls cost the server in all, and
 * whether scrolling ever holds the page up.
 */
export async function runAccountPage({ runs, isQuick }: AccountPageBenchOptions): Promise<void> {
  if (postgresServer === undefined) throw new Error('DATABASE_URL must name a PostgreSQL server');
  const found = findChromium(thisMachine());
  if (found.kind !== 'found') throw new Error(found.advice);
  await buildStale();
  const folder = await bundleProcesses({ 'http-ours': 'bench/http/ours-process.ts' });
  const database = await createScratchPostgres(postgresServer);
  const server = new BenchProcess<ServerVerbs>(join(folder, 'http-ours.js'));
  let browser: Browser | undefined;
  try {
    await fillAccounts(database.url, join(folder, 'migrations'), isQuick ? 1000 : 100_000);
    await nameLargeAccount(database.url);
    const { port } = await server.ask('start', {
      databaseUrl: database.url,
      body: '',
      secret: SECRET,
      withSite: true,
    });
    browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
    const url = `http://127.0.0.1:${port}`;
    await openAll(browser, url, runs);
  } finally {
    await browser?.close();
    await server.end();
    await database.drop();
  }
}

/** Account 1 becomes the one that the address of the page stands for. */
async function nameLargeAccount(url: string): Promise<void> {
  const db = openPostgres(url, 1);
  const uuid = accountUuid(Buffer.from(SECRET), { coin: 'DOGE', address: ADDRESS, memo: null });
  await db.execute(`UPDATE accounts SET uuid = '${uuid}', address = '${ADDRESS}' WHERE id = 1`);
  await db.close();
}

async function openAll(browser: Browser, url: string, runs: number): Promise<void> {
  const rows: string[][] = [];
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
    const opening = await serverTime([...new Set(asked)], runs);
    worst = Math.max(worst, opening.median);
    const before = await longTasks(page);
    await page.mouse.move(720, 600);
    if (tab === 'live') await page.getByRole('button', { name: 'Load earlier events' }).click();
    for (let step = 0; step < SCREENFULS; step += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(50);
    }
    const scrolling = (await longTasks(page)).slice(before.length);
    rows.push([
      tab,
      String(new Set(asked).size),
      spreadText(opening, 1),
      String(scrolling.length),
      scrolling.length === 0 ? '–' : Math.max(...scrolling).toFixed(0),
    ]);
    await page.close();
  }
  printTable(
    `The page of an account with 200 workers, 2,016 rewards and 500 payments, ${runs} runs (goal: ≤ ${SERVER_GOAL_MS} ms of calls one after the other, no task above ${LONG_TASK_MS} ms while ${SCREENFULS} screenfuls are scrolled)`,
    ['tab', 'calls', 'ms', 'long tasks', 'longest, ms'],
    rows,
  );
  console.log(worst <= SERVER_GOAL_MS ? 'met' : 'MISSED');
}

/** The calls again, one after the other: all that the server has to do for them. The first run only warms up. */
async function serverTime(calls: readonly string[], runs: number) {
  const sums: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const began = performance.now();
    for (const call of calls) await (await fetch(call)).arrayBuffer();
    if (run > 0) sums.push(performance.now() - began);
  }
  return spreadOf(sums);
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
