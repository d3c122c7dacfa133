import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { dogeAddress as address, expectWhole, heading } from './support/site-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

const lost = /^Can’t reach the pool\. Showing data from .*\. Retrying…$/;

interface Visit {
  readonly path: string;
  readonly title: string | RegExp;
  /** What the visitor does while the pool is away. */
  readonly meanwhile?: (page: Page) => Promise<void>;
  /** What must be there by itself once the pool is back. */
  readonly after?: (page: Page) => Promise<void>;
}

const visits: readonly Visit[] = [
  {
    path: '/?coin=DOGE&algorithm=scrypt',
    title: 'Pay me in Dogecoin, mining Scrypt',
    async meanwhile(page) {
      await page.getByLabel('Your Scrypt hashrate').fill('500');
      // In its place. The toast beside it needs code that may not have come before the outage.
      const calculator = page.getByRole('region', { name: 'What would I earn?' });
      await expect(calculator.getByRole('alert')).toContainText('The pool cannot be reached.');
    },
    async after(page) {
      const calculator = page.getByRole('region', { name: 'What would I earn?' });
      await expect(calculator.getByText('unknown')).toHaveCount(0);
      await expect(calculator.getByRole('alert')).toHaveCount(0);
    },
  },
  {
    path: `/address/${address}?coin=DOGE`,
    title: new RegExp(address),
    async meanwhile(page) {
      await page.getByRole('tab', { name: 'Stats' }).click();
      await expect(page.getByText('This part could not be loaded. Retrying…')).toBeVisible();
      await page.getByRole('button', { name: 'QR code' }).click();
      await expect(page.getByText('This could not be loaded. Retrying…')).toBeVisible();
    },
    async after(page) {
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('Mining fee')).toBeVisible();
    },
  },
  {
    path: '/support',
    title: 'How can we help?',
    async meanwhile(page) {
      // A page whose code was never fetched: the site stays around it.
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      await expect(page.getByText('This part could not be loaded. Retrying…')).toBeVisible();
    },
    async after(page) {
      await expect(heading(page)).toHaveText('Privacy');
      const sheets = await page.evaluate(() =>
        [...document.styleSheets].map((sheet) => new URL(sheet.href ?? location.href).pathname),
      );
      expect(sheets.filter((path) => /\/privacy-page-.*\.css$/.test(path))).toHaveLength(1);
    },
  },
];

test('an outage leaves every open page as it is, and all comes back by itself', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const pages = await Promise.all(
    visits.map(async (visit) => {
      const page = await context.newPage();
      await page.goto(pool.url + visit.path);
      await expectWhole(page);
      await expect(heading(page)).toHaveText(visit.title);
      const crashes: string[] = [];
      page.on('pageerror', (error) => crashes.push(error.message));
      return { visit, page, crashes };
    }),
  );

  await pool.kill('SIGKILL');
  for (const { visit, page } of pages) {
    await page.bringToFront();
    await expect(page.getByRole('status').filter({ hasText: lost }), visit.path).toBeVisible();
    await expect(heading(page)).toHaveText(visit.title);
    await visit.meanwhile?.(page);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('This page could not be shown.')).toHaveCount(0);
  }

  await pool.restart();
  for (const { visit, page, crashes } of pages) {
    await page.bringToFront();
    await visit.after?.(page);
    await expect(page.getByText(lost)).toHaveCount(0);
    expect(crashes, visit.path).toEqual([]);
  }
  await context.close();
});
