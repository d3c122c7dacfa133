import { type Browser, chromium } from '@playwright/test';
import type { PaidPayout } from '../testing/payout-rehearsal.ts';
import { findInstalledChromium, thisMachine } from './find-chromium.ts';

const found = findInstalledChromium(thisMachine());
export const chromiumMissing = found.kind === 'missing' ? found.advice : undefined;

/** The pages of a pool in a browser. */
export class PaymentsPage {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<PaymentsPage> {
    if (found.kind === 'missing') throw new Error(found.advice);
    return new PaymentsPage(await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] }));
  }

  /**
   * Whether the page of its address shows a payout as completed: with its transaction and exact amount, and as asked for by its owner or the daily run.
   *
   * @param url of the pool
   */
  async shows(url: string, { kind, txid, amount, coin, address }: PaidPayout): Promise<boolean> {
    const page = await this.#browser.newPage();
    try {
      await page.goto(`${url}/address/${address}?coin=${coin}&tab=payments`);
      const rows = page.getByRole('list', { name: 'Payments' }).locator(':scope > li');
      await rows.first().waitFor({ timeout: 30_000 });
      const row = rows.filter({ has: page.getByTitle(txid, { exact: true }) });
      if ((await row.count()) !== 1) return false;
      const text = (await row.textContent()) ?? '';
      const shown = await row.locator('[data-amount]').first().getAttribute('data-amount');
      const asked = kind === 'auto' ? 'For the daily run' : 'Requested by the owner';
      return text.includes('Payment completed') && text.includes(asked) && shown === amount;
    } finally {
      await page.close();
    }
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
