import { listedPages } from '@openlode/catalogue/site-pages';
import type { Locator, Page } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { letPassUntil, openWithHeldClock } from './support/held-clock.ts';
import { sharedPool } from './support/shared-pool.ts';
import { dogeAddress as address, expectWhole, heading, openPage, sideways } from './support/site-page.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const open = (page: Page, path: string) => openPage(page, pool.url + path);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page is accessible, ${colorScheme}, ${width} px wide`, { tag: '@long' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of ['/referrals', '/miner', '/app', '/account', '/blocks', '/doctor', '/privacy']) {
        await open(page, path);
        expect(await sideways(page)).toBe(0);
        await expectAccessible(page);
      }
      if (width === 360) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await expectAccessible(page);
      }
    });
  }
}

test('the menu is short without a coin and whole with one', { tag: '@nav-08' }, async ({ page }) => {
  await open(page, '/support');
  const short = ['Referrals', 'Support', 'App', 'Get started'];
  await expect(menu(page).getByRole('link')).toHaveText(short);
  await expect(page.getByRole('banner').getByRole('button', { name: /light|dark/i })).toBeVisible();
  await open(page, '/?coin=DOGE');
  await expect(menu(page).getByRole('link')).toHaveText(['Start', 'Account', 'Address', ...short]);
  for (const [name, path] of [
    ['Account', '/account'],
    ['Address', '/address'],
    ['Referrals', '/referrals'],
    ['Support', '/support'],
    ['App', '/app'],
    ['Get started', '/start'],
    ['Start', '/'],
  ] as const) {
    await menu(page).getByRole('link', { name, exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
  await expect(page.getByRole('banner').getByRole('button', { name: /light|dark/i })).toBeVisible();
});

test('narrow, the menu opens, closes and leads on by keyboard', { tag: '@nav-08' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/support');
  const button = page.getByRole('button', { name: 'Menu' });
  await expect(menu(page)).toBeHidden();
  await button.press('Enter');
  await expect(menu(page)).toBeVisible();
  // It leaves its button free, which closes it again.
  const [places, pressed] = [await menu(page).boundingBox(), await button.boundingBox()];
  if (places === null || pressed === null) throw new Error('the menu is not drawn');
  expect(places.y).toBeGreaterThanOrEqual(pressed.y + pressed.height);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('link', { name: 'Referrals' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${pool.url}/referrals`);
  await expect(menu(page)).toBeHidden();
});

test('the tiers go round and stand still when they should', {
  tag: ['@long', '@referrals-02', '@referrals-03'],
}, async ({ freshPage: page }) => {
  const tiers = page.getByRole('region', { name: 'Tiers', exact: true });
  const demo = page.getByRole('region', { name: 'With and without a code' });
  await openWithHeldClock(page, `${pool.url}/referrals`, tiers, demo);
  const seen: string[] = [];
  for (const [title, least, owner, split] of [
    ['Tier 0: Base', '0 or more', '0.35%', '13/12'],
    ['Tier 1: Vein', '50 or more', '0.38%', '12/13'],
    ['Tier 2: Seam', '250 or more', '0.42%', '11/14'],
    ['Tier 3: Lode', '1000 or more', '0.5%', '10/15'],
  ] as const) {
    await expect(tiers).toContainText(title);
    await expect(tiers).toContainText(least);
    await expect(tiers).toContainText(`You earn ${owner}`);
    await expect(tiers.locator('[data-split]')).toHaveAttribute('data-split', split);
    seen.push((await demo.locator('code').textContent()) ?? '');
    await page.clock.runFor(5000);
  }
  expect(seen).toEqual([
    'DOGE:ADDRESS.worker#CODE',
    'DOGE:ADDRESS.worker',
    'DOGE:ADDRESS.worker#CODE',
    'DOGE:ADDRESS.worker',
  ]);
  await expect(tiers).toContainText('Tier 0: Base');
  await tiers.hover();
  await page.clock.runFor(20_000);
  await expect(tiers).toContainText('Tier 0: Base');
  await heading(page).hover();
  await page.clock.runFor(5000);
  await expect(tiers).toContainText('Tier 1: Vein');
  await tiers.getByRole('button', { name: 'Lode' }).focus();
  await page.clock.runFor(20_000);
  await expect(tiers).toContainText('Tier 1: Vein');
  // Nor is the focus given up by a pointer that passes over.
  await tiers.hover();
  await heading(page).hover();
  await page.clock.runFor(20_000);
  await expect(tiers).toContainText('Tier 1: Vein');

  // Paused and played again by keyboard.
  await tiers.getByRole('button', { name: 'Lode' }).press('Tab');
  await page.keyboard.press('Enter');
  await tiers.getByRole('button', { name: 'Play' }).blur();
  await page.clock.runFor(20_000);
  await expect(tiers).toContainText('Tier 1: Vein');
  await tiers.getByRole('button', { name: 'Play' }).press('Enter');
  await tiers.getByRole('button', { name: 'Pause' }).blur();
  await page.clock.runFor(5000);
  await expect(tiers).toContainText('Tier 2: Seam');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await letPassUntil(page, tiers, demo);
  await page.clock.runFor(20_000);
  await expect(tiers).toContainText('Tier 0: Base');
  await expect(demo).toContainText('#CODE');
  await expect(tiers.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('what a code earns grows with its miners', { tag: '@long' }, async ({ page }) => {
  await open(page, '/referrals');
  const earned = page.locator('p[role="status"] [data-amount]');
  // It opens with a machine that people have, not with a figure that miners do not know.
  await expect(page.getByLabel('Hashrate of each')).toHaveValue('30000');
  await page.getByLabel('Algorithm').selectOption({ label: 'KawPow' });
  await expect(page.getByLabel('Hashrate of each')).toHaveValue('25.6');
  await expect(page.getByText('The hashrate is that of an NVIDIA RTX 3070 (stock).')).toBeVisible();
  await page.getByLabel('Referred miners').fill('0');
  await expect(earned).toHaveAttribute('data-amount', '0');
  await page.getByLabel('Referred miners').fill('20');
  await expect(earned).not.toHaveAttribute('data-amount', '0');
  const ordinary = Number(await earned.getAttribute('data-amount'));
  await page.getByLabel('Your code', { exact: true }).selectOption({ label: 'Custom, Lode, 0.5%' });
  await expect
    .poll(async () => Number(await earned.getAttribute('data-amount')) / ordinary)
    .toBeCloseTo(2, 4);
});

test('the anchor leads to the custom codes', { tag: '@referrals-04' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await open(page, '/referrals#content-creator');
  await expect(page.getByRole('heading', { name: 'A code with your name' })).toBeInViewport();
  await expect(page.locator('#content-creator').getByRole('link')).toHaveAttribute(
    'href',
    'mailto:help@pool.example',
  );
});

test('the miner page sells no desktop app where none is published', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/miner', '/start']) {
    await open(page, path);
    await expect(page.getByText('This pool publishes no desktop app.')).toBeVisible();
    for (const words of ['Runs unattended', 'Desktop app 2.8.1-beta', 'Changelog'])
      await expect(page.getByRole('heading', { name: words })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Open the wizard' })).toHaveAttribute('href', '/wizard');
  }
});

const watched = { first: address, later: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L' };

/** Adds both addresses on the page of the app, one as a user string and one as a link; gives their list. */
async function watchBoth(page: Page, url = pool.url): Promise<Locator> {
  await openPage(page, `${url}/app`);
  const mine = page.getByRole('region', { name: 'Your addresses' });
  await mine.getByRole('button', { name: 'Coin: BTC' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('doge');
  await page.keyboard.press('Enter');
  // Enter that comes before the coins chooses once they are there; text that went to the page meanwhile would take it back.
  await expect(mine.getByRole('button', { name: 'Coin: DOGE' })).toBeVisible();
  for (const text of [
    `DOGE:${watched.first}.watched#abcd-1234`,
    `${url}/address/${watched.later}?coin=DOGE`,
  ]) {
    await mine.getByLabel('Address to watch').fill(text);
    await mine.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(mine.getByLabel('Address to watch')).toHaveValue('');
  }
  await expect(mine.getByRole('listitem')).toHaveCount(2);
  return mine.getByRole('listitem');
}

test('the app watches several addresses, cannot mine, and names the stores that it is not in', {
  tag: '@app-01',
}, async ({ freshPage: page }) => {
  const rows = await watchBoth(page);
  await expect(rows.filter({ hasText: watched.later.slice(0, 9) })).toContainText('no balance yet');
  const main = page.getByRole('main');
  await expect(main).toContainText('It cannot mine.');
  await expect(main).toContainText('This pool publishes no app in a store.');
  await expect(main).not.toContainText('version');
  for (const store of ['Google Play', 'App Store'])
    await expect(main.getByRole('listitem').filter({ hasText: store })).toContainText('Not published');
  await expect(main.getByRole('region', { name: 'Get the app' }).getByRole('link')).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'What it does' }).getByRole('listitem')).toHaveText([
    'Several addresses, of any coin, in one list',
    'Balances that update by themselves',
    'Add an address by pasting it or by scanning its code',
    'Works offline with your last balances',
    'Watches only: it cannot mine and asks for no key',
  ]);
});

test('the app keeps balances up to date by itself, and without a network', { tag: '@long' }, async ({
  freshPage: page,
}) => {
  // Time passes on it, which no other journey may see.
  const own = await PoolProcess.start();
  const port = own.stratumPort('sha256');
  const miner = await HashingMiner.start({ port, user: `DOGE:${watched.first}.watched` });
  await miner.whenAcked(1);
  miner.rest();
  const reported: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => reported.push(String(payload))));
  const rows = await watchBoth(page, own.url);
  // The pool tells of balances by itself.
  const joined = () =>
    new Set(reported.flatMap((frame) => /"join_account","([^"]+)"/.exec(frame)?.[1] ?? []));
  await expect.poll(() => joined().size).toBe(1);
  // One that was added before its first share is no longer without a miner once it has mined.
  const second = rows.filter({ hasText: watched.later.slice(0, 9) });
  await expect(second).toContainText('no balance yet');
  const first = await HashingMiner.start({ port, user: `DOGE:${watched.later}.later` });
  await first.whenAcked(1);
  first.rest();
  await expect(second.locator('[data-amount]')).toBeVisible({ timeout: 180_000 });
  await first.stop();
  const held = rows.filter({ hasText: 'DPpJVPpvP' }).locator('[data-amount]');
  const control = await own.connectControl();
  await control.mineBlock('sha256');
  miner.resume();
  await miner.whenAcked(miner.acked.length + 1);
  miner.rest();
  // The block is booked when it was checked, and credited when it has its confirmations.
  await expect
    .poll(async () => {
      await control.advance(95_000);
      return held.getAttribute('data-amount');
    })
    .not.toMatch(/^0?$/);
  await control.close();
  await miner.stop();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)).toBe(true);
  // What the page is made of is kept once its worker runs.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('openlode-1')).keys()).length))
    .toBeGreaterThan(10);
  const before = await held.getAttribute('data-amount');
  await page.context().setOffline(true);
  await page.reload();
  await expect(heading(page)).toHaveText('Watch your addresses');
  await expect(rows).toHaveCount(2);
  await expect(held).toHaveAttribute('data-amount', before ?? '');
  await page.context().setOffline(false);
  await own.close();
});

