import { expect, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { sideways } from './support/site-page.ts';

// Two dozen looks of axe at long pages: minutes on a machine that does something else besides.
let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({
    env: { OPENLODE_SEED: 'openlode', OPENLODE_EXCHANGE_ADDRESSES: `XRP:${exchange}=Example Exchange` },
  });
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
/** One that takes a memo, and is an exchange's here. */
const exchange = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
const tabs = ['Live', 'Workers', 'Payments', 'Referrals', 'Stats', 'Hub'] as const;

for (const width of [360, 1440]) {
  test(`every tab is accessible in both modes and nothing scrolls sideways, ${width} px wide`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${pool.url}/address/${address}?coin=BTC`);
    for (const tab of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
      const folded = page.getByRole('tabpanel').getByRole('button', { name: /^Show the/ });
      if ((await folded.count()) > 0) await folded.first().click();
      await expectAccessibleInBothModes(page);
      expect(await sideways(page)).toBe(0);
    }
  });
}

test('the missing memo is said within 360 px, accessible in both modes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${pool.url}/address/${exchange}?coin=XRP`);
  await expect(page.getByText(`XRP:${exchange}:MEMO.WORKER`)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await expectAccessibleInBothModes(page);
});
