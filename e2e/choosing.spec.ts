import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { StratumClient } from '../testing/stratum-client.ts';
import { keepMessages } from './support/keep-messages.ts';
import { openCoinPage, storedPreference } from './support/open-coin-page.ts';
import { sharedPool } from './support/shared-pool.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** The first of the new coins in the strip. */
const newCoin = (page: Page) =>
  page.getByRole('region', { name: 'Other coins' }).getByRole('list').nth(1).getByRole('button').first();

const open = (page: Page, path: string) => openCoinPage(page, `${pool.url}${path}`);

test('a coin of a link is loaded before its page is shown [nav-05]', { tag: '@long' }, async ({ page }) => {
  await open(page, '/?coin=DOGE&algorithm=sha256');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v5/coin/KAS', async (route) => {
    await held;
    await route.continue();
  });
  const word = title(page).getByRole('button').first();
  await word.press('Enter');
  await page.getByRole('combobox', { name: /paid in/ }).fill('kaspa');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
  // The page stays as it is meanwhile, and the focus where the list was opened.
  await expect(title(page)).toHaveText(/Pay me in Dogecoin/);
  await expect(word).toBeFocused();
  expect(await storedPreference(page, 'coin')).toBe('DOGE');
  release();
  await expect(title(page)).toHaveText(/Pay me in Kaspa/);
  await expect(word).toBeFocused();
  await expect.poll(() => storedPreference(page, 'coin')).toBe('KAS');
});

test('an unknown coin leads to the start, any other failure to a message [nav-06]', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/?coin=NOPE');
  await expect(page).toHaveURL(`${pool.url}/`);
  await expect(title(page)).toHaveText(/Pay me in Bitcoin/);
  await page.goto(`${pool.url}/address?coin=NOPE`);
  await expect(page).toHaveURL(`${pool.url}/`);
  await page.route('**/api/v5/coin/KAS', (route) => route.fulfill({ status: 500, json: {} }));
  const said = await keepMessages(page);
  // A link's own coin comes with the page; one that is chosen on it is fetched.
  await title(page).getByRole('button').first().click();
  await page.getByRole('combobox', { name: /paid in/ }).fill('kaspa');
  await page.keyboard.press('Enter');
  await expect.poll(said).toContain('An error occurred');
  await page.unroute('**/api/v5/coin/KAS');
  // It is asked for again by itself.
  await expect(title(page)).toHaveText(/Pay me in Kaspa/);
});

test('a new page starts at its top, another coin stays where it was, and back restores [nav-07]', async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await expect(page.getByRole('list', { name: 'News feed' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 500));
  await newCoin(page).click();
  await expect(title(page)).not.toHaveText(/Dogecoin/);
  const before = await scrolled();
  expect(before).toBeGreaterThan(300);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Look up an address' }).click();
  await expect(title(page)).toHaveText('Which address do you mine to?');
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(title(page)).toHaveText(/^Pay me in/);
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.goForward();
  await expect(title(page)).toHaveText('Which address do you mine to?');
  await expect.poll(scrolled).toBe(0);
});

test('from the coin page to the coin page nothing scrolls, also by the menu and the brand', {
  tag: '@long',
}, async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await expect(page.getByRole('list', { name: 'News feed' })).toBeVisible();
  for (const name of ['Start', 'Openlode']) {
    await page.evaluate(() => scrollTo(0, 500));
    const kept = await scrolled();
    expect(kept).toBeGreaterThan(300);
    const link = page.getByRole('banner').getByRole('link', { name, exact: true });
    // It stands out of sight: a press by mouse would scroll to it first.
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page).toHaveURL(`${pool.url}/`);
    await expect(title(page)).toHaveText(/Pay me in Dogecoin/);
    await page.waitForTimeout(300);
    expect(await scrolled(), name).toBe(kept);
    await page.goto(`${pool.url}/?coin=DOGE&algorithm=scrypt`);
    await expect(page.getByRole('list', { name: 'News feed' })).toBeVisible();
  }
});

test('a referral code that came with a link stands in the user string', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/?coin=DOGE&algorithm=sha256&ref=abcd-1234');
  expect(await storedPreference(page, 'ref')).toBe('abcd-1234');
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await expect(page.getByLabel('Referral code')).toHaveValue('abcd-1234');
  await expect(page.getByRole('group', { name: 'Parts of the user string' })).toContainText('#abcd-1234');
});

test('the mode is flipped, remembered, and there before any script of the page ran [shell-01]', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/');
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  expect(await theme()).toBe('dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await theme()).toBe('dark');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  expect(await ground()).not.toBe(dark);
  await page.unroute('**/assets/*.js');
  await open(page, '/');
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  expect(await theme()).toBe('light');
});

