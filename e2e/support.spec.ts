import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { changeJson } from './support/change-answer.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { sharedPool } from './support/shared-pool.ts';
import { heading, openPage, sideways } from './support/site-page.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const open = (page: Page, path = '/support') => openPage(page, pool.url + path);
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search for answers' });

const pages = [
  '/support',
  '/support/category/announcements',
  '/support/article/ports-and-ssl',
  '/support/article/how-to-mine-kawpow-with-t-rex',
  '/support?search=memo',
  '/support?search=zzzzqqqq',
];

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page is accessible, ${colorScheme}, ${width} px wide`, { tag: '@long' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of pages) {
        await open(page, path);
        expect(await sideways(page)).toBe(0);
        await expectAccessible(page);
      }
    });
  }
}

test('each path opens from a cold link and survives a reload', { tag: ['@long', '@support-01'] }, async ({
  page,
}) => {
  for (const [path, title] of [
    ['/support', 'How can we help?'],
    ['/support/category/payouts', 'Payouts and networks'],
    ['/support/article/memo-and-tag', 'Memo, tag or payment ID'],
    ['/support?search=ASIC', 'Answers for “ASIC”'],
  ] as const) {
    await open(page, path);
    await expect(heading(page)).toHaveText(title);
    await page.reload();
    await expect(heading(page)).toHaveText(title);
    expect(page.url()).toBe(pool.url + path);
  }
  await expect(page.getByRole('link', { name: /^ASIC setup/ })).toBeVisible();
});

test('a search waits half a second, Enter does not, and the URL follows', { tag: '@support-02' }, async ({
  freshPage: page,
}) => {
  await page.clock.install();
  await open(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const words = url.searchParams.get('search');
    // What had no answer for too long is asked for again.
    if (url.pathname === '/api/v4/support' && words !== null && words !== asked.at(-1)) asked.push(words);
  });
  await expect(box(page)).toHaveAttribute('placeholder', 'Search for answers');
  // The page's own clock: how fast the machine is does not count.
  await page.clock.pauseAt(Date.now() + 60_000);
  await box(page).pressSequentially('  memo ');
  await page.clock.runFor(490);
  await expect(page).toHaveURL(`${pool.url}/support`);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expect(page).toHaveURL(`${pool.url}/support?search=memo`);
  await expect(heading(page)).toHaveText('Answers for “memo”');
  // What was typed in between was never asked for, and the field keeps the focus.
  expect(asked).toEqual(['memo']);
  await expect(box(page)).toBeFocused();
  await expect(page.locator('mark').first()).toHaveText('Memo');
  // The page's clock stands: what comes now does not wait for the half second.
  await page.clock.pauseAt(Date.now() + 600_000);
  await box(page).fill('stale');
  await box(page).press('Enter');
  await expect(page).toHaveURL(`${pool.url}/support?search=stale`);
  await page.clock.resume();
  await expect(heading(page)).toHaveText('Answers for “stale”');
  await page.getByRole('link', { name: 'Stale and rejected shares', exact: true }).click();
  await expect(heading(page)).toHaveText('Stale and rejected shares');
  await expect(box(page)).toHaveValue('');
  await page.goBack();
  await expect(box(page)).toHaveValue('stale');
  await box(page).fill('');
  await expect(page).toHaveURL(`${pool.url}/support`);
  await expect(heading(page)).toHaveText('How can we help?');
});

test('from the blocks over a category to an article and back to All', { tag: '@support-03' }, async ({
  page,
}) => {
  await open(page);
  const block = page.getByRole('region', { name: 'Announcements' });
  await expect(block.getByRole('link', { name: /^View all 2 articles/ })).toBeVisible();
  await block.getByRole('link', { name: /^View all/ }).click();
  await expect(page).toHaveURL(`${pool.url}/support/category/announcements`);
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'There is no official chat group' });
  await expect(card).toContainText('Staff never message you first.');
  await expect(card).toContainText('Posted on 1 November 2026');
  await card.getByRole('link', { name: /^Continue reading/ }).click();
  await expect(heading(page)).toHaveText('There is no official chat group');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText([
    'All',
    'Announcements',
    'There is no official chat group',
  ]);
  await crumbs.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL(`${pool.url}/support`);
  // Where a category does not show dates, its cards have none.
  await open(page, '/support/category/payouts');
  await expect(page.getByText('Continue reading').first()).toBeVisible();
  await expect(page.getByText('Posted on')).toHaveCount(0);
});

test('an article has its dates, copies its commands and links without a reload', {
  tag: '@support-04',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/support/article/worker-string-format');
  const article = page.getByRole('article');
  await expect(article).toContainText('Last updated 22 November 2026');
  await expect(article).toContainText('Posted on 2 October 2026');
  await article.getByRole('button', { name: 'Copy these lines' }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('COIN:ADDRESS.WORKER#CODE\nCOIN:ADDRESS:MEMO.WORKER#CODE');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await article.getByRole('link', { name: 'difficulty and how it adapts' }).click();
  await expect(heading(page)).toHaveText('Difficulty and how it adapts');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await page.getByRole('link', { name: 'Setting a minimum' }).click();
  await expect(page.getByRole('heading', { name: 'Setting a minimum' })).toBeInViewport();
  await open(page, '/support/article/ports-and-ssl#the-certificate');
  await expect(page.getByRole('heading', { name: 'The certificate' })).toBeInViewport();
});

test('nothing in an article can run, whatever the answer holds', { tag: '@support-04' }, async ({ page }) => {
  await page.route('**/api/v4/support/article/*', (route) =>
    changeJson(route, (body: { data: { article: { html: string } } }) => {
      body.data.article.html =
        '<p>Kept <b onclick="x()">words</b><img src="x" onerror="document.title=1"><script>document.title=2</script> <a href="javascript:alert(1)">link</a></p>';
      return body;
    }),
  );
  await open(page, '/support/article/memo-and-tag');
  const article = page.getByRole('article');
  await expect(article.getByText('Kept words')).toBeVisible();
  await expect(article.locator('img, script, [onclick], a[href^="javascript"]')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Memo, tag/);
});

test('the side column says whom to write to and whom not to believe', { tag: '@support-05' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/support/article/how-rewards-are-shared');
  const side = page.getByRole('complementary', { name: 'Contact' });
  await expect(side.getByRole('link', { name: 'help@pool.example' })).toHaveAttribute(
    'href',
    'mailto:help@pool.example',
  );
  await expect(side.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://social.example/@pool',
  );
  await expect(side).toContainText('Beware of impersonators');
  await expect(side).toContainText('no official chat-group channels');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await side.getByRole('button', { name: 'Back to top' }).press('Enter');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('what is not there is said, with a way on', { tag: '@support-06' }, async ({ page }) => {
  const main = page.getByRole('main');
  await open(page, '/support?search=zzzzqqqq');
  await expect(main.getByText('No articles coincide with your search')).toBeVisible();
  await open(page, '/support/article/no-such');
  await expect(main.locator('p', { hasText: 'Article not found' })).toBeVisible();
  await main.getByRole('link', { name: 'all articles' }).click();
  await expect(page).toHaveURL(`${pool.url}/support`);
  await open(page, '/support/category/no-such');
  await expect(main.locator('p', { hasText: 'Category not found' })).toBeVisible();
  await page.goto(`${pool.url}/support/hat/x`);
  await expect(page).toHaveURL(`${pool.url}/support`);
  await expect(heading(page)).toHaveText('How can we help?');
});

test('a pool that cannot be reached is said, and asked again', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await page.route('**/api/v4/support/**', (route) => route.abort());
  await page.getByRole('link', { name: 'How the pool works' }).click();
  await expect(page.getByRole('alert')).toContainText('The pool cannot be reached');
  await page.unroute('**/api/v4/support/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('How the pool works');
});

test('on paper an article is its words, black on white', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await open(page, '/support/article/memo-and-tag');
  await expect(page.getByRole('article')).toBeVisible();
  for (const hidden of ['header', 'footer', 'aside', 'form', 'nav'])
    await expect(page.locator(`${hidden}:visible`)).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('every link of the support centre leads to a page that is there', {
  tag: ['@long', '@support-07'],
}, async ({ request }) => {
  const get = async (path: string) => {
    const answer = await request.get(`${pool.url}/api/v4${path}`);
    return (await answer.json()) as {
      data: {
        categories: { slug: string; articles: { slug: string }[] }[];
        article: { html: string; related: { slug: string }[] } | null;
      };
    };
  };
  const { categories } = (await get('/support')).data;
  const all: string[] = [];
  for (const { slug } of categories) {
    const { data } = await get(`/support/category/${slug}`);
    all.push(...(data.categories[0]?.articles ?? []).map((article) => article.slug));
  }
  expect(all.length).toBeGreaterThanOrEqual(34 + 96);
  const linked = new Set<string>();
  for (const slug of all) {
    const { article } = (await get(`/support/article/${slug}`)).data;
    expect(article, slug).not.toBeNull();
    for (const [, to = ''] of (article?.html ?? '').matchAll(/href="\/support\/article\/([^"#]+)/g))
      linked.add(to);
    for (const other of article?.related ?? []) linked.add(other.slug);
  }
  expect([...linked].filter((slug) => !all.includes(slug))).toEqual([]);
});

test('the hub has three places to go, four news, the pool’s figures and whom to ask', {
  tag: '@acct-08',
}, async ({ page }) => {
  await page.goto(`${pool.url}/address/DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU?coin=DOGE&tab=hub`);
  const tiles = page.getByRole('navigation', { name: 'Spotlight' }).getByRole('link');
  await expect(tiles).toHaveCount(3);
  for (const [at, href] of ['/?coin=DOGE', '/address', '/support'].entries())
    await expect(tiles.nth(at)).toHaveAttribute('href', href);
  const answer = await fetch(`${pool.url}/api/v4/notice?coin=DOGE&count=50`);
  const { data } = (await answer.json()) as { data: unknown[] };
  expect(data.length).toBeGreaterThanOrEqual(4);
  await expect(page.getByRole('list', { name: 'News' }).getByRole('listitem')).toHaveCount(4);
  const figures = page.getByRole('region', { name: 'The pool' });
  for (const name of ['Miners, past 24 h', 'Workers, past 24 h', 'Paid in total'])
    await expect(figures.locator(`dt:text-is("${name}") + dd`)).toHaveText(/^\d/);
  const support = page.getByRole('region', { name: 'Support' });
  await expect(support).toContainText('help@pool.example');
  for (const link of await support
    .getByRole('link')
    .filter({ hasNotText: /@|Mastodon/ })
    .all()) {
    const article = await fetch(`${pool.url}/api/v4${(await link.getAttribute('href')) ?? ''}`);
    const title = ((await article.json()) as { data: { article: { title: string } } }).data.article.title;
    await expect(link).toHaveText(title);
  }
  await expect(support.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://social.example/@pool',
  );
});
