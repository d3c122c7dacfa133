import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { freePorts } from '../testing/free-port.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { openCoinPage } from './support/open-coin-page.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { heading, openPage } from './support/site-page.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../deploy/operator-page/certificates.sh');

let folder: string;
let pool: PoolProcess;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = await mkdtemp(join(tmpdir(), 'openlode-page-'));
  await run('sh', [script, folder, 'localhost', 'ann', 'bob', 'eve']);
  const port = await freePorts();
  origin = `https://localhost:${port}`;
  pool = await PoolProcess.start({
    env: {
      OPENLODE_SEED: 'openlode',
      OPENLODE_OPERATOR_PAGE_PORT: String(port),
      OPENLODE_OPERATOR_PAGE_CERTIFICATE: join(folder, 'page.pem'),
      OPENLODE_OPERATOR_PAGE_AUTHORITY: join(folder, 'authority.pem'),
      OPENLODE_OPERATOR_PAGE_ACTING: 'ann',
      OPENLODE_OPERATOR_PAGE_READERS: 'bob',
    },
  });
});
test.afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

/** A browser of a person, with their certificate. */
function browserOf(browser: Browser, name: string): Promise<BrowserContext> {
  return browser.newContext({
    // The authority is the suite's own; that it has signed the page is looked at without a browser.
    ignoreHTTPSErrors: true,
    clientCertificates: [
      { origin, certPath: join(folder, `${name}.crt`), keyPath: join(folder, `${name}.key`) },
    ],
  });
}

