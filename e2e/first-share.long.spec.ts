import type { Page } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { expect, test } from './support/test.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

let pool: PoolProcess;
let control: SandboxControl;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
  control = await pool.connectControl();
});
test.afterAll(async () => {
  await control.close();
  await pool.close();
});

/** Everything that the ledger holds for the miner: what the page shows is held against it. */
async function ledgerBalance(): Promise<string> {
  const answer = await fetch(`${pool.url}/api/v5/address/${address}?coin=DOGE`);
  const { data } = (await answer.json()) as { data: { balance: string } };
  return data.balance;
}

/** The hashrate that the page shows, in hashes per second. */
async function shownHashrate(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Hashrate' }).innerText();
  const match = /([\d,.]+)\s*([kMGT]?)H\/s/.exec(text);
  const factor = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 }[match?.[2] ?? ''] ?? Number.NaN;
  return Number((match?.[1] ?? '').replaceAll(',', '')) * factor;
}

test('a page that was opened before the first share shows everything about it without a reload', async ({
  page,
}) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(`${pool.url}/address/${address}?coin=DOGE`);
  await expect(page.getByText('Welcome to your stats!')).toBeVisible();
  const balance = page.getByRole('region', { name: 'Balance' }).locator('[data-amount]').first();
  await expect(balance).toHaveAttribute('data-amount', '0');

  // The worker comes online with its first share.
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user: `DOGE:${address}.rig1`,
    hashesPerSecondMax: 400_000,
  });
  const events = page.getByRole('list', { name: 'Live events' });
  await expect(events.getByText('rig1 came online on SHA-256')).toBeVisible({ timeout: 180_000 });
  await expect(page.getByRole('region', { name: 'Workers' })).toContainText('1 of 1');

  // A few shares, and the page says how much work that is.
  await miner.whenAcked(6);
  const first = miner.acked[0];
  if (first === undefined) throw new Error('no share was acknowledged');
  await expect
    .poll(
      async () => {
        const sent = Number(miner.workAckedUntil()) / ((Date.now() - first.ackedAt) / 1000);
        return Math.abs((await shownHashrate(page)) / sent - 1);
      },
      { timeout: 120_000 },
    )
    .toBeLessThan(0.15);

  // A block, its reward, and the balance risen by exactly what the ledger booked.
  const before = await ledgerBalance();
  await control.mineBlock('sha256');
  await expect.poll(ledgerBalance, { timeout: 180_000 }).not.toBe(before);
  await control.advance(0);
  await expect(events.getByText('by a SHA-256 reward').first()).toBeVisible();
  await miner.stop();
  // Blocks that were found meanwhile mature too.
  await control.advance(11_000);
  await expect
    .poll(async () => {
      const shown = await balance.getAttribute('data-amount');
      return shown === (await ledgerBalance());
    })
    .toBe(true);
  expect(Number(await ledgerBalance())).toBeGreaterThan(0);
  const ledger = await control.ledger();
  expect(ledger['sound']).toBe(true);

  // A quarter of an hour of silence takes it offline.
  await control.advance(16 * 60_000);
  await expect(events.getByText('rig1 went offline on SHA-256')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Workers' })).toContainText('0 of 1');
  expect(loads).toBe(1);
  expect(faults).toEqual([]);
});
