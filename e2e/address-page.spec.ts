import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';

test.describe.configure({ timeout: 60_000 });

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_SEED: 'openlode' } });
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to for weeks, and was paid. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
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
