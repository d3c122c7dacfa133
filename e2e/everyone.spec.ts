import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { tabTo } from './support/by-keyboard.ts';
import { focusedIsCovered } from './support/focused-is-covered.ts';
import { keepMessages } from './support/keep-messages.ts';
import { dogeAddress as address, openPage, sideways } from './support/site-page.ts';
import { sharedPool } from './support/shared-pool.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const open = (page: Page, path: string) => openPage(page, pool.url + path);

test('nothing that has the focus is covered on a small phone, also while the pool is away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await expect(page.getByRole('complementary', { name: 'Warning' })).toBeAttached();
  const covered: string[] = [];
  const walk = async (stops: number) => {
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const what = await focusedIsCovered(page);
      if (what !== null) covered.push(what);
    }
  };
  await walk(30);
  await page.route('**/api/**', (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(page.getByText(/Showing data from/)).toBeVisible();
  await walk(30);
  expect(covered).toEqual([]);
});

test('the coin page is used from the first key to the copied line and the address, by keyboard alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/?coin=BTC&algorithm=sha256');
  await tabTo(page, page.getByRole('heading', { level: 1 }).getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /paid in/ })).toBeFocused();
  await page.keyboard.type('dogecoin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dogecoin');
  const field = page.getByLabel('Your Dogecoin address');
  await tabTo(page, field);
  await page.keyboard.type(`${address.slice(0, -1)}V`);
  // A wrong address is announced, and so is a right one.
  await expect(
    page.getByRole('alert').filter({ hasText: 'Double check your Dogecoin address' }),
  ).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(address);
  await expect(page.getByRole('status').filter({ hasText: 'Valid' })).toBeVisible();
  const said = await keepMessages(page);
  await tabTo(page, page.getByRole('button', { name: 'Copy user' }));
  await page.keyboard.press('Enter');
  await expect.poll(said).toContain('Text copied!');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`DOGE:${address}.rig1`);
  await tabTo(page, page.getByRole('region', { name: 'Already mining?' }).getByRole('textbox'));
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/address/${address}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(address.slice(0, 16));
});

for (const [what, size] of [
  ['at 200 % zoom', { width: 720, height: 450 }],
  ['at 400 % zoom', { width: 320, height: 256 }],
] as const) {
  // The widths themselves are walked by `pages.spec.ts`.
  test(`pages need no sideways scrolling ${what}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize(size);
    for (const path of [
      '/?coin=DOGE&algorithm=sha256',
      `/address/${address}?coin=DOGE`,
      `/address/${address}?coin=DOGE&tab=payments`,
      '/wizard',
      '/support/article/ports-and-ssl',
      '/privacy',
    ]) {
      await open(page, path);
      expect(await sideways(page), path).toBe(0);
    }
  });
}
