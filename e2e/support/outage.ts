import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { PoolProcess } from '../../testing/pool-process.ts';
import { expectWhole, heading } from './site-page.ts';

/** What the visitor reads while the pool is away: that it is, how old the data is, and that nothing needs to be done. */
const lost = /^Can’t reach the pool\. Showing data from .+\. Retrying…$/;
const partFailed = /^This (part|page) could not be loaded\. Retrying…$/;

/** A page, tab or dialog that a visitor has open when the pool goes away. */
export interface Place {
  readonly path: string;
  /** Default: whatever it was before. */
  readonly title?: string | RegExp;
  readonly width?: number;
  /** Opens what is not in the URL; answers what must still be there during and after the outage. */
  readonly open?: (page: Page) => Promise<Locator | undefined>;
  /** What the visitor does while the pool is away. */
  readonly meanwhile?: (page: Page) => Promise<void>;
  /** What must be there by itself once the pool is back. */
  readonly after?: (page: Page) => Promise<void>;
}

interface Visit {
  readonly place: Place;
  readonly page: Page;
  readonly held: Locator;
  readonly title: string;
  readonly crashes: readonly string[];
}

/** Opens every place in a tab of its own, kills the pool under all of them, and starts it again. */
export async function liveThroughOutage(
  pool: PoolProcess,
  browser: Browser,
  places: readonly Place[],
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const visits: Visit[] = [];
  for (const place of places) visits.push(await visit(await context.newPage(), pool.url, place));

  await pool.kill('SIGKILL');
  for (const one of visits) await expectHeld(one);

  await pool.restart();
  for (const { place, page, held, title, crashes } of visits) {
    await page.bringToFront();
    await place.after?.(page);
    await expect(page.getByText(lost), place.path).toHaveCount(0);
    await expect(page.getByText(partFailed), place.path).toHaveCount(0);
    if (place.after === undefined) {
      await expect(heading(page), place.path).toHaveText(place.title ?? title);
      await expect(held, place.path).toBeVisible();
      await expect(page.getByText('The pool cannot be reached.'), place.path).toHaveCount(0);
    }
    expect(crashes, place.path).toEqual([]);
  }
  await context.close();
}

async function visit(page: Page, url: string, place: Place): Promise<Visit> {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(error.message));
  if (place.width !== undefined) await page.setViewportSize({ width: place.width, height: 800 });
  await page.goto(url + place.path);
  await expectWhole(page);
  const held = (await place.open?.(page)) ?? heading(page);
  await expect(held, place.path).toBeVisible();
  if (place.title !== undefined) await expect(heading(page)).toHaveText(place.title);
  const title = (await heading(page).textContent()) ?? '';
  return { place, page, held, title, crashes };
}

async function expectHeld({ place, page, held, title }: Visit): Promise<void> {
  await page.bringToFront();
  await expect(page.getByText(lost), place.path).toBeVisible();
  await expect(heading(page), place.path).toHaveText(place.title ?? title);
  await expect(held, place.path).toBeVisible();
  await place.meanwhile?.(page);
  await expect(page.locator('header').first(), place.path).toBeVisible();
  await expect(page.getByText('This page could not be shown.'), place.path).toHaveCount(0);
}