test('nothing is stored without a choice; a chosen coin heads the five recent ones [coin-01]', async ({
  page,
}) => {
  await open(page, '/');
  await expect(title(page)).toHaveText(/Pay me in Bitcoin/);
  expect(await storedPreference(page, 'coin')).toBeNull();
  expect(await storedPreference(page, 'lastCoins')).toEqual([]);
  // Another algorithm is no choice of a coin: the menu stays short.
  await page.getByRole('tab', { name: /^Scrypt/ }).click();
  await expect(page).toHaveURL(`${pool.url}/?algorithm=scrypt`);
  await expect(title(page)).toHaveText('Pay me in Bitcoin, mining Scrypt');
  expect(await storedPreference(page, 'coin')).toBeNull();
  expect(await storedPreference(page, 'lastCoins')).toEqual([]);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Referrals',
    'Support',
    'App',
    'Get started',
  ]);
  // How many are kept is told by the suite of what the browser remembers.
  for (const coin of ['DOGE', 'KAS', 'DOGE', 'ETC']) await open(page, `/?coin=${coin}`);
  expect(await storedPreference(page, 'coin')).toBe('ETC');
  expect(await storedPreference(page, 'lastCoins')).toEqual(['ETC', 'DOGE', 'KAS']);
  await open(page, '/');
  await expect(title(page)).toHaveText(/Pay me in Ethereum Classic/);
});

test('the switcher has what the pool lists: sections, groups with their counts, tags, and a card for each coin [coin-02, coin-03]', {
  tag: '@long',
}, async ({ page }) => {
  interface Listed {
    readonly symbol: string;
    readonly name: string;
    readonly top: number;
    readonly delisted: number;
  }
  const read = async (path: string) =>
    ((await (await fetch(`${pool.url}/api${path}`)).json()) as { data: unknown }).data;
  const groups = (await read('/v5/coin?categories=1')) as { category: string; list: readonly Listed[] }[];
  await open(page, '/?coin=KAS&algorithm=sha256');
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await title(page).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Recently viewed' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'All coins & tokens' })).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Filter the coins' }).getByRole('button')).toHaveText([
    'New',
    'Meme',
    'ERC20',
    'BEP20',
    'TRC20',
    'Solana',
  ]);
  const all = groups.reduce((sum, { list }) => sum + list.length, 0);
  const cards = dialog.getByRole('option');
  // What was viewed, and what is popular, stands above the groups once more.
  await expect(cards.nth(0)).toHaveAttribute('title', 'Dogecoin');
  await expect(cards.nth(1)).toHaveAttribute('title', 'Kaspa');
  const count = await cards.count();
  expect(count).toBeGreaterThanOrEqual(all + 2);
  for (const { category, list } of groups) {
    const fold = dialog.getByRole('button', { name: `${category} ${list.length}`, exact: true });
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
  }
  const [first] = groups;
  if (first === undefined) throw new Error('the pool lists no groups');
  const fold = dialog.getByRole('button', { name: `${first.category} ${first.list.length}`, exact: true });
  await fold.click();
  await expect(cards).toHaveCount(count - first.list.length);
  await fold.click();
  await expect(cards).toHaveCount(count);
  const drawn = await cards.evaluateAll(
    (options, above) =>
      options
        .slice(above)
        .map((option) => [
          option.textContent?.replace(/Enter$/, '') ?? '',
          option.querySelector('img')?.getAttribute('src') ?? '',
        ]),
    count - all,
  );
  const listed = groups.flatMap(({ list }) => list);
  expect(drawn.map(([words]) => words)).toEqual(
    listed.map(
      ({ name, symbol, top, delisted }) =>
        `${name}${symbol}${delisted === 1 ? 'Delisted' : top === 1 ? 'New' : ''}`,
    ),
  );
  for (const [, logo] of drawn) expect(logo).toMatch(/^\/.+\.(svg|png|webp)/);
});

