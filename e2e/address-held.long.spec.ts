import type { PoolProcess } from '../testing/pool-process.ts';
import { askPool } from './support/ask-pool.ts';
import { seededPool } from './support/shared-pool.ts';
import { expect, test } from './support/test.ts';

// What is decided on it here would be seen by every other journey on the fleet.
let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await seededPool();
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to for weeks, and was paid. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';

async function answerOf<Data>(call: string): Promise<Data> {
  return ((await (await fetch(`${pool.url}/api/v5${call}`)).json()) as { data: Data }).data;
}

test('what the pool holds against an address is said on its page, with the next step, and on the coin page', {
  tag: ['@acct-07', '@lookup-05'],
}, async ({ page }) => {
  const tabStrip = page.getByRole('tablist', { name: 'Address' });
  const open = (of: string, coin: string) => page.goto(`${pool.url}/address/${of}?coin=${coin}`);
  // Those of the fleet were activated by their first payment.
  await open('rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', 'XRP');
  await expect(page.getByText('Your XRP address is not activated yet.')).toBeVisible();
  await expect(page.getByText(/at least 1 XRP; your first payout activates the address/)).toBeVisible();
  await expect(tabStrip).toBeVisible();

  await open('0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5', 'FTM');
  await expect(page.getByText(/has been delisted and no further rewards will be credited/)).toBeVisible();
  await expect(page.getByText('Welcome to your stats!')).toHaveCount(0);
  await open('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', 'DOGE');
  await expect(page.getByText('Welcome to your stats!')).toBeVisible();

  const farm = 'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk';
  await askPool(pool, 'restrict', { miner: `KAS:${farm}`, reason: 'a botnet' });
  await open(farm, 'KAS');
  await expect(page.getByText('This address is restricted.')).toBeVisible();
  const proxy = pool.stratumPort('sha256') + 3;
  await expect(page.getByText(/blocked for suspected botnet or web mining/)).toContainText(
    `SHA-256 ${proxy}`,
  );

  const message = 'Back at 18:00 UTC.';
  for (const network of ['DOGE', 'BTC']) await askPool(pool, 'maintenance on', { network, message });
  await open(address, 'BTC');
  const title = (name: string) => `Payments for the ${name} network are currently under maintenance`;
  await expect(page.getByText(title('Bitcoin'))).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await open('DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad', 'DOGE');
  await expect(page.getByText(title('Dogecoin'))).toBeVisible();
  await expect(page.getByText('Other networks of DOGE: BNB Smart Chain.')).toBeVisible();
  const { uuid } = await answerOf<{ uuid: string }>('/address/DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad?coin=DOGE');
  const { payments } = await answerOf<{ payments: number }>(`/account/${uuid}/stats`);
  expect(payments).toBeGreaterThan(0);
  await expect(page.getByRole('tab', { name: `Payments ${payments}` })).toBeVisible();

  await page.goto(`${pool.url}/?coin=DOGE&algorithm=sha256`);
  const notice = page.getByRole('complementary', { name: 'Your address' });
  await expect(notice).toContainText('payouts are under maintenance.');
  await expect(notice.getByRole('link')).toHaveAttribute(
    'href',
    '/address/DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad?coin=DOGE',
  );
  await notice.getByRole('button', { name: 'Close the notice about your address' }).click();
  await expect(notice).toHaveCount(0);

  // Each address that was viewed stands in the history, with what the pool says it holds.
  await page.goto(`${pool.url}/address?coin=DOGE`);
  const history = page.getByRole('region', { name: 'Recent addresses' });
  await expect(history.getByRole('region')).toHaveCount(5);
  const held = history.getByRole('region', { name: 'KAS addresses' }).locator('[data-amount]');
  const watched = page.getByRole('listitem').filter({ hasText: 'KAS' }).locator('[data-amount]');
  // A block of the fleet may be credited at any moment.
  for (const [path, amount] of [
    ['/address?coin=DOGE', held],
    ['/app', watched],
  ] as const)
    await expect(async () => {
      await page.goto(pool.url + path);
      const { balance, precision } = await answerOf<{ balance: string; precision: string }>(
        `/address/${farm}?coin=KAS`,
      );
      await expect(amount).toHaveAttribute('title', `${balance} KAS`, { timeout: 5000 });
      await expect(amount).toHaveAttribute('data-amount', balance, { timeout: 5000 });
      // The decimals of the miner's network are shown; all of them on hover.
      expect(await amount.innerText()).toMatch(new RegExp(String.raw`^[\d,]+(\.\d{1,${precision}})? KAS$`));
    }).toPass();
});
