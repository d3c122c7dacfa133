import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { liveThroughOutage, type Place } from './support/outage.ts';
import { heading } from './support/site-page.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({
    env: { OPENLODE_SEED: 'openlode', OPENLODE_REGIONS: 'eu=eu.pool.example' },
  });
});
test.afterAll(() => pool.close());

// Outages one after the other, each under a handful of tabs: a browser slows the timers of more than that.
test.describe.configure({ timeout: 600_000 });

/** Of the demo: with workers, payments and a balance. */
const mined = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const pageOf = (tab: string) => `/address/${mined}?coin=BTC${tab === 'live' ? '' : `&tab=${tab}`}`;
const settings = (page: Page) => page.getByRole('region', { name: 'Payment settings' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Of the demo: enough to be paid, and not by itself. */
const payable = 'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk';
/** Of the demo: valid on several networks. */
const networksPage = '/address/0xa7E43b445cF68CAa143a884AF673121447F29EAe?coin=ETH&tab=payments';

async function expectAnsweredAgain(page: Page) {
  const unknown = settings(page).getByRole('alert');
  await expect(unknown).toContainText('The pool answers again: this page shows how it stands now.');
  await unknown.getByRole('button', { name: 'OK' }).click();
  await expect(unknown).toHaveCount(0);
  await expect(settings(page).getByRole('button', { name: 'Pay out now' })).toBeEnabled();
}

/** Presses a button of the page; what it opens is a dialog. */
const opens =
  (name: string | RegExp): NonNullable<Place['open']> =>
  async (page) => {
    await page.getByRole('main').getByRole('button', { name }).first().click();
    return dialog(page);
  };

/** The answers of a whole walk, so that every question can be opened. */
const answers = JSON.stringify({
  mode: 'advanced',
  hardware: 'gpu',
  algorithm: 'kawpow',
  automatic: false,
  coin: 'BTC',
  address: mined,
  region: null,
  port: null,
  worker: 'rig-outage',
  referral: null,
  answered: ['mode', 'hardware', 'algorithm', 'coin', 'address', 'region', 'port', 'worker', 'referral'],
});

const groups: Readonly<Record<string, readonly Place[]>> = {
  'the coin page and its lists': [
    { path: '/' },
    { path: '/?coin=BTC&algorithm=sha256', open: opens('Bitcoin') },
    { path: '/?coin=BTC&algorithm=sha256', open: opens('SHA-256') },
    {
      path: '/?coin=DOGE',
      width: 360,
      async open(page) {
        await page.getByRole('button', { name: 'Menu' }).click();
        return page.getByRole('navigation', { name: 'Main' });
      },
      // The menu is the way on: a page of which nothing has come yet says so in its place.
      async meanwhile(page) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referrals' }).click();
        await expect(heading(page)).toHaveText('This page could not be loaded. Retrying…');
      },
      async after(page) {
        await expect(heading(page)).toContainText('A lower fee for them');
      },
    },
    {
      path: '/address?coin=BTC',
      async open(page) {
        await page.getByRole('main').getByRole('button', { name: 'Bitcoin' }).first().click();
        return dialog(page);
      },
    },
  ],
  'the tabs of an address': ['live', 'workers', 'payments', 'referrals', 'stats', 'hub'].map((tab) => ({
    path: pageOf(tab),
    open: async (page: Page) => page.getByRole('tab', { selected: true }),
  })),
  'the dialogs of an address': [
    { path: pageOf('live'), open: opens('QR code') },
    { path: pageOf('live'), open: opens('Mining Key') },
    {
      path: pageOf('payments'),
      // A stranger asks: the proof by a wallet signature or a worker.
      async open(page) {
        await settings(page).getByRole('switch', { name: 'Auto-pay' }).click();
        await expect(dialog(page)).toContainText('Worker name');
        return dialog(page).getByRole('group', { name: 'Text to sign, word for word' });
      },
      async meanwhile(page) {
        await expect(dialog(page)).toContainText('Can’t reach the pool. Retrying…');
      },
      async after(page) {
        await expect(dialog(page)).toContainText('Waiting for your miner…');
      },
    },
    {
      path: '/address/0x52908400098527886E0F7030069857D2E4169EE7?coin=ETH',
      async open(page) {
        return page.getByText('Welcome to your stats!');
      },
    },
  ],
  'the confirmations of an owner': [
    {
      path: `/address/${payable}?coin=KAS&tab=payments`,
      open: opens('Pay out now'),
      async meanwhile(page) {
        await dialog(page).getByRole('button', { name: 'Yes, continue' }).click();
        await expect(settings(page).getByRole('alert')).toContainText(
          'The connection was lost: we don’t know yet whether your payout was started.',
        );
        await expectAccessibleInBothModes(page);
      },
      after: expectAnsweredAgain,
    },
    {
      path: `/address/${payable}?coin=KAS&tab=payments`,
      open: opens('Pay out now'),
    },
    {
      path: networksPage,
      open: opens('Switch network'),
    },
    {
      path: networksPage,
      async open(page) {
        await (await opens('Switch network')(page))
          ?.getByRole('button', { name: 'Use BNB Smart Chain' })
          .click();
        return dialog(page);
      },
      // The proof asks for a code, which a pool that is away cannot give.
      async meanwhile(page) {
        await dialog(page).getByRole('button', { name: 'Continue' }).click();
        await expect(dialog(page)).toContainText('Can’t reach the pool. Retrying…');
        await expectAccessibleInBothModes(page);
      },
      async after(page) {
        await expect(dialog(page)).toContainText('Waiting for your miner…');
      },
    },
  ],
  'what pages load further down and on demand': [
    {
      path: '/?coin=DOGE&algorithm=sha256',
      async open(page) {
        const news = page.getByRole('region', { name: /^News/ });
        await news.scrollIntoViewIfNeeded();
        await expect(news.getByRole('listitem').first()).toBeVisible();
        return news.getByRole('listitem').first();
      },
      async meanwhile(page) {
        await page.getByRole('button', { name: 'More news' }).click();
        await expect(page.getByRole('button', { name: 'More news' })).toBeEnabled();
      },
    },
    {
      path: '/support',
      async meanwhile(page) {
        await page.getByRole('main').getByRole('searchbox').fill('memo');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('main').getByText('The pool cannot be reached.').first()).toBeVisible();
      },
      async after(page) {
        await expect(page.getByRole('main').getByRole('link', { name: /memo/i }).first()).toBeVisible();
      },
    },
    {
      path: '/app',
      async open(page) {
        await page.addInitScript(() => Object.assign(window, { BarcodeDetector: Object }));
        await page.reload();
        return opens('Scan a code')(page);
      },
    },
  ],
  'the pages of the site': ['/referrals', '/miner', '/start', '/doctor', '/app', '/account', '/privacy'].map(
    (path) => ({ path }),
  ),
  'the support centre': [
    '/support',
    '/support/category/payouts',
    '/support/article/payouts-auto-and-manual',
    '/support?search=memo',
  ].map((path) => ({ path })),
  'the first half of the wizard': ['mode', 'hardware', 'algorithm', 'coin', 'address'].map(wizardStep),
  'the second half of the wizard': ['region', 'port', 'worker', 'referral', 'final'].map(wizardStep),
};

function wizardStep(step: string): Place {
  return {
    path: '/wizard',
    async open(page) {
      await page.evaluate((kept) => sessionStorage.setItem('openlode.wizard', kept), answers);
      await page.goto(`${pool.url}/wizard?step=${step}`);
      const road = page.getByRole('navigation', { name: 'Steps of the setup' });
      await expect(road.locator('[aria-current=step]')).toBeVisible();
      return road;
    },
  };
}

for (const [name, places] of Object.entries(groups)) {
  test(`an outage under ${name}`, async ({ browser }) => {
    await liveThroughOutage(pool, browser, places);
  });
}
