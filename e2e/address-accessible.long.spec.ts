import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';

// Two dozen looks of axe at long pages: minutes on a machine that does something else besides.
test.describe.configure({ timeout: 120_000 });

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_SEED: 'openlode' } });
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const tabs = ['Live', 'Workers', 'Payments', 'Referrals', 'Stats', 'Hub'] as const;

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [360, 1440]) {
  test(`every tab is accessible in both modes and nothing scrolls sideways, ${width} px wide`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${pool.url}/address/${address}?coin=BTC`);
    for (const tab of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
      const folded = page.getByRole('tabpanel').getByRole('button', { name: /^Show the/ });
      if ((await folded.count()) > 0) await folded.first().click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        await expectAccessible(page);
      }
      expect(await sideways(page)).toBe(0);
    }
  });
}
