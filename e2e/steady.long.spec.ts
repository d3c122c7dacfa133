import { expect, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { openCoinPage } from './support/open-coin-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

for (const [what, width] of [
  ['a phone', 412],
  ['a desk', 1440],
] as const) {
  test(`nothing jumps on ${what}, however slowly the parts arrive`, async ({ page }) => {
    await page.setViewportSize({ width, height: 823 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route(/\/api\/|\/assets\/.*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
    await expect(page.getByRole('list', { name: 'News feed' })).toBeAttached();
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
    expect(moved).toBeLessThanOrEqual(0.01);
  });
}
