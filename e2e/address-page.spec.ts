import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { askPool } from './support/ask-pool.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { keepMessages } from './support/keep-messages.ts';
import { expect, test } from './support/demo-test.ts';

let pool: PoolProcess;
test.beforeAll(({ demo }) => {
  pool = demo;
});

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

  await page.getByRole('button', { name: 'Mining Key' }).click();
  const key = await page.getByRole('dialog').locator('code').innerText();
  expect(key).toMatch(/^K-[A-Z2-7]{20}$/);
  await expect(page.getByRole('img', { name: `QR code of ${key}` })).toBeVisible();
  const said = await keepMessages(page);
  await page.getByRole('button', { name: 'Copy Mining Key' }).click();
  await expect.poll(said).toContain('Your Mining Key have been copied!');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
});

test('an address that is none of that coin says so, with the right article [addr-06]', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const [coin, article] of [
    ['DOGE', 'a'],
    ['ETH', 'an'],
  ]) {
    await page.goto(`${pool.url}/address/nonsense?coin=${coin}`);
    const warning = page.getByText(`Your address seems to be invalid or is not ${article} ${coin} address!`);
    await expect(warning).toBeVisible();
  }
  // A refusal is an answer, not an error of the page.
  expect(errors).toEqual([]);
  const refused = await fetch(`${pool.url}/api/v5/address/nonsense?coin=ETH`);
  expect(refused.status).toBe(404);
  await expectAccessible(page);
});