test('the page of a coin has its notes, its networks and the strip of others; a text finds names and symbols in any case, whatever tag is pressed [coin-04] [coin-07] [coin-08] [coin-12]', async ({
  page,
}) => {
  const note = page.getByText('is earned with any algorithm of this pool');
  const risk = page.getByText(/The price of .* moves a lot/);
  await open(page, '/?coin=TRUMP&algorithm=sha256');
  await expect(risk).toContainText('OFFICIAL TRUMP');
  await expect(note).toHaveCount(0);
  await open(page, '/?coin=DOGE&algorithm=sha256');
  await expect(note).toContainText('rewards in other coins are converted to DOGE');
  await expect(risk).toHaveCount(0);

  // Each network tells its threshold, and a token its contract.
  const terms = page.getByRole('region', { name: 'When am I paid?' });
  await expect(terms.getByRole('listitem')).toHaveCount(2);
  await expect(terms.getByRole('listitem').first().getByTitle('5 DOGE')).toBeVisible();
  await expect(terms.getByRole('listitem').first()).toContainText('about $1.65');
  const token = terms.getByRole('listitem').nth(1);
  await expect(token.getByTitle('10 DOGE')).toBeVisible();
  await expect(token.getByRole('link')).toHaveAttribute(
    'href',
    /^https:\/\/bscscan\.com\/.*0xbA2aE424d960c26247Dd6c32edC70B295c744C43$/,
  );

  // The strip has recent and new coins, and leads to all of them.
  const strip = page.getByRole('region', { name: 'Other coins' });
  await expect(strip.getByRole('list').first().getByRole('button')).toHaveText([/Dogecoin/, /TRUMP/]);
  const fresh = strip.getByRole('list').nth(1).getByRole('button');
  await expect.poll(() => fresh.count()).toBeGreaterThan(3);
  await strip.getByRole('button', { name: /^View all/ }).click();
  await expect(page.getByRole('dialog', { name: 'Choose the coin you are paid in' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const options = dialog.getByRole('option');
  await dialog.getByRole('button', { name: 'TRC20' }).click();
  await expect(options.filter({ hasText: 'Kaspa' })).toHaveCount(0);
  const tagged = await options.count();
  expect(tagged).toBeGreaterThan(0);
  const search = dialog.getByRole('combobox');
  await search.fill('KASPA');
  await expect(options).toHaveCount(1);
  await search.fill('rvn');
  await expect(options).toHaveText([/Ravencoin/]);
  await search.fill('');
  await expect(options).toHaveCount(tagged);
});

test('the compact switcher chooses for one look-up only [coin-09]', async ({ page }) => {
  await page.goto(`${pool.url}/address?coin=DOGE`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Dogecoin' }).first().click();
  await page.getByRole('combobox', { name: /paid in/ }).fill('kaspa');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('textbox', { name: /KAS address/ })).toBeVisible();
  expect(await storedPreference(page, 'coin')).toBe('DOGE');
});

test('ninety coins and more; a delisted one is marked and cannot be mined to [coin-11]', async ({ page }) => {
  const answer = await fetch(`${pool.url}/api/v5/coin`);
  const { data } = (await answer.json()) as { data: { symbol: string; delisted: number }[] };
  expect(data.length).toBeGreaterThanOrEqual(90);
  expect(data.filter(({ delisted }) => delisted === 1).map(({ symbol }) => symbol)).toContain('FTM');
  // Its page has no calculator, which other journeys wait for.
  await page.goto(`${pool.url}/?coin=FTM&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  await expect(card.getByText(/has been delisted/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Copy user' })).toHaveCount(0);
  await title(page).getByRole('button').first().click();
  await page.getByRole('combobox', { name: /paid in/ }).fill('ftm');
  const found = page.getByRole('dialog').getByRole('option');
  await expect(found).toContainText('Delisted');
  const miner = await StratumClient.connect({ port: pool.stratumPort('sha256') });
  await miner.subscribe('suite');
  const login = await miner.authorize('FTM:0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5.rig1', 'x');
  expect(login).toMatchObject({ kind: 'refused' });
  await miner.close();
});

test('the algorithm is the one of the link, else the last used, else the first [algo-02]', async ({
  page,
}) => {
  await open(page, '/?coin=DOGE');
  const tabs = page.getByRole('tab');
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await open(page, '/?coin=DOGE&algorithm=nonsense');
  await expect(page).toHaveURL(`${pool.url}/?coin=DOGE`);
  await page.getByRole('tab', { name: /KawPow/ }).click();
  await expect(page).toHaveURL(/algorithm=kawpow/);
  await open(page, '/?coin=KAS');
  await expect(page.getByRole('tab', { selected: true })).toContainText('KawPow');
  await open(page, '/?coin=KAS&algorithm=octopus');
  await expect(page.getByRole('tab', { selected: true })).toContainText('Octopus');
});

test('another release forgets the recent algorithms; keys of an older site are taken over once [shell-04, shell-05]', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/before', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html></html>' }),
  );
  await page.goto(`${pool.url}/before`);
  await page.evaluate(() => {
    localStorage.setItem('openlode.preferences', '{"v":1,"version":"0.0.1"}');
    localStorage.setItem('coin', 'KAS');
    localStorage.setItem('lastCoins', '["KAS","LTC"]');
    localStorage.setItem('lastAlgorithms', '["kawpow","octopus"]');
  });
  await open(page, '/');
  await expect(title(page)).toHaveText(/Pay me in Kaspa/);
  await expect(page.getByRole('tab', { selected: true })).not.toContainText('KawPow');
  expect(await storedPreference(page, 'lastAlgorithms')).toEqual([]);
  expect(await storedPreference(page, 'lastCoins')).toEqual(['KAS', 'LTC']);
  expect(await storedPreference(page, 'version')).toMatch(/^\d+\.\d+\.\d+/);
  expect(
    await page.evaluate(() => [localStorage.getItem('coin'), localStorage.getItem('lastCoins')]),
  ).toEqual([null, null]);
  // Once: what is written under an old key later is not taken over.
  await page.evaluate(() => localStorage.setItem('coin', 'XMR'));
  await open(page, '/');
  await expect(title(page)).toHaveText(/Pay me in Kaspa/);
  expect(await page.evaluate(() => localStorage.getItem('coin'))).toBe('XMR');
});

test('what a link brings in place of a coin runs nowhere and leads to the start', { tag: '@long' }, async ({
  page,
}) => {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await open(page, '/?coin=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  await expect(page).toHaveURL(`${pool.url}/`);
  await expect(title(page)).toHaveText(/Pay me in Bitcoin/);
  expect(ran).toEqual([]);
});