test('the certificates of the script open the page, and nothing else does', async () => {
  const [ca, key, cert] = await Promise.all(
    ['authority.pem', 'ann.key', 'ann.crt'].map((name) => readFile(join(folder, name))),
  );
  const statusFor = (own: { key?: Buffer | undefined; cert?: Buffer | undefined }): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${origin}/operator`, { ca, agent: false, ...own }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });
  expect(await statusFor({ key, cert })).toBe(200);
  await expect(statusFor({})).rejects.toThrow();
});

test('who may look sees all of it, and nothing that acts', async ({ browser }) => {
  test.slow();
  const context = await browserOf(browser, 'bob');
  const page = await context.newPage();
  await page.goto(`${origin}/operator`);
  await expect(page.getByText('bob, may look only')).toBeVisible();
  await expect(page.getByText('Nothing is held back.')).toBeVisible();
  for (const name of ['Payouts that wait', 'Suspensions', 'Places and exposure', 'Last decisions'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Places and exposure' })).toContainText('owed to miners');
  for (const width of [360, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    }
  await page.getByRole('link', { name: 'Commands' }).click();
  await expect(page.getByRole('link', { name: 'payouts list' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'payouts approve' })).toHaveCount(0);
  await page.goto(`${origin}/operator/do/payouts/approve`);
  await expect(page.getByText('bob may look only: payouts approve acts.')).toBeVisible();
  await context.close();
});

test('who may act suspends a network and lifts it, by keyboard, and the log names them', async ({
  browser,
}) => {
  test.slow();
  const context = await browserOf(browser, 'ann');
  const page = await context.newPage();
  await page.goto(`${origin}/operator/commands`);
  await page.getByRole('link', { name: 'suspensions suspend' }).press('Enter');
  await page.getByLabel('network').fill('NOWHERE');
  await page.getByLabel('reason').fill('a drill');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Let nothing leave on NOWHERE?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes, do it' }).press('Enter');
  await expect(page.getByText('No coin has a network NOWHERE.')).toBeVisible();
  await expect(page.getByText('It was not done as asked.')).toBeVisible();

  await page.goto(`${origin}/operator/do/suspensions/suspend?network=DOGE`);
  await page.getByLabel('reason').fill('a drill');
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, do it' }).press('Enter');
  await expect(page.getByText('Nothing leaves on DOGE until it is lifted.')).toBeVisible();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Suspensions' })).toContainText('DOGE');
  await expect(page.getByText('Held back: payouts of DOGE: operator')).toBeVisible();
  await expectAccessible(page);

  // Its audit runs in the pool.
  await page.goto(`${origin}/operator/do/suspensions/lift?network=DOGE`);
  await page.getByLabel('reason').fill('the drill is over');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Yes, do it' }).click();
  await expect(page.getByText('Payouts leave again on DOGE.')).toBeVisible();
  const { out } = await runOpenlode(['log', '--json'], { OPENLODE_DATA: pool.dataDirectory });
  const decided = JSON.parse(out) as {
    readonly actor: string;
    readonly kind: string;
    readonly reason: string;
  }[];
  expect(decided.slice(0, 2).map(({ actor, reason }) => [actor, reason])).toEqual([
    ["ann (operator's page)", 'the drill is over'],
    ["ann (operator's page)", 'a drill'],
  ]);
  await context.close();
});

test('who may act writes a notice and an article by keyboard, looks at them, shows them and takes them back', async ({
  browser,
}) => {
  test.slow();
  const context = await browserOf(browser, 'ann');
  const page = await context.newPage();
  const agree = async (outcome: string): Promise<void> => {
    await page.getByRole('button', { name: 'Go on' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes, do it' }).press('Enter');
    await expect(page.getByText(outcome)).toBeVisible();
  };
  const step = (name: string) => page.getByRole('link', { name, exact: true });
  const notices = async (): Promise<readonly string[]> => {
    const answer = (await (await fetch(`${pool.url}/api/v4/notice?count=50`)).json()) as {
      readonly data: readonly { readonly title: string }[];
    };
    return answer.data.map(({ title }) => title);
  };
  const isShown = async (slug: string): Promise<boolean> =>
    (await (await fetch(`${pool.url}/api/v4/support/article/${slug}`)).text()).includes('How we drill');

  await page.goto(`${origin}/operator/commands`);
  await step('texts write-news').press('Enter');
  await page.getByLabel('slug').fill('a-drill');
  await page.getByLabel('type').selectOption('maintenance');
  await page.getByLabel('text', { exact: true }).fill('We upgrade **tonight**. <img src=x onerror=alert(1)>');
  await page.getByLabel('reason').fill('a drill');
  await agree('openlode texts publish news/a-drill shows it.');
  expect(await notices()).not.toContain('We upgrade <strong>tonight</strong>. ');
  await step('texts show').press('Enter');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('tonight');
  await expect(preview.locator('img')).toHaveCount(0);
  await step('texts publish').press('Enter');
  await page.getByLabel('reason').fill('a drill');
  await agree('The site shows it within some seconds.');
  await expect.poll(notices).toContain('We upgrade <strong>tonight</strong>. ');

  await page.goto(`${origin}/operator/do/texts/write-article`);
  await page.getByLabel('slug').fill('our-drill');
  await page.getByLabel('title').fill('How we drill');
  await page.getByLabel('short text').fill('What happens while we drill.');
  await page.getByLabel('category').fill('payouts');
  await page.getByLabel('related').fill('payment-error');
  await page.getByLabel('keywords').fill('fire drill, upgrade');
  await page.getByLabel('text', { exact: true }).fill('## What happens\n\n| a | b |\n| - | - |\n| 1 | 2 |');
  await page.getByLabel('reason').fill('a drill');
  await agree('openlode texts publish article/our-drill shows it.');
  await step('texts show').press('Enter');
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    }
  expect(await isShown('our-drill')).toBe(false);
  await step('texts publish').press('Enter');
  await page.getByLabel('reason').fill('a drill');
  await agree('The site shows it within some seconds.');
  await expect.poll(() => isShown('our-drill')).toBe(true);
  const site = await browser.newPage();
  await expectOnSite(site, { notice: 1, article: 'How we drill' });

  await page.goto(`${origin}/operator`);
  const section = page.getByRole('region', { name: 'News and articles' });
  await expect(section).toContainText('article/our-drill');
  await page.getByRole('link', { name: 'texts withdraw article/our-drill' }).press('Enter');
  await page.getByLabel('reason').fill('the drill is over');
  await agree('The site shows it no longer.');
  await expect.poll(() => isShown('our-drill')).toBe(false);
  await expectOnSite(site, { notice: 1, article: 'Article not found' });
  await page.goto(`${origin}/operator`);
  await page.getByRole('link', { name: 'texts withdraw news/a-drill' }).press('Enter');
  await page.getByLabel('reason').fill('the drill is over');
  await agree('The site shows it no longer.');
  await expect.poll(notices).not.toContain('We upgrade <strong>tonight</strong>. ');
  await expectOnSite(site, { notice: 0, article: 'Article not found' });
  await site.close();
  await context.close();
});

/** What a visitor of the site sees of the two texts: how often the notice, and the heading under the address of the article. */
async function expectOnSite(site: Page, seen: { notice: number; article: string }): Promise<void> {
  // A browser keeps what it has just read for half a minute.
  await expect(async () => {
    await openPage(site, `${pool.url}/support/article/our-drill`);
    await expect(heading(site)).toHaveText(seen.article, { timeout: 2000 });
    await openCoinPage(site, `${pool.url}/?coin=DOGE&algorithm=sha256`);
    const news = site.getByRole('list', { name: 'News feed' });
    await expect(news.getByRole('listitem').first()).toBeAttached();
    await expect(news.getByText('We upgrade tonight.')).toHaveCount(seen.notice, { timeout: 2000 });
  }).toPass({ timeout: 120_000 });
}

test('whom the settings do not name is refused', async ({ browser }) => {
  const context = await browserOf(browser, 'eve');
  const page = await context.newPage();
  const answer = await page.goto(`${origin}/operator`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByText('do not name the owner of this certificate')).toBeVisible();
  await expectAccessible(page);
  await context.close();
});
