import {
  test as base,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test';

export { expect } from '@playwright/test';

const viewport = { width: 1280, height: 720 };

/**
 * A page that a worker's journeys use one after the other. Opened in the same renderer process again, a page of the site takes 0.3 s of
 * processor time; in a browser context of its own 0.7 s, because fonts and compiled scripts are kept with the process.
 */
class KeptPage {
  readonly #browser: Browser;
  #open: { readonly page: Page; readonly protocol: CDPSession } | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** As a first visitor finds it: nothing stored, no route, no permission, the usual window. */
  async take(): Promise<Page> {
    if (this.#open === undefined) {
      const context = await this.#browser.newContext({ viewport });
      const page = await context.newPage();
      refuseWhatStays(page);
      this.#open = { page, protocol: await context.newCDPSession(page) };
    }
    return this.#open.page;
  }

  /** Forgets what a journey did to it; where that is not sure, the next one gets another page. */
  async giveBack(hasPassed: boolean): Promise<void> {
    const left = this.#open;
    if (left === undefined) return;
    if (!hasPassed || !(await isAsBefore(left.page, left.protocol))) {
      this.#open = undefined;
      await left.page.context().close();
    }
  }

  async close(): Promise<void> {
    await this.#open?.page.context().close();
  }
}

/** A script for every document and a clock cannot be taken back. */
function refuseWhatStays(page: Page): void {
  const refuse = (): never => {
    throw new Error('this page is kept for the next journey: take `freshPage` for a clock or an init script');
  };
  page.addInitScript = refuse;
  page.exposeFunction = refuse;
  page.clock.install = refuse;
}

async function isAsBefore(page: Page, protocol: CDPSession): Promise<boolean> {
  const context = page.context();
  const { origin } = new URL(page.url());
  if (page.isClosed() || context.pages().length > 1 || origin === 'null') return false;
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const name of ['console', 'dialog', 'load', 'pageerror', 'request', 'websocket'])
      page.removeAllListeners(name);
    // A picture of the same server: no script runs there, and the process stays the one it was.
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate(() => sessionStorage.clear());
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await context.clearPermissions();
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null, media: null });
    await page.setViewportSize(viewport);
    return true;
  } catch {
    // Its server is gone.
    return false;
  }
}

/**
 * Journeys on the kept page, and on `freshPage` where the browser must be one that has opened nothing before: for what it stores or
 * caches, for a clock, an init script, or a network that is off.
 */
export const test = base.extend<{ context: BrowserContext; page: Page; freshPage: Page }, { kept: KeptPage }>(
  {
    kept: [
      async ({ browser }, use) => {
        const kept = new KeptPage(browser);
        await use(kept);
        await kept.close();
      },
      { scope: 'worker' },
    ],
    page: async ({ kept }, use, info) => {
      await use(await kept.take());
      await kept.giveBack(info.status === info.expectedStatus);
    },
    context: async ({ page }, use) => use(page.context()),
    freshPage: async ({ browser }, use) => {
      const context = await browser.newContext({ viewport });
      await use(await context.newPage());
      await context.close();
    },
  },
);
