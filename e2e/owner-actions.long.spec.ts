import { expect, type Page, test } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { expectAccessible } from './support/expect-accessible.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const hourMs = 3_600_000;

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

async function lookUp(): Promise<Record<string, unknown>> {
  const answer = await fetch(`${pool.url}/api/v5/address/${address}?coin=ETH`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

async function paid(): Promise<number> {
  const { uuid } = await lookUp();
  const answer = await fetch(`${pool.url}/api/v5/account/${String(uuid)}/payments`);
  return ((await answer.json()) as { data: { list: unknown[] } }).data.list.length;
}

/** Starts a miner once with the name that the guide shows. */
async function answerChallenge(page: Page): Promise<void> {
  const user = await page.getByRole('dialog').locator('code').nth(1).innerText();
  expect(user).toMatch(/^ETH:0x[0-9A-Fa-f]{40}\.v-[0-9A-Z]{8}$/);
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user,
    hashesPerSecondMax: 100_000,
  });
  await page.waitForTimeout(1000);
  await miner.stop();
}

test('the owner pays, sets auto-pay and switches networks; nobody else does', { tag: ['@pay-09'] }, async ({
  page,
}) => {
  test.slow();
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user: `ETH:${address}.rig1`,
    hashesPerSecondMax: 400_000,
  });
  await miner.whenAcked(3, 60_000);
  // A block is worth 0.003 ETH, and 0.01 ETH is the least that is paid.
  for (let block = 1; block <= 5; block += 1) {
    await control.mineBlock('sha256');
    await expect
      .poll(async () => (await control.books()).blocks.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(block);
  }
  await miner.stop();
  await expect
    .poll(
      async () => {
        await control.advance(30_000);
        return Number((await lookUp())['balance']);
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0.01);

  const settings = page.getByRole('region', { name: 'Payment settings' });
  const dialog = page.getByRole('dialog');
  await page.goto(`${pool.url}/address/${address}?coin=ETH&tab=payments`);
  const autoPay = settings.getByRole('switch', { name: 'Auto-pay' });
  const payNow = settings.getByRole('button', { name: 'Pay now' });

  // Who has just begun to mine is nobody's owner yet: neither by the request nor by a miner.
  await autoPay.click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await expectAccessible(page);
  await answerChallenge(page);
  await expect(dialog).toContainText('not from where this address is mined');
  expect((await lookUp())['auto']).toBe(false);
  await page.keyboard.press('Escape');
  await payNow.click();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeHidden();
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect(dialog).toContainText('Show that this address is yours');
  await page.keyboard.press('Escape');
  expect(await paid()).toBe(0);

  // Two hours later the work speaks for itself.
  await control.advance(2 * hourMs);
  await autoPay.click();
  await expect(page.getByText('Your settings have been updated!')).toBeVisible();
  await expect(autoPay).toHaveAttribute('aria-checked', 'true');
  await expect(settings).toContainText('You must first deactivate the auto payment setting.');
  await expect(payNow).toBeDisabled();
  await autoPay.click();
  await expect(autoPay).toHaveAttribute('aria-checked', 'false');
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect(page.getByText('Your payment have been initiated!')).toBeVisible();
  expect(await paid()).toBe(1);
  await expect(settings).toContainText('The minimum payment is 0.01 ETH');
  await expect(payNow).toBeDisabled();

  // A switch takes a miner of the owner's, and waits for the open payment.
  const chooseBsc = async (): Promise<void> => {
    await settings.getByRole('button', { name: 'Switch network' }).click();
    await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
  };
  await chooseBsc();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(
      async () => {
        await control.advance(600_000);
        const { uuid } = await lookUp();
        const answer = await fetch(`${pool.url}/api/v5/account/${String(uuid)}/stats`);
        return ((await answer.json()) as { data: { paid: string } }).data.paid;
      },
      { timeout: 60_000 },
    )
    .not.toBe('0');
  await chooseBsc();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await answerChallenge(page);
  await expect(page.getByText('Your network have been updated!')).toBeVisible();
  await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
  await settings.getByRole('button', { name: 'Cancel the switch' }).click();
  await expect(page.getByText('The switch is cancelled.')).toBeVisible();
  expect(await lookUp()).toMatchObject({ network: 'ETH', pending_network: null });

  await chooseBsc();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await answerChallenge(page);
  await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
  await control.advance(70_000);
  await expect.poll(async () => (await lookUp())['network'], { timeout: 20_000 }).toBe('BSC');
  await page.reload();
  await expect(settings).toContainText('Paid on BNB Smart Chain.');
  await page.getByRole('tab', { name: /^Live/ }).click();
  const events = page.getByRole('list', { name: 'Live events' });
  await expect(events).toContainText('Network switch to BSC took effect');
});
