import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { openCoinPage } from './support/open-coin-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

/** Marks everything that can be used, and lists what Tab must stop at: one of a group of radio buttons or tabs. */
const markStops = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]');
    const stops = [...all].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, input[type=radio]:not(:checked)') &&
        element.closest('[inert]') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    stops.forEach((element, index) => {
      element.dataset['stop'] = String(index);
    });
    return stops.map((_, index) => String(index));
  });

test('the whole page is reached and used by keyboard alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  await expect(page.getByRole('list', { name: 'News feed' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Warning' })).toBeVisible();

  // Tab stops at everything once, visibly, in the order of the page.
  const expected = await markStops(page);
  expect(expected.length).toBeGreaterThan(40);
  const reached: string[] = [];
  while (reached.length < expected.length) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element ?? document.body);
      const box = element?.closest('label, form, div');
      const seen =
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        (box !== null && box !== undefined && getComputedStyle(box).outlineStyle !== 'none');
      return { name: element?.dataset['stop'] ?? element?.outerHTML.slice(0, 120) ?? '', seen };
    });
    reached.push(stop.seen ? stop.name : `${stop.name}, not to be seen`);
  }
  expect(reached).toEqual(expected);

  // The sentence: another coin and another algorithm.
  const words = page.getByRole('heading', { level: 1 }).getByRole('button');
  await words.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /paid in/ })).toBeFocused();
  await page.keyboard.type('litecoin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Litecoin');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/algorithm=scrypt/);
  await expect(page.getByRole('tab', { name: /^Scrypt/ })).toBeFocused();

  // The calculator, and a row that unfolds.
  await page.getByLabel('Your Scrypt hashrate').focus();
  await page.keyboard.type('9.5');
  await expect(page.getByText(/^1 LTC = /)).toBeVisible();
  await page.locator('summary', { hasText: 'How the user field is built' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('The coin you are paid in: Litecoin.')).toBeVisible();
});

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`filled, failing and offline break no accessibility rule, ${colorScheme}, ${width} px`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
      await page.getByLabel('Your Dogecoin address').fill('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSX');
      await page.getByLabel('Your SHA-256 hashrate').fill('200');
      await page.getByText('Power', { exact: true }).click();
      await page.getByLabel('Watts').fill('3500');
      await page.getByLabel('Price per kWh').fill('0.1');
      await expect(page.getByText(/^1 DOGE = /)).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(true);
      await expect(page.getByText(/You are offline\.|Can’t reach the pool/)).toBeVisible();
      await page.getByLabel('Your SHA-256 hashrate').fill('300');
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(false);
      await page.route('**/api/v5/**', (route) => route.abort());
      await page.goto(`${pool.url}/?coin=KAS`);
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expectAccessible(page);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    });
  }
}
