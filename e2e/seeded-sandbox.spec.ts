import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { askPool } from './support/ask-pool.ts';
import { changeAnswer } from './support/change-answer.ts';
import { expect, test } from './support/demo-test.ts';

let pool: PoolProcess;
test.beforeAll(({ demo }) => {
  pool = demo;
});

/** Everything that the browser complains about while the page is open. */
function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

test('the coin page offers lines to copy where miners can connect, and says what is only simulated', async ({
  page,
}) => {
  const faults = collectFaults(page);
  await page.goto(`${pool.url}/?coin=BTC&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  await expect(card.getByText('Server', { exact: true })).toBeVisible();

  expect(faults).toEqual([]);

  // What the card says of an algorithm that is only simulated is put in at the edge: all may be mined for real here. The browser takes
  // such a page for one of another network, and lets it open no live connection.
  await page.route(`${pool.url}/?**`, (route) =>
    changeAnswer(route, (body) => body.replaceAll(/"work":"\w+"/g, '"work":"simulated"')),
  );
  await page.goto(`${pool.url}/?coin=BTC&algorithm=beamhash`);
  await expect(card.getByText('Its workers are simulated by the demo fleet of this sandbox')).toBeVisible();
  await expect(card.getByText('Server', { exact: true })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Choose another' })).toBeVisible();
});

const seeded = [
  {
    coin: 'BTC',
    address: 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl',
    worker: 'garage-1',
    algorithm: 'FishHash',
  },
  {
    coin: 'KAS',
    address: 'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk',
    worker: 'hall-a-01',
    algorithm: 'FishHash',
  },
] as const;

for (const { coin, address, worker, algorithm } of seeded) {
  // One of them in `npm test`.
  const tag = coin === 'BTC' ? [] : ['@long'];
  test(`the page of a seeded ${coin} address shows workers, events and a receipt`, { tag }, async ({
    page,
  }) => {
    const faults = collectFaults(page);
    await page.goto(`${pool.url}/address/${encodeURIComponent(address)}?coin=${coin}`);
    await expect(page.getByText('Welcome to your stats!')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Balance Simulated' })).toBeVisible();
    // What is mined at present is real, or nothing.
    await expect(page.getByText('Forecast at the rate of the past 24 hours Simulated')).toBeVisible();
    for (const part of ['Hashrate now', 'Workers online'])
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
    const balance = page.getByRole('region', { name: 'Balance' }).locator('[data-amount]').first();
    await expect(balance).toHaveAttribute('data-amount', /[1-9]/);

    const events = page.getByRole('list', { name: 'Live events' });
    await expect(events.getByRole('listitem').first()).toBeVisible();
    // Only what an owner did is no work and no money; and the laptop goes on for real, and may find a block meanwhile.
    const simulated = events.getByRole('listitem').filter({
      hasNotText: /^.*(Payout asked for|Auto-pay|network|laptop|SHA-256 reward)/i,
    });
    // In one look: what the laptop does next pushes the last line out.
    const mark = page.getByText('Simulated', { exact: true });
    await expect(simulated.filter({ has: mark }).first()).toBeVisible();
    await expect(simulated.filter({ hasNot: mark })).toHaveCount(0);
    // A farm's workers fill a page of the list when they leave.
    await page.getByRole('button', { name: 'Rewards', exact: true }).click();
    await events.getByRole('button', { name: 'Show the receipt' }).first().click();
    const receipt = events.getByRole('table', { name: 'Receipt, step by step' });
    await expect(receipt).toContainText('of the round’s');
    await expect(receipt).toContainText(/block [\d,]+, for the whole round/);

    await page.getByRole('tab', { name: /^Workers/ }).click();
    const workers = page.getByRole('table', { name: new RegExp(`^${algorithm} workers`, 'i') });
    await expect(workers.getByText(worker)).toBeVisible();
    const heads = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
    for (const head of await heads.filter({ hasNotText: 'SHA-256' }).all())
      await expect(head.getByText('Simulated', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: /^Payments/ }).click();
    const payments = page.locator('[data-payment]');
    await expect(payments.first()).toContainText('Simulated');
    await page.getByRole('tab', { name: 'Referrals' }).click();
    const referred = page.getByRole('table', { name: 'Referred workers' }).locator('tbody').getByRole('row');
    // Two of them go on for real.
    await expect(referred.filter({ hasNotText: /notebook|laptop/ }).first()).toContainText('Simulated');
    await page.getByRole('tab', { name: 'Stats' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(
      'Simulated The demo fleet of this sandbox has mined',
    );
    await page.getByRole('tab', { name: 'Hub' }).click();
    await expect(page.getByRole('region', { name: 'The pool' })).toContainText(
      'Simulated Miners and workers',
    );
    expect(faults).toEqual([]);
  });
}

test('a machine of the demo really mines, a small part of a core, and is shown as what it is', async ({
  page,
}) => {
  await page.goto(`${pool.url}/address/bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl?coin=BTC&tab=workers`);
  const workers = page.getByRole('table', { name: /^SHA-256 workers/i });
  const laptop = workers.getByRole('row', { name: /^laptop/ });
  // Its first share comes within seconds.
  await expect(laptop).toContainText(/[1-9][\d.,]* k?H\/s/, { timeout: 180_000 });
  await expect(laptop).not.toContainText('Simulated');
  await expect(page.getByRole('region', { name: 'Workers online' })).toContainText('1');
});

test('an owner of the demo fleet was paid on two networks', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${pool.url}/address/0x24628ab432B18B1a715E0952c87211814BDC7199?coin=USDT&tab=payments`);
  for (const network of ['Polygon', 'BNB Smart Chain'])
    await expect(page.locator('[data-payment]').filter({ hasText: network }).first()).toBeVisible();
});

