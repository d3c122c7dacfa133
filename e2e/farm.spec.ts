import { readFile } from 'node:fs/promises';
import type { AccountRejectsResponse } from '@openlode/contracts/http/account-rejects';
import type { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { changeJson } from './support/change-answer.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/demo-test.ts';

let pool: PoolProcess;
test.beforeAll(({ demo }) => {
  pool = demo;
});

const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const names = Array.from({ length: 200 }, (_, index) => `rack-${'abcde'[index % 5]}-${index + 1}-s19jp`);
/** Every third of the first 183 workers is off: 61. */
const isOnline = (index: number) => index % 3 !== 0 || index >= 183;

/** The pool's own answers, with 200 workers in place of the one that mines kHeavyHash there. */
async function asFarm(page: Page): Promise<void> {
  await page.route(/\/account\/[^/]+\/workers/, (route) => changeJson(route, withFarm));
  await page.route(/\/account\/[^/]+\/rejects/, (route) => changeJson(route, withRejects));
}

function withFarm(answer: AccountWorkersResponse): AccountWorkersResponse {
  const { kheavyhash } = answer.data;
  if (kheavyhash === undefined) throw new Error('no kHeavyHash');
  const workers = names.map((name, index) => ({
    name,
    online: isOnline(index),
    last: Date.now() - (isOnline(index) ? 1000 : 3_600_000) - index,
    rhr: 0,
    chr: isOnline(index) ? 9200 : 0,
    referral: null,
  }));
  return { ...answer, data: { kheavyhash: { ...kheavyhash, workers } } };
}

function withRejects(answer: AccountRejectsResponse): AccountRejectsResponse {
  const counts = (stale: number) => ({
    accepted: 900,
    rejected: { stale, duplicate: 0, low_difficulty: 0, malformed: 0 },
  });
  const list = names.map((name, index) => ({
    algorithm: 'kheavyhash',
    name,
    hour: counts(0),
    day: counts(index === 7 ? 100 : 9),
  }));
  return { ...answer, data: { list } };
}

const url = () => `${pool.url}/address/${address}?coin=BTC&tab=workers`;
const rows = (page: Page) =>
  page.getByRole('table', { name: 'kHeavyHash workers' }).locator('tbody tr:visible');

test('the owner of 200 workers finds the ones that are off, a rack and a name, and shares the view as a link', {
  tag: '@long',
}, async ({ page }) => {
  await asFarm(page);
  await page.goto(url());
  await expect(rows(page)).toHaveCount(25);
  await expect(rows(page).first()).toContainText('Offline');
  const total = page.getByRole('row', { name: /^Total of 200/ });
  await expect(total).toContainText('139 online');

  // The head stays in sight while the list is scrolled.
  await rows(page).nth(24).scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Worker' })).toBeInViewport();

  await page.getByRole('radio', { name: 'Refused 1' }).check();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('rack-c-8-s19jp');
  await page.getByRole('radio', { name: 'Offline 61' }).check();
  await page.getByRole('searchbox', { name: /^Find a worker/ }).fill('rack-b');
  await expect(page.getByRole('status').filter({ hasText: '12 of 200 workers' })).toBeVisible();
  await page.getByRole('button', { name: 'Worker', exact: true }).click();
  await expect(rows(page).first()).toContainText('rack-b-7-s19jp');
  // Words stand in the order in which their views were chosen, and a word that is typed may come later than a click after it.
  await expect(page).toHaveURL((at) => {
    const { find, state, sort } = Object.fromEntries(at.searchParams);
    return find === 'rack-b' && state === 'offline' && sort === 'name';
  });
  await page.reload();
  await expect(rows(page)).toHaveCount(12);
  await expect(rows(page).first()).toContainText('rack-b-7-s19jp');

  // What is listed is saved for a spreadsheet, and hidden at once. Counts of shares come with an answer of their own.
  await expect(rows(page).first()).toContainText('0.99%');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export 12 workers (CSV)' }).click();
  const [head, first, ...more] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^algorithm,worker,state,hashrate,unit,/);
  expect(first).toMatch(/^kheavyhash,rack-b-7-s19jp,offline,0,H\/s,\d+,\d+,\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,$/);
  expect(more).toHaveLength(12);
  await page.getByRole('button', { name: 'Hide 12 offline workers' }).click();
  await expect(page.getByText('12 offline workers are hidden.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();

  // By the keyboard: a rack as one line, unfolded, and the whole name of a machine in it.
  await page.goto(`${url()}&group=name`);
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Show the workers of rack-c' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(45);
  await page.getByRole('button', { name: 'Show the shares of rack-c-8-s19jp' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('rack-c-8-s19jp', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
});

test('on a phone 200 workers are a short list, and all offline ones are hidden at once', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await asFarm(page);
  await page.goto(url());
  await expect(rows(page)).toHaveCount(10);
  const size = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }));
  expect(size.width).toBe(360);
  // All 200 would take 44,000 pixels.
  expect(size.height).toBeLessThan(4500);
  await expectAccessible(page);
  await page.getByLabel('Sort by').selectOption('Name');
  await expect(rows(page).first()).toContainText('rack-a-1-s19jp');
  await page.getByRole('button', { name: 'Hide 61 offline workers' }).click();
  await expect(page.getByText('61 offline workers are hidden.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total of 139/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('row', { name: /^Total of 200/ })).toBeVisible();
});