test('a code before the camera is an address to watch; a camera that is refused is said', {
  tag: '@app-01',
}, async ({ freshPage: page }) => {
  // A camera that sees a wallet's code, and a browser that can read it.
  await page.addInitScript((text) => {
    const canvas = document.createElement('canvas');
    // A stream has pictures only where something is drawn.
    setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50);
    let allowed = false;
    Object.assign(globalThis, { allowCamera: () => (allowed = true) });
    Object.defineProperty(navigator, 'mediaDevices', {
      value: {
        getUserMedia: () =>
          allowed ? Promise.resolve(canvas.captureStream()) : Promise.reject(new DOMException('denied')),
      },
    });
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = () => Promise.resolve([{ rawValue: text }]);
      },
    });
  }, `dogecoin:${address}?amount=1`);
  await open(page, '/app');
  const mine = page.getByRole('region', { name: 'Your addresses' });
  await mine.getByRole('button', { name: 'Coin: BTC' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('doge');
  await page.keyboard.press('Enter');
  // Enter that comes before the coins chooses once they are there; text that went to the page meanwhile would take it back.
  await expect(mine.getByRole('button', { name: 'Coin: DOGE' })).toBeVisible();
  await mine.getByRole('button', { name: 'Scan a code' }).click();
  await expect(page.getByRole('dialog')).toContainText('The camera cannot be used');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.evaluate('allowCamera()');
  await mine.getByRole('button', { name: 'Scan a code' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(mine.getByRole('listitem')).toHaveCount(1);
  await expect(mine.getByRole('listitem').getByRole('link')).toHaveAttribute(
    'href',
    `/address/${address}?coin=DOGE`,
  );
});

test('every link of the site leads to a page that is there', { tag: '@long' }, async ({ page, request }) => {
  const start = [
    '/',
    '/?coin=DOGE&algorithm=kawpow',
    '/?coin=KAS&algorithm=kheavyhash',
    `/address/${address}?coin=DOGE`,
  ];
  const algorithms = (await (await request.get(`${pool.url}/api/v5/algorithm`)).json()) as {
    data: { code: string; guides: { relativeUrl: string | null }[] }[];
  };
  const waiting = [
    ...start,
    ...listedPages.map(({ path }) => path),
    ...algorithms.data.flatMap(({ guides }) => guides.flatMap(({ relativeUrl }) => relativeUrl ?? [])),
  ];
  const seen = new Set<string>();
  const dead: string[] = [];
  let opened = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { pathname, search } = new URL(path, pool.url);
    if (seen.has(pathname + search)) continue;
    seen.add(pathname + search);
    const article = /^\/support\/(article|category)\/([^/]+)$/.exec(pathname);
    if (article !== null) {
      // The articles themselves are walked by their calls: a hundred and thirty pages are not drawn for it.
      const answer = await request.get(`${pool.url}/api/v4/support/${article[1]}/${article[2]}`);
      if (!answer.ok()) dead.push(pathname);
      const { data } = (await answer.json()) as { data?: { article?: { html: string } | null } };
      for (const [, to = ''] of (data?.article?.html ?? '').matchAll(/href="(\/[^"#]*)/g)) waiting.push(to);
      continue;
    }
    if (pathname.startsWith('/api/')) {
      if (!(await request.get(pool.url + pathname)).ok()) dead.push(pathname);
      continue;
    }
    await page.goto(pool.url + pathname + search);
    await expectWhole(page);
    opened += 1;
    // A path that is not there leads to the start.
    if (new URL(page.url()).pathname !== pathname) dead.push(pathname + search);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    waiting.push(...links);
  }
  expect(dead).toEqual([]);
  expect(opened).toBeGreaterThan(12);
  expect(seen.size).toBeGreaterThan(60);
});
