import { listedPages } from '@openlode/catalogue/site-pages';
import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { keepMessages, placesOfMessages } from './support/keep-messages.ts';
import { sharedPool } from './support/shared-pool.ts';
import { dogeAddress as address, expectWhole, heading, openPage, sideways } from './support/site-page.ts';
import { expect, test } from './support/test.ts';

const isLong = process.env['TEST_LONG'] === '1';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const open = (page: Page, path: string) => openPage(page, pool.url + path);

test('every page of the sitemap is there, with a head of its own', async () => {
  const robots = await (await fetch(`${pool.url}/robots.txt`)).text();
  expect(robots.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /address/',
    'Sitemap: https://pool.example/sitemap.xml',
    '',
  ]);
  const sitemap = await fetch(`${pool.url}/sitemap.xml`);
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
  // Twelve pages, ten categories, the articles and a guide for each program and algorithm.
  expect(urls.length).toBeGreaterThanOrEqual(12 + 10 + 34 + 96);
  const titles = new Map<string, string>();
  const look = async (url: string) => {
    const answer = await fetch(url.replace('https://pool.example', pool.url));
    expect(answer.status, url).toBe(200);
    const html = await answer.text();
    const only = (pattern: RegExp) => {
      const found = [...html.matchAll(pattern)].map(([, text = '']) => text);
      expect(found, `${pattern} in ${url}`).toHaveLength(1);
      return found[0] ?? '';
    };
    const title = only(/<title>([^<]*)<\/title>/g);
    const description = only(/<meta name="description" content="([^"]*)"/g);
    expect(title).toMatch(/\S.* · Openlode$/);
    expect(description.length, url).toBeGreaterThan(20);
    expect(only(/<meta property="og:title" content="([^"]*)"/g)).toBe(title);
    expect(only(/<meta property="og:description" content="([^"]*)"/g)).toBe(description);
    expect(only(/<meta property="og:url" content="([^"]*)"/g)).toBe(url);
    expect(only(/<meta property="og:image" content="([^"]*)"/g)).toBe('https://pool.example/icon-512.png');
    expect(only(/<link rel="canonical" href="([^"]*)"/g)).toBe(url);
    expect(html).not.toContain('noindex');
    expect(titles.get(`${title}\n${description}`), `the head of ${url}`).toBeUndefined();
    titles.set(`${title}\n${description}`, url);
  };
  // The short run looks at all pages and categories, and at every tenth article.
  await Promise.all(urls.filter((_, at) => isLong || at < 12 + 10 || at % 10 === 0).map(look));
  const visitors = await (await fetch(`${pool.url}/address/${address}`)).text();
  expect(visitors).toContain('<meta name="robots" content="noindex" />');
});

