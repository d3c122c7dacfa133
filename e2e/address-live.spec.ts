import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { keepMessages } from './support/keep-messages.ts';
import { MinedAddress } from './support/mined-address.ts';
import { expect, test } from './support/test.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const other = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';
const hourMs = 3_600_000;

let mined: MinedAddress;
let proxy: FaultProxy;
let url: string;
test.beforeAll(async () => {
  mined = await MinedAddress.start('DOGE', address);
  proxy = await FaultProxy.start({ host: '127.0.0.1', port: mined.pool.httpPort });
  url = `http://127.0.0.1:${proxy.port}`;
});
test.afterAll(async () => {
  await proxy.close();
  await mined.close();
});

const events = (page: Page) => page.getByRole('list', { name: 'Live events' }).locator(':scope > li');

/** What the page says into its sockets, as it goes on. */
function spokenBy(page: Page): string[] {
  const spoken: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => spoken.push(String(payload))));
  return spoken;
}

test('a page goes from fresh to mined and offline by itself', {
  tag: ['@long', '@live-01', '@live-04', '@workers-03', '@acct-01', '@acct-06'],
}, async ({ page }) => {
  const spoken = spokenBy(page);
  await page.goto(`${url}/address/${address}?coin=DOGE`);
  await expect(page.getByText('Welcome to your stats!')).toBeVisible();
  await expect(page.getByText('You have no live updating data, yet')).toBeVisible();
  const rewards = page.getByRole('button', { name: 'Rewards' });
  await rewards.click();
  await expect(page.getByText('There are no events with the current filters.')).toBeVisible();
  await rewards.click();
  await page.getByRole('tab', { name: /^Workers/ }).click();
  await expect(page.getByText('You have no workers online; you are currently offline')).toBeVisible();
  await expect(page.getByText('It can take up to 10 minutes until a worker shows up')).toBeVisible();
  await page.getByRole('tab', { name: /^Live/ }).click();
  const uuid = String((await mined.lookUp())['uuid']);
  await expect.poll(() => spoken.some((text) => text.includes(`["join_account","${uuid}"]`))).toBe(true);

  // Longer than a list shows; with a code that its row names.
  const worker = 'rig-in-the-cellar';
  const miner = await mined.startMiner(`${worker}#abcd-1234`);
  // Its first share is real work, which a busy machine takes its time for.
  await expect(page.getByText('Welcome to your stats!')).toHaveCount(0, { timeout: 180_000 });
  await expect(events(page).filter({ hasText: `${worker} came online on SHA-256` })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Workers online' })).toContainText('on 1 algorithm');
  await expect(page.getByRole('region', { name: 'Hashrate now' })).toContainText(/SHA-256, past 10 minutes/);
  await expect(page.getByRole('button', { name: 'Mining Key' })).toBeVisible();
  await page.getByRole('tab', { name: /^Workers/ }).click();
  const row = page.getByRole('table', { name: 'SHA-256 workers' }).getByRole('row').nth(1);
  await expect(row.getByTitle(worker, { exact: true })).toHaveText(/^rig-in-the-cell…/);
  await expect(row.getByTitle('Mines with the referral code abcd-1234')).toBeVisible();
  await expect(row).toContainText('Online');
  await expect(row).toContainText(/[1-9][\d.]* [kM]?H\/s/);
  await page.getByRole('tab', { name: /^Live/ }).click();
  await mined.earnBlock(miner);
  const reward = events(page).filter({ hasText: 'Balance increased by a SHA-256 reward' }).first();
  await expect(reward).toBeVisible();
  await expect(reward).toContainText(/for work of .*\d\d:\d\d–.*\d\d:\d\d UTC/);
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance.locator('[data-amount]').first()).not.toHaveAttribute('data-amount', '0');
  await miner.stop();
  await mined.control.advance(hourMs / 3);
  await expect(events(page).filter({ hasText: `${worker} went offline on SHA-256` })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Workers online' })).toContainText('None online');

  await page.getByRole('tab', { name: /^Workers/ }).click();
  await expect(row).toContainText('Offline');
  // A visitor who leaves the page leaves its room; each address has a room of its own.
  await page.goto(`${url}/address?coin=DOGE`);
  const heard = spoken.length;
  const said = (verb: string, of: string) =>
    spoken.slice(heard).some((text) => text.includes(`["${verb}","${of}"]`));
  await page
    .locator('main')
    .getByRole('textbox', { name: /^Look up/ })
    .fill(address);
  await page.keyboard.press('Enter');
  await expect.poll(() => said('join_account', uuid)).toBe(true);
  await page.goBack();
  await expect.poll(() => said('leave_account', uuid)).toBe(true);
  await page
    .locator('main')
    .getByRole('textbox', { name: /^Look up/ })
    .fill(other);
  await page.keyboard.press('Enter');
  const otherUuid = String((await mined.lookUp(other))['uuid']);
  await expect.poll(() => said('join_account', otherUuid)).toBe(true);
});

test('a page that was open before the first share shows it, its reward, and each step of the payment that its owner alone can ask for', {
  tag: ['@pay-01', '@pay-02'],
}, async ({ page }) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${url}/address/${address}?coin=DOGE`);
  await expect(page.getByText('Welcome to your stats!')).toBeVisible();
  const miner = await mined.startMiner('rig1');
  await expect(events(page).filter({ hasText: 'rig1 came online on SHA-256' })).toHaveCount(1, {
    timeout: 180_000,
  });
  await expect(page.getByRole('region', { name: 'Workers online' })).toContainText('on 1 algorithm');
  while ((await mined.balance()) <= 5) await mined.earnBlock(miner);
  await miner.stop();
  await expect(events(page).getByText('by a SHA-256 reward').first()).toBeVisible();
  const balance = page.getByRole('region', { name: 'Balance' }).locator('[data-amount]').first();
  await expect
    .poll(async () => Number(await balance.getAttribute('data-amount')) === (await mined.balance()))
    .toBe(true);
  expect((await mined.control.ledger())['sound']).toBe(true);

  await page.getByRole('tab', { name: /^Payments/ }).click();
  await expect(page.getByText('You have no payouts, yet.')).toBeVisible();
  const settings = page.getByRole('region', { name: 'Payment settings' });
  const autoPay = settings.getByRole('switch', { name: 'Auto-pay' });
  const payNow = settings.getByRole('button', { name: 'Pay out now' });
  const dialog = page.getByRole('dialog');
  // A miner that has just begun proves no ownership yet.
  await autoPay.click();
  await expect(dialog).toContainText('Only the owner of this address can do this');
  await page.keyboard.press('Escape');
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect(dialog).toContainText('Confirm that this address is yours');
  await page.keyboard.press('Escape');
  expect([(await mined.lookUp())['auto'], await mined.payments()]).toEqual([false, 0]);

  // Two hours later the work speaks for itself.
  await mined.control.advance(2 * hourMs);
  const said = await keepMessages(page);
  for (const isOn of ['true', 'false']) {
    await autoPay.click();
    await expect.poll(said).toContain('Your settings have been updated!');
    await expect(autoPay).toHaveAttribute('aria-checked', isOn);
  }
  // Whether the row flashes, from the first time on: it is not there yet. How long is told by the suite that has a clock.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-payment][data-flash=true]') !== null)
        Object.assign(window, { hasFlashed: true });
    }).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-flash'],
    });
  });
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect.poll(said).toContain('Your payment have been initiated!');

  const payment = page.getByRole('list', { name: 'Payments' }).locator(':scope > li');
  await expect(payment).toHaveCount(1);
  await expect(payment).toContainText(/Payment (in progress|processing)/);
  await expect(payment.getByRole('list', { name: 'Payment progress' })).toContainText('Eligible');
  await expect
    .poll(
      async () => {
        await mined.control.advance(20_000);
        return payment.innerText();
      },
      { timeout: 120_000 },
    )
    .toContain('Payment completed');
  await expect(payment.getByText(/^sandbox-/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'hasFlashed' in window)).toBe(true);
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Payments as CSV' }).click();
  const [head, paid] = (await readFile(await (await downloaded).path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^time,kind,status,reason,amount,coin,amount_usd,/);
  expect(paid).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00,manual,success,,[\d.]+,DOGE,[\d.]+,DOGE,DPp/);
  await page.getByRole('tab', { name: /^Live/ }).click();
  await expect(events(page).filter({ hasText: 'Payout complete' })).toHaveCount(1);
  expect([loads, faults]).toEqual([1, []]);
});

test('a page that lost its connection joins again by itself, and shows what happened meanwhile [sock-03]', async ({
  page,
}) => {
  await page.goto(`${url}/address/${address}?coin=DOGE`);
  const lastUpdate = page.getByRole('region', { name: 'Last update' });
  await expect(lastUpdate).toContainText('Page is live');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  proxy.setMode('refuse');
  await expect(lastUpdate).toContainText('Reconnecting');
  const miner = await mined.startMiner('rig-meanwhile');
  await miner.whenAcked(1);
  await miner.stop();
  proxy.setMode('pass');
  await expect(lastUpdate).toContainText('Page is live');
  await expect(events(page).filter({ hasText: 'rig-meanwhile came online on SHA-256' })).toHaveCount(1);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('after a lost connection the page rejoins and catches up, without a reload or a gap', {
  tag: '@long',
}, async ({ page }) => {
  const miner = await mined.startMiner('rig2');
  await page.goto(`${url}/address/${address}?coin=DOGE`);
  const lastUpdate = page.getByRole('region', { name: 'Last update' });
  await expect(lastUpdate).toContainText('Page is live');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const shown = () =>
    events(page)
      .locator('time')
      .evaluateAll((all) => all.map((each) => Date.parse(each.getAttribute('datetime') ?? '')));
  const booked = async (): Promise<number[]> => (await mined.events()).map(({ timestamp }) => timestamp);
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(3);
  const balance = page.getByRole('region', { name: 'Balance' }).locator('[data-amount]').first();

  proxy.setMode('refuse');
  await expect(lastUpdate).toContainText('Reconnecting');
  await expect(page.getByText('Live updates are paused.')).toBeVisible();
  // From here on: the miner was at work until the connection was lost.
  const before = await shown();
  const amount = await balance.getAttribute('data-amount');
  await mined.earnBlock(miner);
  await mined.earnBlock(miner);
  await miner.stop();
  // The last figures stay, and are said to be old.
  await expect(page.getByText('These figures may be out of date.')).toBeVisible();
  await expect(balance).toHaveAttribute('data-amount', amount ?? '');
  expect(await shown()).toEqual(before);

  proxy.setMode('pass');
  await expect(lastUpdate).toContainText('Page is live');
  await expect(page.getByText('Live updates are paused.')).toHaveCount(0);
  await expect(page.getByText('These figures may be out of date.')).toHaveCount(0);
  await expect(balance).not.toHaveAttribute('data-amount', amount ?? '');
  // What is listed is what the database holds, each once and in order.
  await expect(async () => expect(await shown()).toEqual(await booked())).toPass({ timeout: 120_000 });
  expect((await booked())[0]).toBeGreaterThan(before[0] ?? 0);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
