import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_SEED: 'openlode' } });
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to for weeks, and was paid. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const xrp = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345';
const tabs = ['Live', 'Workers', 'Payments', 'Referrals', 'Stats', 'Hub'] as const;

function urlOf(tab?: string): string {
  return `${pool.url}/address/${address}?coin=BTC${tab === undefined ? '' : `&tab=${tab}`}`;
}

/** Everything that the browser complains about while the page is open. */
function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

async function openTab(page: Page, tab: (typeof tabs)[number]): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
}

test('the tabs live in the URL, the live tab without a parameter [acct-02]', async ({ page }) => {
  const faults = collectFaults(page);
  await page.goto(urlOf('nonsense'));
  await expect(page.getByRole('tab', { name: 'Live' })).toHaveAttribute('aria-selected', 'true');
  for (const tab of tabs.slice(1)) {
    await openTab(page, tab);
    await expect(page).toHaveURL(urlOf(tab.toLowerCase()));
  }
  await openTab(page, 'Live');
  await expect(page).toHaveURL(urlOf());
  expect(faults).toEqual([]);
});

test('the first screenful answers: is it working, when am I paid; the balance fits [acct-03]', async ({
  page,
}) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(urlOf());
    const balance = page.getByRole('region', { name: 'Balance' });
    const rate = page.getByRole('region', { name: 'Hashrate now' });
    await expect(balance.getByRole('meter')).toBeInViewport({ ratio: 1 });
    const when = /Next payout|Auto-pay is off|The run|Below the minimum/;
    await expect(balance.getByText(when).last()).toBeInViewport({ ratio: 1 });
    await expect(rate.getByText(/past 10 minutes/)).toBeInViewport({ ratio: 1 });
    const [ends, other] = viewport.width < 500 ? [9, 16] : [16, 9];
    const short = (kept: number) => `${address.slice(0, kept)}…${address.slice(-kept)}`;
    await expect(page.getByRole('heading', { level: 1 }).getByText(short(ends))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).getByText(short(other))).toBeHidden();
    const { font, over } = await balance
      .locator('[data-amount]')
      .first()
      .evaluate((amount) => {
        const box = amount.parentElement as HTMLElement;
        return {
          font: parseFloat(getComputedStyle(amount).fontSize),
          over: box.scrollWidth - box.clientWidth,
        };
      });
    expect([font >= 20 && font <= 60, over]).toEqual([true, 0]);
  }
});