test('a whole user string is understood wherever an address is looked up', { tag: '@long' }, async ({
  page,
}) => {
  const doge = 'DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad';
  for (const path of ['/address?coin=BTC', '/?coin=BTC&algorithm=sha256']) {
    await page.goto(`${pool.url}${path}`);
    const box = page.getByRole('main').getByRole('textbox', { name: 'Look up a BTC address' });
    await box.fill(`DOGE:${doge}.cpu-3#night-shift`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${pool.url}/address/${doge}?coin=DOGE`);
  }
  await page.goto(`${pool.url}/address?coin=BTC`);
  await page
    .getByRole('main')
    .getByRole('textbox', { name: 'Look up a BTC address' })
    .fill(`XRP:${xrp}.vega`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${pool.url}/address/${xrp}?coin=XRP`);
  await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible();
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
  const exchange = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
  const flagged = { address: `XRP:${exchange}`, exchange: 'An exchange', reason: 'a miner lost a payout' };
  expect(await askPool(pool, 'exchanges add', flagged)).toMatchObject({ kind: 'done' });
  await page.goto(`${pool.url}/address/${exchange}?coin=XRP`);
  await expect(page.getByRole('alert')).toContainText('with no Payment ID, Memo or Tag!');
  await expect(page.getByRole('tablist', { name: 'Address' })).toHaveCount(0);
  await expectAccessible(page);
});

/** The chart of an algorithm that a machine of the demo mines at this moment. */
async function openChart(page: Page): Promise<Locator> {
  const { uuid } = await answerOf<{ uuid: string }>(`/address/${address}?coin=BTC`);
  const readMined = () =>
    answerOf<Record<string, { workers: { online: boolean }[] }>>(`/account/${uuid}/workers`);
  await expect
    .poll(async () => (await readMined())['sha256']?.workers.some(({ online }) => online), {
      timeout: 60_000,
    })
    .toBe(true);
  const mined = await readMined();
  const algorithms = await answerOf<{ code: string; name: string }[]>('/algorithm');
  const name = algorithms.find(({ code }) => mined[code]?.workers.some(({ online }) => online))?.name ?? '';
  await page.goto(urlOf('workers'));
  const section = page.getByRole('region', { name: new RegExp(`^${name}`) });
  // The first one is open already.
  await expect(section.getByRole('button', { name: `chart of ${name}` })).toBeVisible();
  const show = section.getByRole('button', { name: `Show chart of ${name}` });
  if ((await show.count()) > 0) await show.click();
  return section;
}

test('a chart shows an hour or a day, linear or logarithmic, and the table behind it [workers-02]', async ({
  page,
}) => {
  const section = await openChart(page);
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
  await expect.poll(() => section.getByRole('region').getByRole('row').count()).toBeGreaterThan(20);
  // Both choices are remembered.
  await openChart(page);
  await expect(chart).toContainText('Calculated hashrate, past hour');
  await expect(page.getByRole('radio', { name: 'Log' })).toBeChecked();
});

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the axis of a chart and the table behind it tell the same time [workers-02]', async ({
    freshPage: page,
  }) => {
    const section = await openChart(page);
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

async function answerOf<Data>(call: string): Promise<Data> {
  return ((await (await fetch(`${pool.url}/api/v5${call}`)).json()) as { data: Data }).data;
}

test('a custom code has its link, its workers page by page, its tier and its miners by day; the stats are the pool’s [refs-01, refs-02, refs-03, stats-01]', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { uuid } = await answerOf<{ uuid: string }>(`/address/${address}?coin=BTC`);
  const readReferrals = () =>
    answerOf<{ code: string; count: number; list: { name: string; simulated?: boolean }[] }>(
      `/account/${uuid}/referrals`,
    );
  await page.goto(urlOf('referrals'));
  const codes = page.getByRole('region', { name: 'Your referral code' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(codes.getByRole('img', { name: 'Custom code' })).toBeVisible();
  await expect(codes).toContainText(`${(await readReferrals()).code} keeps working.`);
  const said = await keepMessages(page);
  for (const text of ['lodestar', `${pool.url}/?ref=lodestar`]) {
    await codes.getByText(text, { exact: true }).click();
    await expect.poll(copied).toBe(text);
  }
  await expect.poll(said).toContain('The referral link have been copied!');
  await codes.getByRole('button', { name: 'Copy referral code' }).click();
  await expect.poll(copied).toBe('lodestar');

  const rows = page.getByRole('table', { name: 'Referred workers' }).locator('tbody tr');
  // The fleet goes on: workers come and go, and change places.
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(10);
    const { count, list } = await readReferrals();
    await expect(page.getByRole('heading', { name: /^Active workers/ })).toHaveText(
      `Active workers ${count}`,
      {
        timeout: 1000,
      },
    );
    const names = (await rows.locator('th').allTextContents()).map((name) => name.trim());
    const shown = list.map(({ name, simulated }) => (simulated === true ? `${name} Simulated` : name));
    expect(names.toSorted()).toEqual(shown.toSorted());
  }).toPass();
  await expect(rows.first().locator('time')).toHaveText(/now|ago/);
  const pages = page.getByRole('navigation', { name: 'Pages of referred workers' });
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  for (const [there, back] of [
    ['Next', 'Previous'],
    ['Last', 'First'],
  ] as const) {
    await pages.getByRole('button', { name: there }).click();
    await expect(pages).toContainText('Page 2 of 2');
    await expect(rows).toHaveCount(2);
    await expect(pages.getByRole('button', { name: there })).toBeDisabled();
    await pages.getByRole('button', { name: back }).click();
    await expect(rows).toHaveCount(10);
  }

  const tier = page.getByRole('region', { name: 'Your tier' });
  await expect(tier.getByRole('img', { name: 'Tier 0' })).toBeVisible();
  await expect(tier).toContainText('Base');
  await expect(tier).toContainText(
    'You earn 0.35% of what is mined with your code; its miners keep 0.15% more.',
  );
  const { chart } = await answerOf<{ chart: { data: string[] } }>(`/account/${uuid}/referral/reports`);
  expect(Number(chart.data.at(-1))).toBeGreaterThanOrEqual(3);
  const drawn = tier.getByRole('figure');
  await expect(drawn).toContainText('Active Miners');
  await drawn.getByText('Show as a table').click();
  await expect(drawn.locator('tbody tr td:last-child')).toHaveText(chart.data.toReversed());

  // The stats are those of the call, each with its span and unit.
  interface Stats
    extends Readonly<Record<'balance' | 'balance_mining' | 'balance_referral' | 'paid', string>> {
    readonly rewarded: Readonly<Record<'past_24h' | 'past_7d' | 'past_30d', string>>;
    readonly rewarded_timestamp: Readonly<Record<'past_24h' | 'past_7d' | 'past_30d', [number, number]>>;
  }
  await page.getByRole('tab', { name: 'Stats' }).click();
  const table = page.getByRole('table', { name: 'Stats' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
  const amounts = ({ rewarded, ...stats }: Stats) => [
    ['Mining balance', stats.balance_mining],
    ['Referral balance', stats.balance_referral],
    ['Total balance', stats.balance],
    ['Rewards, past 24 hours', rewarded.past_24h],
    ['Rewards, past 7 days', rewarded.past_7d],
    ['Rewards, past 30 days', rewarded.past_30d],
    ['Total paid', stats.paid],
  ];
  const readStats = () => answerOf<Stats>(`/account/${uuid}/stats`);
  // A block of the fleet may be credited at any moment.
  await expect(async () => {
    for (const [name = '', amount] of amounts(await readStats()))
      await expect(row(name).getByTitle(`${amount} BTC`), name).toBeVisible({ timeout: 1000 });
  }).toPass();
  const stats = await readStats();
  for (const [span, name] of [
    ['past_24h', 'Rewards, past 24 hours'],
    ['past_7d', 'Rewards, past 7 days'],
    ['past_30d', 'Rewards, past 30 days'],
  ] as const) {
    const [start, end] = stats.rewarded_timestamp[span];
    expect(end % 3_600_000).toBe(0);
    expect((end - start) / 3_600_000).toBe({ past_24h: 24, past_7d: 168, past_30d: 720 }[span]);
    await expect(row(name)).toContainText(/\d\d:00:00 UTC to .* \d\d:00:00 UTC, updated hourly/);
  }
  const { list: paid } = await answerOf<{ list: { status: string; timestamp: number }[] }>(
    `/account/${uuid}/payments`,
  );
  // After the hour of the daily run another payment stands above it.
  expect(paid.at(-1)?.status).toBe('success');
  const { last_payment: last } = await answerOf<{ last_payment: number }>(`/account/${uuid}/stats`);
  await expect(row('Last payment')).toContainText(`${new Date(last).getUTCDate()} `);
  await expect(row('Payment threshold')).toContainText('minimum payout on Bitcoin');
  await expect(row('Payment threshold')).toContainText('0.0005');
  await expect(row('Current mining fee')).toContainText('1%');
});

test('a payment that failed says what to do, in the network’s name; a coin that is closed promises nothing [pay-03]', async ({
  page,
}) => {
  const doge = `${pool.url}/address/DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad?coin=DOGE`;
  await page.goto(`${doge}&tab=payments`);
  const payments = page.getByRole('list', { name: 'Payments' }).locator(':scope > li');
  // After the hour of the daily run another payment stands above it.
  const payment = payments.filter({ hasText: "We couldn't process your payment, please try again!" }).first();
  await expect(payment.getByTitle('Nothing is lost: the amount is back in your balance.')).toBeVisible();
  await page.getByRole('tab', { name: /^Live/ }).click();
  await page.getByRole('button', { name: 'Payouts' }).click();
  const words = page.getByRole('list', { name: 'Live events' }).getByRole('listitem').locator('p');
  await expect(async () => {
    const texts = await words.allTextContents();
    const failed = texts.findIndex((text) => text.startsWith('Payout failed on Dogecoin'));
    expect(texts[failed + 1], texts.join('\n')).toMatch(/^Payout initiated on Dogecoin/);
    expect(failed).toBeGreaterThanOrEqual(0);
  }).toPass();
  await page.getByRole('button', { name: 'Payouts' }).click();

  // A coin that was delisted before the pool opened: neither its address page nor its own promises anything.
  const miner = '0xb0847D84684667Fa1f716c9a955A5448B054eA05';
  await page.goto(`${pool.url}/address/${miner}?coin=FTM`);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'This coin or token has been delisted and no further rewards will be credited.',
  );
  await expect(main.getByRole('link', { name: 'Choose another coin' })).toBeVisible();
  await expect(
    main.getByText('Payouts of this coin have ended. The balance stays in the ledger.'),
  ).toBeVisible();
  const settings = page.getByRole('region', { name: 'Payment settings' });
  await expect(settings).toContainText('Payouts of FTM have ended.');
  await expect(settings.getByRole('button', { name: 'Pay out now' })).toBeDisabled();
  await expect(settings.getByRole('switch', { name: 'Auto-pay' })).toBeDisabled();
  for (const untrue of [
    'under maintenance',
    'Welcome to your stats!',
    'It reconnects by itself',
    'paid daily',
  ])
    await expect(main).not.toContainText(untrue);
  await expect(page.getByRole('list', { name: 'Live events' }).getByRole('listitem').first()).toBeVisible();

  await page.goto(`${pool.url}/?coin=FTM`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fantom');
  await expect(main).toContainText(
    'This coin or token has been delisted and no further rewards will be credited.',
  );
  await expect(main).toContainText('This coin is no longer earned.');
  await expect(main.getByRole('button', { name: 'Copy user' })).toHaveCount(0);
  await expect(main.getByText('What would I earn?')).toHaveCount(0);
  await main.getByRole('textbox', { name: /^Look up an FTM address/ }).fill(miner);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${pool.url}/address/${miner}?coin=FTM`);
});

test('a reward opens its receipt, and all of them come as a table', { tag: '@long' }, async ({ page }) => {
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

test('the list is narrowed to several kinds at once, by the pool, and remembers them [live-03, live-04]', {
  tag: '@long',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/events?')) asked.push(new URL(request.url()).searchParams.get('type') ?? '');
  });
  await page.goto(urlOf());
  const rows = page.getByRole('list', { name: 'Live events' }).locator(':scope > li');
  await expect(rows).toHaveCount(10);
  for (const kind of ['Workers', 'Payouts']) await page.getByRole('button', { name: kind }).click();
  await expect.poll(() => asked.at(-1)).toMatch(/^(worker,payout|payout,worker)$/);
  // No row is shown while the answer is on its way.
  await expect(rows.first()).toBeVisible();
  await expect(
    rows.filter({ hasNotText: /(came online|went offline) on|Payout (initiated|complete)/ }),
  ).toHaveCount(0);
  await page.reload();
  await expect.poll(() => asked.at(-1)).toMatch(/^(worker,payout|payout,worker)$/);
  await expect(page.getByRole('button', { name: 'Workers' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Workers' }).click();
  await expect(rows.filter({ hasText: 'Payout' }).first()).toBeVisible();
  await expect(rows.filter({ hasNotText: 'Payout' })).toHaveCount(0);
  await expect.poll(() => asked).toContain('payout');
  // Nothing was ever paid to this one.
  await page.goto(`${pool.url}/address/0xb0847D84684667Fa1f716c9a955A5448B054eA05?coin=FTM`);
  await expect(page.getByText('There are no events with the current filters.')).toBeVisible();
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
