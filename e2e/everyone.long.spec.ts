import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { expectWhole, openPage, sideways } from './support/site-page.ts';

// Every page a visitor can click to, in one browser: minutes. `links-and-commands.test.ts` reads the articles without one.
let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_SEED: 'openlode' } });
});
test.afterAll(() => pool.close());

const address = '/address/bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl?coin=BTC';
const pages = [
  '/',
  '/?coin=FTM',
  '/?coin=XRP&algorithm=kawpow',
  '/address',
  '/address/xyz?coin=DOGE',
  '/account',
  '/referrals',
  '/start',
  '/support',
  '/support/category/payouts',
  '/support/article/ports-and-ssl',
  '/support/article/no-such-article',
  '/support?search=not%20paid',
  '/support?search=zzzzqqqq',
  '/wizard',
  '/doctor',
  '/privacy',
  '/app',
] as const;

/** Where the links of a page lead within the site, without fragments. */
const linksOf = (page: Page): Promise<string[]> =>
  page.locator('a[href]').evaluateAll((all) => [
    ...new Set(
      all
        .map((link) => new URL((link as HTMLAnchorElement).href))
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname, search }) => pathname + search),
    ),
  ]);

test('every link within the site leads to the page that it names', async ({ page }) => {
  test.setTimeout(20 * 60_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  const seen = new Set<string>();
  const waiting: string[] = [
    '/',
    address,
    ...['workers', 'payments', 'referrals', 'stats', 'hub'].map((tab) => `${address}&tab=${tab}`),
  ];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (path.startsWith('/api/')) {
      const { status } = await fetch(pool.url + path);
      if (status !== 200) faults.push(`${path}: ${status}`);
      continue;
    }
    await page.goto(pool.url + path);
    await expectWhole(page);
    // An unknown path, coin or article is sent elsewhere or says so.
    const at = new URL(page.url());
    if (at.pathname !== path.replace(/\?.*$/, '')) faults.push(`${path} leads to ${at.pathname}`);
    if ((await page.getByText(/^(Article|Category) not found$/).count()) > 0)
      faults.push(`${path}: not found`);
    // A guide of each program is enough here: the articles' own links are read without a browser.
    const fresh = (await linksOf(page)).filter(
      (link) => !seen.has(link) && !/how-to-mine-(?!kawpow)|^\/address\/(?!bc1qhk)/.test(link),
    );
    waiting.push(...fresh);
  }
  expect(seen.size).toBeGreaterThan(70);
  expect(faults).toEqual([]);
});

for (const width of [360, 1440]) {
  test(`every page breaks no accessibility rule in both modes and scrolls only down, ${width} px`, async ({
    page,
  }) => {
    test.setTimeout(20 * 60_000);
    await page.setViewportSize({ width, height: 800 });
    for (const path of pages) {
      await page.goto(pool.url + path);
      await expectWhole(page);
      await expectAccessibleInBothModes(page);
      expect(await sideways(page), path).toBe(0);
    }
  });
}

for (const [zoom, size] of [
  ['200 %', { width: 640, height: 400 }],
  ['400 %', { width: 320, height: 256 }],
] as const)
  test(`every page keeps its controls within the window at ${zoom} zoom`, async ({ page }) => {
    test.setTimeout(10 * 60_000);
    await page.setViewportSize(size);
    const tabs = ['workers', 'payments', 'referrals', 'stats', 'hub'].map((tab) => `${address}&tab=${tab}`);
    for (const path of [...pages, address, ...tabs]) {
      await openPage(page, pool.url + path);
      expect(await sideways(page), path).toBe(0);
    }
  });
