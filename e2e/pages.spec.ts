import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { dogeAddress as address, heading, openPage } from './support/site-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_PUBLIC_URL: 'https://pool.example' } });
});
test.afterAll(() => pool.close());

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
  // Eleven pages, ten categories, the articles and a guide for each program and algorithm.
  expect(urls.length).toBeGreaterThan(11 + 10 + 34 + 96);
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
  await Promise.all(urls.map(look));
  const visitors = await (await fetch(`${pool.url}/address/${address}`)).text();
  expect(visitors).toContain('<meta name="robots" content="noindex" />');
});

test('every page opens from a cold link and survives a reload', {
  tag: ['@nav-01', '@account-01'],
}, async ({ page }) => {
  for (const [path, title] of [
    ['/', /^Pay me in .*, mining /],
    ['/account', 'Accounts are coming soon'],
    ['/address', 'Which address do you mine to?'],
    [`/address/${address}?coin=DOGE`, /DPpJVPpvPNP6i6tM/],
    ['/referrals', 'A lower fee for them, a share for you'],
    ['/miner', 'Get started'],
    ['/start', 'Get started'],
    ['/support', 'How can we help?'],
    ['/support/category/payouts', 'Payouts and networks'],
    ['/support/article/payouts-auto-and-manual', 'Automatic and manual payouts'],
    ['/wizard', 'How much do you want to decide yourself?'],
    ['/doctor', 'Connection doctor'],
    ['/privacy', 'Privacy'],
    ['/app', 'Watch your addresses'],
  ] as const) {
    await page.goto(`${pool.url}${path}`, { waitUntil: 'commit' });
    await expect(heading(page)).toHaveText(title);
    await page.reload({ waitUntil: 'commit' });
    await expect(heading(page)).toHaveText(title);
    expect(page.url()).toBe(pool.url + path);
  }
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
  await expect(finder.locator('dl')).toHaveCount(0);
  await field.fill(` ${address} `);
  await ask.click();
  const code = finder.locator('dd code').first();
  await expect(code).toHaveText(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
  const link = `${pool.url}/?coin=DOGE&ref=${await code.innerText()}`;
  await expect(finder.locator('dd code').last()).toHaveText(link);
  await finder.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const ref = await code.innerText();
  await page.goto(link);
  await expect(page.getByLabel('Referral code')).toHaveValue(ref);
});
