// npm run screenshots [-- operator]: docs/screenshots/*.png, from a real pool that is really mined on; or those of the operator's page alone.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { buildStale } from './build/build-stale.ts';
import { findChromium, thisMachine } from './find-chromium.ts';
import { prepareOperatorPage } from './operator-page-shots.ts';
import { ROOT } from './root.ts';

const folder = join(ROOT, 'docs/screenshots');
const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const widths = [360, 1440];
const modes = ['light', 'dark'] as const;
interface Shot {
  readonly name: string;
  readonly path: string;
  /** What a visitor does before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Taken from a pool without any work. */
const emptyPages: readonly Shot[] = [{ name: 'coin-empty', path: '/?coin=DOGE&algorithm=sha256' }];
const pages: readonly Shot[] = [
  { name: 'coin', path: '/?coin=DOGE&algorithm=sha256', prepare: fillIn },
  { name: 'address', path: `/address/${address}?coin=DOGE` },
  { name: 'workers', path: `/address/${address}?coin=DOGE&tab=workers` },
  { name: 'payments', path: `/address/${address}?coin=DOGE&tab=payments` },
  { name: 'address-fresh', path: '/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?coin=DOGE' },
  { name: 'start', path: '/start' },
  { name: 'referrals', path: '/referrals' },
  { name: 'support', path: '/support' },
  { name: 'miner', path: '/miner' },
  { name: 'app', path: '/app' },
  { name: 'doctor', path: '/doctor' },
];

/** Taken from a pool with the demo's history, of a miner that it has paid. */
async function seededPages(pool: PoolProcess): Promise<readonly Shot[]> {
  const settled = ['payouts', 'list', '--state', 'settled', '--limit', '1', '--json'];
  const { out } = await runOpenlode(settled, { OPENLODE_DATA: pool.dataDirectory });
  const [paid] = JSON.parse(out) as { readonly coin: string; readonly address: string }[];
  if (paid === undefined) throw new Error('the demo has paid no miner');
  const path = `/address/${encodeURIComponent(paid.address)}?coin=${paid.coin}&tab=payments`;
  return [{ name: 'payments-timeline', path, prepare: openTimeline }];
}

async function openTimeline(page: Page): Promise<void> {
  const shown = page.getByRole('list', { name: 'Payment progress' });
  await page.getByRole('button', { name: 'Show payment progress' }).first().click();
  await shown.first().waitFor();
}

/** Rewards and a worker that has gone: what a page looks like after a while. Answers the pool's time. */
async function mineForAWhile(pool: PoolProcess): Promise<{ miner: HashingMiner; now: number }> {
  const start = (worker: string) =>
    HashingMiner.start({ port: pool.stratumPort('sha256'), user: `DOGE:${address}.${worker}` });
  const control = await pool.connectControl();
  const gone = await start('attic-6800');
  await gone.whenAcked(2);
  await gone.stop();
  await sleep(1000);
  await control.advance(20 * 60_000);
  const miner = await start('desk-7800x');
  for (const rewards of [1, 2, 3]) {
    await control.mineBlock('sha256');
    await miner.whenAcked(rewards * 4);
    await control.advance(95_000);
  }
  const now = await control.advance(0);
  await control.close();
  return { miner, now };
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByLabel('Worker').fill('desk-7800x');
  await page.getByLabel('Your SHA-256 hashrate').fill('200');
  await page.getByText(/^1 DOGE = /).waitFor();
}

async function takeAll(browser: Browser, url: string, shots: readonly Shot[], now: number): Promise<void> {
  for (const width of widths) {
    for (const mode of modes) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: mode });
      // The pool's clock was moved, and a page says how long ago things were.
      await context.clock.setSystemTime(now);
      const page = await context.newPage();
      for (const { name, path, prepare } of shots) {
        await page.goto(url + path, { waitUntil: 'networkidle' });
        await prepare?.(page);
        // It floats over the foot of a window, and would lie across the middle of a whole page.
        const warning = page.getByRole('button', { name: 'Close the warning' });
        if (await warning.isVisible()) await warning.click();
        await page.screenshot({ path: join(folder, `${name}-${mode}-${width}.png`), fullPage: true });
      }
      await context.close();
    }
  }
}

async function takeSite(browser: Browser, withHistory: PoolProcess): Promise<void> {
  const pool = await PoolProcess.start();
  try {
    await takeAll(browser, pool.url, emptyPages, Date.now());
    await takeAll(browser, withHistory.url, await seededPages(withHistory), Date.now());
    const { miner, now } = await mineForAWhile(pool);
    await takeAll(browser, pool.url, pages, now);
    await miner.stop();
  } finally {
    await pool.close();
  }
}

const found = findChromium(thisMachine());
if (found.kind !== 'found') throw new Error(found.advice);
await buildStale();
await mkdir(folder, { recursive: true });
const operatorPage = await prepareOperatorPage();
const seeded = await PoolProcess.start({
  env: { OPENLODE_SEED: 'openlode', ...operatorPage.env },
  readyTimeoutMs: 600_000,
});
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
try {
  for (const { name, ms } of await operatorPage.takeAll(browser, folder, { widths, modes }))
    console.log(`${name}: painted after ${ms.toFixed(0)} ms`);
  if (process.argv[2] !== 'operator') await takeSite(browser, seeded);
} finally {
  await browser.close();
  await seeded.close();
  await operatorPage.end();
}
