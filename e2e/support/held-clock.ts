import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens a page whose clock stands still but for what the journey lets pass (`page.clock.runFor`): a busy machine looks at nothing too late.
 * For a `freshPage`, whose clock has not been installed.
 */
export async function openWithHeldClock(page: Page, url: string, ...shown: Locator[]): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(url);
  await letPassUntil(page, ...shown);
}

/** Lets as much time pass as the page needs to show these. */
export async function letPassUntil(page: Page, ...shown: Locator[]): Promise<void> {
  const look = async (each: Locator): Promise<boolean> => {
    if (await each.isVisible()) return true;
    await page.clock.runFor(10);
    return false;
  };
  for (const each of shown)
    await expect.poll(() => look(each), { timeout: 120_000, intervals: [1] }).toBe(true);
}
