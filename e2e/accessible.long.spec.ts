import { expect, type Page, test } from '@playwright/test';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { dogeAddress, expectWhole, sideways } from './support/site-page.ts';

// Axe looks at every tab, dialog, failure and step of the setup, in both modes: minutes.
let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start({
    env: { OPENLODE_SEED: 'openlode', OPENLODE_EXCHANGE_ADDRESSES: `XRP:${exchange}=Example Exchange` },
  });
});
test.afterAll(() => pool.close());

/** An address that the demo's history has mined to. */
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
/** One that takes a memo, and is an exchange's here. */
const exchange = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
const tabs = ['Live', 'Workers', 'Payments', 'Referrals', 'Stats', 'Hub'] as const;

for (const width of [360, 1440]) {
  test(`every tab is accessible in both modes and nothing scrolls sideways, ${width} px wide`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${pool.url}/address/${address}?coin=BTC`);
    for (const tab of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0);
      const folded = page.getByRole('tabpanel').getByRole('button', { name: /^Show the/ });
      if ((await folded.count()) > 0) await folded.first().click();
      await expectAccessibleInBothModes(page);
      expect(await sideways(page)).toBe(0);
    }
  });
}

test('the missing memo is said within 360 px, accessible in both modes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${pool.url}/address/${exchange}?coin=XRP`);
  await expect(page.getByText(`XRP:${exchange}:MEMO.WORKER`)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await expectAccessibleInBothModes(page);
});

/** Of the demo: enough to be paid, and not by itself. */
const payable =
  '/address/kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk?coin=KAS&tab=payments';
/** Of the demo: valid on several networks. */
const onNetworks = '/address/0xa7E43b445cF68CAa143a884AF673121447F29EAe?coin=ETH&tab=payments';
const viewed = `/address/${address}?coin=BTC`;

/** A page, and what is done on it before axe looks. */
type State = readonly [name: string, path: string, act: (page: Page) => Promise<unknown>];

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const unfold = async (page: Page) => {
  for (const row of await page.getByRole('main').locator('summary:visible').all()) await row.click();
};

const dialogs: readonly State[] = [
  ['the coins', '/?coin=DOGE&algorithm=sha256', press('Dogecoin')],
  [
    'no coin found',
    '/?coin=DOGE&algorithm=sha256',
    async (page) => {
      await press('Dogecoin')(page);
      await page.getByRole('combobox', { name: /paid in/ }).fill('qqqq');
      await expect(page.getByRole('dialog')).toContainText('No coin has that name or symbol');
    },
  ],
  ['the algorithms', '/?coin=DOGE&algorithm=sha256', press('SHA-256')],
  ['the QR code', viewed, press('QR code')],
  ['the Mining Key', viewed, press('Mining Key')],
  ['the payment', payable, press('Pay out now')],
  [
    'the proof of ownership',
    onNetworks,
    async (page) => {
      await press('Switch network')(page);
      await page.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('dialog')).toContainText('Waiting for your miner…');
    },
  ],
  ['the networks', onNetworks, press('Switch network')],
];

const filled: readonly State[] = [
  ['the rows of the coin page', '/?coin=DOGE&algorithm=sha256', unfold],
  [
    'mistakes on the coin page',
    '/?coin=DOGE&algorithm=sha256',
    async (page) => {
      await page.getByLabel('Your Dogecoin address').fill(`${dogeAddress.slice(0, -1)}X`);
      await page.getByLabel('Worker', { exact: true }).fill('a b');
      await page.getByLabel('Referral code').fill('a b');
      await page.getByLabel('Your SHA-256 hashrate').fill('200');
      await expect(page.getByText(/^1 DOGE = /)).toBeVisible();
    },
  ],
  [
    'findings of the doctor',
    '/doctor',
    async (page) => {
      const command = `minerd -a sha256d -o stratum+ssl://pool.example.com:1 -u doge.${dogeAddress}.rig 1 -p x`;
      await page.getByRole('main').getByRole('textbox').first().fill(command);
      await expect(page.getByRole('main').getByRole('status')).toContainText('colon');
    },
  ],
  ['a receipt', viewed, unfold],
];