test('every page opens from a cold link, survives a reload, and never scrolls sideways', {
  tag: ['@nav-01', '@shell-07', '@account-01', '@support-01'],
}, async ({ page }) => {
  // 320 is also a screen of 1280 at 400 % zoom.
  const expectUpright = async (where: string, widths = isLong ? [320, 360, 720, 767, 768] : [320, 360]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // The one breakpoint: below it the menu is behind its button.
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible({ visible: width < 768 });
      expect(await sideways(page), `${where} at ${width} px`).toBe(0);
    }
  };
  for (const [path, title] of [
    ...listedPages.flatMap(({ path, heading: text }) => (text === undefined ? [] : [[path, text] as const])),
    ['/', /^Pay me in .*, mining /],
    [`/address/${address}?coin=DOGE`, /DPpJVPpvPNP6i6tM/],
    ['/support/category/payouts', 'Payouts and networks'],
    ['/support/article/payouts-auto-and-manual', 'Automatic and manual payouts'],
    ['/support?search=ASIC', 'Answers for “ASIC”'],
    ['/wizard', 'Quick or custom setup?'],
  ] as const) {
    await page.goto(`${pool.url}${path}`, { waitUntil: 'commit' });
    await expect(heading(page)).toHaveText(title);
    await page.reload({ waitUntil: 'commit' });
    await expectWhole(page);
    await expect(heading(page)).toHaveText(title);
    expect(page.url()).toBe(pool.url + path);
    await expectUpright(path);
  }
  await open(page, `/address/${address}?coin=DOGE`);
  await expectUpright('both sides of the breakpoint', [720, 767, 768]);
  for (const tab of ['Workers', 'Payments', 'Referrals', 'Stats', 'Hub']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectWhole(page);
    await expectUpright(tab);
  }
  await open(page, '/?coin=DOGE&algorithm=scrypt');
  for (const word of ['Dogecoin', 'Scrypt']) {
    await page.getByRole('heading', { level: 1 }).getByRole('button', { name: word }).click();
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await expectUpright(`the list behind ${word}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/wizard');
  for (const answer of [/^Custom|^Advanced/, /^Processor/]) {
    await page.getByRole('main').getByRole('button', { name: answer }).click();
    await expectUpright(`the wizard after ${answer}`);
  }
});

test('old and mistyped paths lead to a page, also where they look like a file', {
  tag: ['@nav-02', '@nav-03', '@nav-04'],
}, async ({ page }) => {
  for (const [path, end] of [
    ['/coins', '/'],
    ['/coins/doge', '/?coin=DOGE'],
    ['/coins/NEAR/address/alice.near', '/address/alice.near?coin=NEAR'],
    ['/coins/doge/address/D123/workers', '/address/D123?coin=DOGE&tab=workers'],
    ['/nope', '/'],
    ['/nope/deep/down', '/'],
    ['/index.php', '/'],
    ['/support.html', '/'],
    ['/settings.json', '/'],
  ] as const) {
    await page.goto(pool.url + path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(pool.url + end);
    await expect(heading(page)).toBeVisible();
  }
  const file = await fetch(`${pool.url}/assets/gone-1a2b3c4d.js`, { headers: { accept: 'text/html' } });
  expect(file.status).toBe(404);
});

test('the arrow keys reach every match of a search, however many stand in a row', {
  tag: ['@long', '@coin-05'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/?coin=DOGE&algorithm=scrypt');
  await page.getByRole('button', { name: 'Dogecoin', exact: true }).click();
  const search = page.getByRole('combobox', { name: 'Choose the coin you are paid in' });
  await search.fill('bit');
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.first()).toContainText('BTC');
  const ids = await options.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(3);
  for (const id of ids) {
    await expect(search).toHaveAttribute('aria-activedescendant', id);
    await page.keyboard.press('ArrowDown');
  }
  await expect(search).toHaveAttribute('aria-activedescendant', ids.at(-1) ?? '');
  for (let step = 1; step < ids.length; step += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/coin=BTC/);
});

test('a click on a server or a port copies it, and says so where everybody sees it', {
  tag: ['@shell-02', '@shell-10', '@algo-07'],
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/?coin=DOGE&algorithm=scrypt');
  const card = page.getByRole('region', { name: 'Connect your miner' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const said = await keepMessages(page);
  const click = async (term: string, says: string) => {
    const value = card.locator(`dt:text-is("${term}") + dd > span`).first();
    await value.click();
    await expect.poll(said).toContain(says);
    await expect.poll(copied).toBe(await value.innerText());
  };
  await click('Server', 'The pool have been copied!');
  await click('Port', 'The port have been copied!');
  const places = await placesOfMessages(page);
  for (const { x, y, width, height } of places) {
    expect(Math.abs(x + width / 2 - 720), 'in the middle').toBeLessThan(12);
    expect(y + height, 'at the bottom').toBeGreaterThan(780);
  }
  expect(places).toHaveLength(2);
  const others = card.locator('details').filter({ hasText: 'Other ports' });
  await others.locator('summary').click();
  const high = others.getByText(String(pool.stratumPort('scrypt') + 1), { exact: true });
  await high.click();
  await expect.poll(copied).toBe(await high.innerText());
  await page.getByLabel('Your Dogecoin address').fill(address);
  await card.getByRole('button', { name: 'Copy user' }).click();
  await expect.poll(said).toContain('Text copied!');
  await expect.poll(copied).toBe(`DOGE:${address}.rig1`);
  // Families of machines have ports of their own: a bare list would mislead.
  await page.goto(`${pool.url}/?coin=DOGE&algorithm=kheavyhash`);
  await expect(page.getByRole('tab', { selected: true }).filter({ hasText: 'kHeavyHash' })).toBeVisible();
  await expect(card.locator('dt:text-is("Port") + dd')).toHaveText(
    'kHeavyHash has a port for each family of machines. Yours is in the list of ports below.',
  );
  await expect(card.locator('dt:text-is("URL")')).toHaveCount(0);
});

test('an address has its code and its link', { tag: '@referrals-01' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/referrals');
  const finder = page.getByRole('region', { name: 'Your code and link' });
  const ask = finder.getByRole('button', { name: 'Get my code' });
  await ask.click();
  await expect(finder).toContainText('Type the address you are paid to.');
  await finder.getByRole('button', { name: 'Coin: BTC' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('doge');
  await page.keyboard.press('Enter');
  const field = finder.getByLabel('Your DOGE address');
  await field.fill(`${address.slice(0, -1)}V`);
  await ask.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(finder).toContainText('Double check your DOGE address, its checksum is wrong');
  await expect(finder.locator('dl')).toHaveCount(0);
  await field.fill(` ${address} `);
  await ask.click();
  const code = finder.locator('dd code').first();
  await expect(code).toHaveText(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
  const link = `${pool.url}/?coin=DOGE&ref=${await code.innerText()}`;
  await expect(finder.locator('dd code').last()).toHaveText(link);
  await finder.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  // What a code earns is told in money, too.
  await expect(page.getByText(/^about \$[\d.,]+ a day$/)).toBeVisible();
  const ref = await code.innerText();
  await page.goto(link);
  await expect(page.getByLabel('Referral code')).toHaveValue(ref);
});