test('the address and its mining key are codes to scan and text to copy [acct-04, acct-05]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const colourOf = async (): Promise<string> => {
    const qr = page.getByRole('dialog').getByRole('img');
    await expect(qr).toHaveCSS('width', '200px');
    await expect(qr).toHaveCSS('height', '200px');
    await expect(qr).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    return qr.evaluate((drawing) => getComputedStyle(drawing).fill);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${pool.url}/address/${xrp}?coin=XRP`);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: `QR code of ${xrp}` })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Scan it with the monitoring app');
  expect(await colourOf()).toBe('rgb(0, 0, 0)');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'QR code' }).click();
  expect(await colourOf()).toBe('rgb(255, 255, 255)');
  await page.mouse.click(4, 4);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Mining key' }).click();
  const key = await page.getByRole('dialog').locator('code').innerText();
  expect(key).toMatch(/^K-[A-Z2-7]{20}$/);
  await expect(page.getByRole('img', { name: `QR code of ${key}` })).toBeVisible();
  await page.getByRole('button', { name: 'Copy mining key' }).click();
  await expect(page.getByText('Your Mining Key have been copied!').first()).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
});

test('an address that is none of that coin says so, with the right article [addr-06]', async ({ page }) => {
  for (const [coin, article] of [
    ['DOGE', 'a'],
    ['ETH', 'an'],
  ]) {
    await page.goto(`${pool.url}/address/nonsense?coin=${coin}`);
    const warning = page.getByText(`Your address seems to be invalid or is not ${article} ${coin} address!`);
    await expect(warning).toBeVisible();
  }
  await expectAccessible(page);
});

test('a memo is spoken of only where the coin has one, and shown where it was given [addr-07]', async ({
  page,
}) => {
  await page.goto(`${pool.url}/address?coin=DOGE`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('With a memo, type address:memo.')).toHaveCount(0);
  await page.goto(`${pool.url}/address?coin=XRP`);
  await expect(page.getByText('With a memo, type address:memo.')).toBeVisible();
  await page
    .locator('main')
    .getByRole('textbox', { name: /^Look up/ })
    .fill(xrp);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/address\/rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai/);
  await expect(page.getByText('Memo 12345')).toBeVisible();

  // An exchange's address without one: nothing else is shown.
  const lookup = await (await fetch(`${pool.url}/api/v5/address/${xrp}?coin=XRP`)).json();
  lookup.data.memo = null;
  lookup.data.err_flags.missing_memo = true;
  await page.route(/\/api\/v5\/address\/[^/]+\?coin=XRP/, (route) => route.fulfill({ json: lookup }));
  await page.goto(`${pool.url}/address/${xrp.split(':')[0]}?coin=XRP`);
  await expect(page.getByRole('alert')).toContainText('with no Payment ID, Memo or Tag!');
  await expect(page.getByRole('tablist', { name: 'Address' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a chart shows an hour or a day, linear or logarithmic, and the table behind it', async ({ page }) => {
  await page.goto(urlOf('workers'));
  const section = page.getByRole('region', { name: /^KawPow/ });
  await section.getByRole('button', { name: 'Show chart of KawPow' }).click();
  const chart = section.getByRole('figure');
  await expect(chart).toContainText('Calculated hashrate, past 24 hours');
  const line = () => chart.locator('svg path').last().getAttribute('d');
  const day = await line();
  await page.getByRole('radio', { name: 'Past hour' }).check();
  await expect(chart).toContainText('Calculated hashrate, past hour');
  await expect.poll(line).not.toBe(day);
  const linear = await line();
  await page.getByRole('radio', { name: 'Log' }).check();
  await expect.poll(line).not.toBe(linear);
  await section.getByText('Show as a table').click();
  await expect.poll(() => section.getByRole('region').getByRole('row').count()).toBeGreaterThan(30);
  // Both choices are remembered.
  await page.reload();
  await section.getByRole('button', { name: 'Show chart of KawPow' }).click();
  await expect(chart).toContainText('Calculated hashrate, past hour');
  await expect(page.getByRole('radio', { name: 'Log' })).toBeChecked();
});

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the axis of a chart and the table behind it tell the same time [workers-02]', async ({ page }) => {
    await page.goto(urlOf('workers'));
    const section = page.getByRole('region', { name: /^KawPow/ });
    await section.getByRole('button', { name: 'Show chart of KawPow' }).click();
    const axis = await section
      .getByText(/^\d\d:\d\d UTC$/)
      .last()
      .textContent();
    await section.getByText('Show as a table').click();
    const newest = await section.getByRole('region').getByRole('cell').first().textContent();
    const minutes = (text: string | null): number => {
      const [, hour, minute] = /(\d\d):(\d\d)(?::\d\d)? UTC$/.exec(text ?? '') ?? [];
      return 60 * Number(hour) + Number(minute);
    };
    const apart = (minutes(axis) - minutes(newest) + 1440) % 1440;
    expect(Math.min(apart, 1440 - apart)).toBeLessThanOrEqual(30);
  });
});

test('a reward opens its receipt, and all of them come as a table', async ({ page }) => {
  await page.goto(urlOf());
  await page.getByRole('button', { name: 'Rewards' }).click();
  const list = page.getByRole('list', { name: 'Live events' });
  // The newest reward of this address waits to be converted: one that was credited.
  const credited = list.getByRole('listitem').filter({ hasText: '+0.' }).first();
  await credited.getByRole('button', { name: 'Show the receipt' }).click();
  await expect(list.getByRole('row', { name: /Credited to your balance/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /^Fee/ })).toBeVisible();

  await page.goto(urlOf('payments'));
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Rewards as CSV' }).click();
  const [head, first] = (await readFile(await (await downloaded).path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^time,kind,algorithm,block_height,.*,credited_usd$/);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00,mining,/);
});

test('ten events, and more by asking once and scrolling on [live-02]', async ({ page }) => {
  await page.goto(urlOf());
  const rows = page.getByRole('list', { name: 'Live events' }).locator(':scope > li');
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Load earlier events' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(20);
  const before = await rows.count();
  await page.mouse.move(700, 600);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000);
      return rows.count();
    })
    .toBeGreaterThan(before);
});
