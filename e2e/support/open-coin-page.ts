import { expect, type Page } from '@playwright/test';

/** Opens the coin page and waits until its parts are there. */
export async function openCoinPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('tablist', { name: 'Algorithm' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What would I earn?' })).toBeVisible();
}

/** One field of what the browser keeps. */
export async function storedPreference(page: Page, field: string): Promise<unknown> {
  return page.evaluate((name) => {
    const stored = JSON.parse(localStorage.getItem('openlode.preferences') ?? '{}') as Record<
      string,
      unknown
    >;
    return stored[name] ?? null;
  }, field);
}
