import { expect, type Locator, type Page } from '@playwright/test';

/** A payout address that nothing was mined to when a suite begins. */
export const dogeAddress = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Opens a page of the site and waits until nothing of it is still on the way. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expectWhole(page);
}

/** The page has its heading and nothing of it is still on the way. */
export async function expectWhole(page: Page): Promise<void> {
  // The first paint has the heading, too, while the code of the page is on its way.
  await expect(page.locator('.outline')).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** By how many pixels the page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