test('money of rewards, receipts and payments is in the chosen currency at the rates of their time', async ({
  page,
}) => {
  const address = `${pool.url}/address/0x24628ab432B18B1a715E0952c87211814BDC7199?coin=USDT`;
  await page.goto(address);
  const balance = page.getByRole('region', { name: 'Balance' });
  await balance.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  const events = page.getByRole('list', { name: 'Live events' });
  const reward = events
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Show the receipt' }) });
  await expect(reward.first()).toContainText(/€[\d.]+ then/);
  await reward.first().getByRole('button', { name: 'Show the receipt' }).click();
  const worth = events.getByRole('row', { name: /^Worth/ });
  await expect(worth).toHaveText(/your part before the fee, at the rate of that time€[\d.]+$/);
  await page.getByRole('tab', { name: /^Payments/ }).click();
  for (const payment of await page.locator('[data-payment]').all())
    await expect(payment).toContainText(/€[\d.]+ at that time/);
});

test('a custom code of the demo fleet has an active miner on every day of its chart', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${pool.url}/address/bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl?coin=BTC&tab=referrals`);
  const chart = page.getByRole('figure').filter({ hasText: 'Active Miners' });
  await expect(chart).toBeVisible();
  await expect(chart).not.toContainText('Not enough data');
});

/** Their networks are closed: the balance cannot leave, and the page says so above the tabs. */
const unpaid = ['EOS on BSC', 'FTM on FTM', 'OMG on ETH', 'WAVES on WAVES'];

interface DemoMiner {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly balance: string;
}

test('every miner of the demo fleet has something on every tab', { tag: '@long' }, async ({ request }) => {
  const read = async <Data>(path: string): Promise<Data> => {
    const response = await request.get(`${pool.url}/api/v5/${path}`);
    expect(response.ok(), path).toBe(true);
    return ((await response.json()) as { data: Data }).data;
  };
  const accounts = (await askPool(pool, 'miners list', { limit: 1000 })) as readonly DemoMiner[];
  expect(accounts).toHaveLength(44);
  const empty: string[] = [];
  const codes = new Set<string>();
  for (const { uuid, coin, network } of accounts) {
    const ofList = async (part: string) =>
      (await read<{ list: readonly unknown[] }>(`account/${uuid}/${part}`)).list.length;
    const workers = await read<Record<string, { workers: readonly { referral: string | null }[] }>>(
      `account/${uuid}/workers`,
    );
    const machines = Object.values(workers).flatMap((section) => section.workers);
    for (const { referral } of machines) if (referral !== null) codes.add(referral);
    const [{ balance }] = await read<[{ balance: string }]>(`accounts/${uuid}/balance`);
    const parts = {
      balance: Number(balance),
      workers: machines.length,
      rewards: await ofList('events?type=reward'),
      payments: await ofList('payments'),
      referrals: await ofList('referrals'),
    };
    for (const [part, amount] of Object.entries(parts))
      if (amount === 0) empty.push(`${part} of ${coin} on ${network}`);
  }
  expect(empty.toSorted()).toEqual(unpaid.map((name) => `payments of ${name}`));
  expect(codes.size).toBeGreaterThan(40);
  for (const code of codes)
    expect(await read<{ exists: boolean }>(`referral/code/${code}`)).toMatchObject({ exists: true });
});
