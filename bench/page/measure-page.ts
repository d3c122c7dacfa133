import type { Browser } from '@playwright/test';

/** What a visitor on a slow phone saw of one load, in ms; the shift has no unit. */
export interface PageFigures {
  readonly lcp: number;
  /** The parts of long tasks above 50 ms, from the first paint on. */
  readonly blocked: number;
  readonly shift: number;
  /** Of scripts, as transferred. */
  readonly scriptBytes: number;
}

/** Lighthouse's mobile profile: a phone's processor behind slow 4G. */
const slowdown = 4;
const network = {
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 675_000 / 8,
  offline: false,
};
const settleMs = 4000;

/** Loads a page in a browser profile of its own, slowed down like a phone, and reads what the browser measured. */
export async function measurePage(browser: Browser, url: string, ready: string): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(() => {
      const seen = { lcp: 0, shift: 0, tasks: [] as { at: number; ms: number }[] };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.lcp = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.tasks.push({ at: entry.startTime, ms: entry.duration });
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.locator(ready).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(settleMs);
    return await page.evaluate(() => {
      const { seen } = window as unknown as {
        seen: { lcp: number; shift: number; tasks: { at: number; ms: number }[] };
      };
      const [painted] = performance.getEntriesByName('first-contentful-paint');
      const from = painted?.startTime ?? 0;
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        lcp: seen.lcp,
        blocked: seen.tasks
          .filter(({ at, ms }) => at + ms > from)
          .reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0),
        shift: seen.shift,
        scriptBytes: resources
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { transferSize }) => sum + transferSize, 0),
      };
    });
  } finally {
    await context.close();
  }
}