/** Without an answer to any call, or with a refusal of each. */
const failing: readonly State[] = [
  '/?coin=KAS',
  '/address',
  '/support',
  '/support/article/ports-and-ssl',
  '/support?search=memo',
  '/referrals',
  '/start',
  '/app',
  '/doctor',
  '/wizard',
  viewed,
  ...['workers', 'payments', 'referrals', 'stats', 'hub'].map((tab) => `${viewed}&tab=${tab}`),
].flatMap((path): State[] => [
  [
    `no answer on ${path}`,
    path,
    async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(pool.url + path);
      await expect(
        page
          .getByText('The pool cannot be reached.')
          .or(page.getByText(/Showing data from/))
          .first(),
      ).toBeVisible();
    },
  ],
  [
    `refusals on ${path}`,
    path,
    async (page) => {
      await page.route('**/api/**', (route) =>
        route.fulfill({
          status: 500,
          json: { success: false, msg: 'Out of order', message: 'Out of order' },
        }),
      );
      await page.goto(pool.url + path);
      await expectWhole(page);
    },
  ],
]);

const withoutCode: readonly State[] = [
  [
    'a page whose code does not come',
    '/support',
    async (page) => {
      await page.route('**/assets/privacy-page*', (route) => route.abort());
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('could not be loaded');
    },
  ],
  [
    'a tab whose code does not come',
    viewed,
    async (page) => {
      await page.route('**/assets/stats-tab*', (route) => route.abort());
      await page.getByRole('tab', { name: 'Stats' }).click();
      await expect(page.getByText('This part could not be loaded. Retrying…')).toBeVisible();
    },
  ],
];

const gpu = {
  mode: 'advanced',
  hardware: 'gpu',
  algorithm: 'kawpow',
  automatic: false,
  coin: 'XRP',
  address: `${exchange}:12345`,
  region: null,
  port: null,
  worker: 'rig-a',
  referral: null,
  answered: ['mode', 'hardware', 'algorithm', 'coin', 'address', 'region', 'port', 'worker', 'referral'],
};
const sandbox = { ...gpu, hardware: 'sandbox', algorithm: 'scrypt', coin: 'DOGE', address: dogeAddress };
const wizard: readonly State[] = [
  ...[gpu, sandbox].flatMap((answers) =>
    [...answers.answered, 'final'].map(
      (step): State => [
        `step ${step} with ${answers.algorithm}`,
        '/wizard',
        async (page) => {
          await page.evaluate(
            (kept) => sessionStorage.setItem('openlode.wizard', kept),
            JSON.stringify(answers),
          );
          await page.goto(`${pool.url}/wizard?step=${step}`);
          await expectWhole(page);
          await unfold(page);
        },
      ],
    ),
  ),
  [
    'an address of another coin',
    '/wizard',
    async (page) => {
      await page.evaluate((kept) => sessionStorage.setItem('openlode.wizard', kept), JSON.stringify(gpu));
      await page.goto(`${pool.url}/wizard?step=address`);
      await page
        .getByRole('textbox', { name: /address/ })
        .first()
        .fill(dogeAddress);
      await expect(page.getByRole('region', { name: 'The coin of this address' })).toBeVisible();
    },
  ],
];

for (const width of [390, 1440])
  for (const [what, states] of Object.entries({ dialogs, filled, failing, withoutCode, wizard }))
    test(`every state breaks no accessibility rule in both modes: ${what}, ${width} px`, async ({
      browser,
    }) => {
      test.setTimeout(20 * 60_000);
      for (const [name, path, act] of states) {
        const context = await browser.newContext({
          viewport: { width, height: 844 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(pool.url + path);
        await expectWhole(page);
        await act(page);
        await test.step(name, async () => {
          await expectAccessibleInBothModes(page);
          expect(await sideways(page), name).toBe(0);
        });
        await context.close();
      }
    });
