import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { keepMessages } from './support/keep-messages.ts';
import { openCoinPage, storedPreference } from './support/open-coin-page.ts';
import { sharedPool } from './support/shared-pool.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const calculator = (page: Page) => page.getByRole('region', { name: 'What would I earn?' });

test('the calculator asks the pool, says what its answer rests on and remembers power [calc-01, calc-02, calc-04]', async ({
  page,
}) => {
  const asked: { mh: string }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v3/calculate/reward')) return;
    // What money the minimums stand for is asked with no hashrate at all, whatever the calculator does.
    const body = request.postDataJSON() as { mh: string };
    // One that had no answer for too long is asked again.
    if (body.mh !== '0' && body.mh !== asked.at(-1)?.mh) asked.push(body);
  });
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = calculator(page);
  const rate = card.getByLabel('Your SHA-256 hashrate');
  await expect(card.getByLabel('Unit').locator('option')).toHaveText(['GH/s', 'TH/s', 'PH/s', 'EH/s']);
  await rate.fill('0');
  await expect(card.getByTitle('0 DOGE')).toHaveCount(2);
  await page.waitForTimeout(700);
  expect(asked).toEqual([]);

  await card.getByLabel('Unit').selectOption({ label: 'TH/s' });
  await rate.fill('200');
  const day = card.locator('[data-amount]').first();
  await expect(day).toHaveAttribute('data-amount', /[1-9]/);
  expect(asked).toEqual([{ algo: 'sha256', coin: 'DOGE', mh: '200000000000000' }]);
  const answer = await fetch(`${pool.url}/api/v3/calculate/reward`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ algo: 'sha256', coin: 'DOGE', mh: '200000000000000' }),
  });
  const { per_day: perDay, per_month: perMonth } = (await answer.json()) as Record<string, string>;
  await expect(day).toHaveAttribute('data-amount', perDay ?? '');
  await expect(card.locator('[data-amount]').nth(1)).toHaveAttribute('data-amount', perMonth ?? '');
  await expect(
    card.getByText(/1 DOGE = \$0\.33 \(sample snapshot of .+\)\. Fee 1%\. BTC network .+H\/s/),
  ).toBeVisible();

  // Money: dollars at first, then what was chosen, also after a reload.
  await expect(card.getByText(/^\$[\d,.]+$/).first()).toBeVisible();
  await card.getByText('Power', { exact: true }).click();
  await card.getByLabel('Watts').fill('3500');
  await card.getByLabel('Price per kWh').fill('0.1');
  await card.getByLabel('Currency').selectOption('EUR');
  await expect(card.getByText(/^€[\d,.]+$/).first()).toBeVisible();
  await expect(card.getByText(/Power costs €8\.40 a day.*What is left: -?€/)).toBeVisible();
  await page.reload();
  await card.getByText('Power', { exact: true }).click();
  await expect(card.getByLabel('Watts')).toHaveValue('3500');
  await expect(card.getByLabel('Currency')).toHaveValue('EUR');

  // The smallest hashrate earns something.
  await rate.fill('0.000000000000001');
  await expect(day).toHaveAttribute('data-amount', /^0\.0+[1-9]/);
  await expect(card.getByText(/^€0\.0+[1-9]/).first()).toBeVisible();
  await card.getByLabel('Device').selectOption({ index: 1 });
  await expect(rate).not.toHaveValue('0.000000000000001');
});

test('a refused calculation is told, and tried again in place [calc-05]', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/api/v3/calculate/reward', (route) => route.abort());
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = calculator(page);
  const said = await keepMessages(page);
  await card.getByLabel('Your SHA-256 hashrate').fill('5');
  await expect.poll(said).toContain('An error occurred');
  await page.unroute('**/api/v3/calculate/reward');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.locator('[data-amount]').first()).toHaveAttribute('data-amount', /[1-9]/);
});

test('what is new in the news is counted until the list was seen [news-03]', async ({ page }) => {
  const answer = await fetch(`${pool.url}/api/v4/notice?coin=DOGE&count=20&skip=0`);
  const { data, pinned } = (await answer.json()) as { data: { at: number }[]; pinned: { at: number }[] };
  const newest = Math.max(...[...data, ...pinned].map(({ at }) => at));
  expect(newest).toBeGreaterThan(1_669_667_290_000);
  await page.setViewportSize({ width: 1440, height: 400 });
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const news = page.getByRole('region', { name: /^News/ });
  await expect(news.getByText(/\d+ unread/)).toBeVisible();
  expect(await storedPreference(page, 'newsCount')).toBeGreaterThan(0);
  expect(await storedPreference(page, 'lastNewsDate')).toBe(1_669_667_290_000);
  await expect(news.getByText('new', { exact: true }).first()).toBeVisible();
  await news.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(news.getByText(/\d+ unread/)).toHaveCount(0);
  expect(await storedPreference(page, 'newsCount')).toBe(0);
  expect(await storedPreference(page, 'lastNewsDate')).toBe(newest);
  await page.reload();
  await expect(news.getByRole('listitem').first()).toBeAttached();
  await expect(news.getByText('new', { exact: true })).toHaveCount(0);
});

test('four news at first, two on a phone, four more at a time, until there are none [news-01, news-02]', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/notice')) return;
    const { search } = new URL(request.url());
    // What had no answer for too long is asked for again.
    if (search !== asked.at(-1)) asked.push(search);
  });
  for (const [width, first] of [
    [1440, 4],
    [768, 2],
  ] as const) {
    asked.length = 0;
    await page.setViewportSize({ width, height: 900 });
    await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
    const news = page.getByRole('region', { name: /^News/ });
    const feed = news.getByRole('list', { name: 'News feed' }).getByRole('listitem');
    await expect(feed).toHaveCount(first);
    await expect(news.getByRole('list', { name: 'Pinned news' })).toBeVisible();
    const more = news.getByRole('button', { name: 'More news' });
    while (await more.isVisible()) {
      const answered = page.waitForResponse((response) => response.url().includes('/notice'));
      await more.click();
      await answered;
      await expect(news.getByText('Loading...')).toHaveCount(0);
    }
    expect(asked[0]).toBe(`?coin=DOGE&count=${first}&skip=0`);
    expect(asked[1]).toBe(`?coin=DOGE&count=4&skip=${first}`);
    const all = await feed.count();
    expect(all).toBeGreaterThanOrEqual(4);
    // The last answer was an empty page.
    expect(asked.at(-1)).toBe(`?coin=DOGE&count=4&skip=${all}`);
  }
});
