import { expect, type Page, test } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { keepMessages } from './support/keep-messages.ts';
import { liveThroughOutage, type Place } from './support/outage.ts';
import { dogeAddress as address, heading } from './support/site-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

let said: () => Promise<readonly string[]>;

const places: readonly Place[] = [
  {
    path: '/?coin=DOGE&algorithm=scrypt',
    title: 'Pay me in Dogecoin, mining Scrypt',
    async meanwhile(page) {
      await page.getByLabel('Your Scrypt hashrate').fill('500');
      // In its place. The toast beside it needs code that may not have come before the outage.
      const calculator = page.getByRole('region', { name: 'What would I earn?' });
      await expect(calculator.getByRole('alert')).toContainText('The pool cannot be reached.');
    },
    async after(page) {
      const calculator = page.getByRole('region', { name: 'What would I earn?' });
      await expect(calculator.getByText('unknown')).toHaveCount(0);
      await expect(calculator.getByRole('alert')).toHaveCount(0);
    },
  },
  {
    path: `/address/${address}?coin=DOGE`,
    title: new RegExp(address),
    async open(page) {
      // What an outage says in a message is said only where their code has come.
      said = await keepMessages(page);
      return undefined;
    },
    async meanwhile(page) {
      await page.getByRole('tab', { name: 'Stats' }).click();
      await expect(page.getByText('This part could not be loaded. Retrying…')).toBeVisible();
      await page.getByRole('button', { name: 'QR code' }).click();
      await expect.poll(said).toContain('This could not be loaded. Try again in a moment.');
    },
    async after(page) {
      await expect(page.getByText('Mining fee')).toBeVisible();
      // No dialog opens long after it was asked for; asked again it does.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'QR code' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    path: '/app',
    async meanwhile(page) {
      await page.getByLabel('Address to watch').fill(address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByText('The pool cannot be reached.')).toBeVisible();
    },
    async after(page) {
      await expect(page.getByText('The pool cannot be reached.')).toHaveCount(0);
      await expect(page.getByLabel('Address to watch')).toHaveValue(address);
    },
  },
  {
    path: '/support',
    title: 'How can we help?',
    // The heading alone stands in the page as it was served, before any script has come.
    async open(page) {
      await expect(page.getByRole('link', { name: /^View all/ }).first()).toBeVisible();
      return heading(page);
    },
    async meanwhile(page) {
      // A page whose code was never fetched: the site stays around it.
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      await expect(heading(page)).toHaveText('This page could not be loaded. Retrying…');
      await expectAccessible(page);
    },
    async after(page) {
      await expect(heading(page)).toHaveText('Privacy');
      // A sheet that failed is listed too, without rules that may be read.
      const sheets = await page.evaluate(() =>
        [...document.styleSheets]
          .filter(({ cssRules }) => cssRules.length > 0)
          .map(({ href }) => new URL(href ?? location.href).pathname),
      );
      expect(sheets.filter((path) => /\/privacy-page-.*\.css$/.test(path))).toHaveLength(1);
    },
  },
];

test('an outage leaves every open page as it is, and all comes back by itself', async ({ browser }) => {
  await liveThroughOutage(pool, browser, places);
});

test('a page whose scripts the pool has no longer says so, and starts or offers a reload once they are there', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await browser.newPage();
  const gone = (files: string) => page.route(files, (route) => route.fulfill({ status: 404, json: {} }));
  // Opened while the pool gets another build: its index.html names scripts that are gone.
  await gone('**/assets/index-*.js');
  await page.goto(`${pool.url}/address/${address}?coin=DOGE`);
  const outline = page.locator('.outline');
  await expect(outline.getByRole('alert')).toHaveText('This page could not be loaded. Retrying…');
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(outline).toHaveCount(0);
  await expect(heading(page)).toHaveText(new RegExp(address));

  // Open already: a part that is fetched later is gone, while the pool answers.
  await gone('**/assets/stats-tab*');
  await page.getByRole('tab', { name: 'Stats' }).click();
  await expect(page.getByText('This part could not be loaded. Retrying…')).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await expect(reload).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await reload.click();
  await expect(page.getByText('Mining fee')).toBeVisible();
  await page.close();
});

test('an owner’s action that was under way says what is known of it; its dialogs stay', {
  tag: '@long',
}, async ({ browser }) => {
  // One share: an address without any has no settings.
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user: `DOGE:${address}.rig1`,
    hashesPerSecondMax: 400_000,
  });
  await miner.whenAcked(1);
  await miner.stop();
  const isFresh = async () => {
    const answer = await fetch(`${pool.url}/api/v5/address/${address}?coin=DOGE`);
    return ((await answer.json()) as { data: { fresh: boolean } }).data.fresh;
  };
  await expect.poll(isFresh).toBe(false);

  const path = `/address/${address}?coin=DOGE&tab=payments`;
  const settings = (page: Page) => page.getByRole('region', { name: 'Payment settings' });
  const unknown = (page: Page) => settings(page).getByRole('alert');
  await liveThroughOutage(pool, browser, [
    {
      path,
      async open(page) {
        await settings(page).getByRole('button', { name: 'Switch network' }).click();
        return page.getByRole('list', { name: 'Networks' });
      },
    },
    {
      path,
      async open(page) {
        const autoPay = settings(page).getByRole('switch', { name: 'Auto-pay' });
        await expect(autoPay).toBeEnabled();
        // The call arrives; the pool dies before it answers.
        process.kill(pool.pid ?? Number.NaN, 'SIGSTOP');
        await autoPay.click();
        return autoPay;
      },
      async meanwhile(page) {
        await expect(unknown(page)).toContainText(
          'The connection was lost: we don’t know yet whether your auto-pay setting was saved.',
        );
      },
      async after(page) {
        await expect(unknown(page)).toContainText(
          'The pool answers again: this page shows how it stands now. If nothing changed, try again; nothing is paid twice.',
        );
        await unknown(page).getByRole('button', { name: 'OK' }).click();
        await expect(unknown(page)).toHaveCount(0);
        await expect(settings(page).getByRole('switch', { name: 'Auto-pay' })).toBeEnabled();
      },
    },
  ]);
});
