import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../testing/free-port.ts';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { answerPing, farMs } from './support/answer-ping.ts';
import { askPool } from './support/ask-pool.ts';
import { holdTimeLimits } from './support/hold-time-limits.ts';
import { keepMessages } from './support/keep-messages.ts';
import { openCoinPage } from './support/open-coin-page.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
let fallback: number;
let folder: string;

/** What the operator of this suite publishes: the bytes of each variant, and what is to be read of them. */
const variants = (
  [
    ['base', 1_500_000],
    ['with miner files', 3_200_000],
  ] as const
).map(([variant, size]) => {
  const name = `openlode-2.8.1-beta-${variant.replaceAll(' ', '-')}.exe`;
  const sha256 = createHash('sha256').update(randomBytes(size)).digest('hex');
  return { variant, name, size, sha256, url: `https://pool.example/app/${name}` };
});

const versions = [
  ['2.8.1-beta', '2024-06-04', ['Runs on Windows 10 and 11, 64 bit.', 'Finds cards without a display.']],
  ['2.0.0-beta', '2024-01-15', ['A second variant has the program files inside.']],
  ['1.0.1-beta', '2023-05-02', ['The first version that was published.']],
] as const;

function publishApp(into: string): void {
  for (const [version, date, changes] of versions) {
    const isCurrent = version === '2.8.1-beta';
    const files = variants.map(
      ({ variant, name, size, sha256, url }) =>
        `  - { variant: ${variant}, name: ${name}, url: "${url}", size: ${size}, sha256: ${sha256}, type: installer, os: Windows 10/11 x64 }`,
    );
    const head = [
      `version: ${version}`,
      `build_date: "${date}"`,
      `current: ${isCurrent}`,
      ...(isCurrent ? ['files:', ...files] : ['files: []']),
      'issues: [antivirus-false-positive]',
    ];
    const body = changes.map((change) => `- ${change}`);
    writeFileSync(join(into, `${version}.md`), ['---', ...head, '---', ...body, ''].join('\n'));
  }
}
test.beforeAll(async () => {
  fallback = await freePorts(2);
  folder = mkdtempSync(join(tmpdir(), 'openlode-releases-'));
  publishApp(folder);
  pool = await PoolProcess.start({
    env: {
      OPENLODE_HOST: 'pool.example',
      OPENLODE_APP: '1.0.0-beta 2024-06-04 android=https://play.example/app?id=pool',
      OPENLODE_MINING_HOST: '{algo}.{host}',
      OPENLODE_REGIONS: ['us', 'eu', 'asia']
        .map((region) => `${region}={algo}-{region}.{host}@${region}.pool.example`)
        .join(),
      OPENLODE_FALLBACK_PORTS: `sha256:${fallback},sha256:${fallback + 1}/ssl`,
      OPENLODE_STATIC_DIFFICULTY: 'scrypt:65536',
      OPENLODE_RELEASES: folder,
    },
  });
});
test.afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

test('the card has the servers of the algorithm, all its ports and the regions, folded, each with its image', {
  tag: '@algo-05',
}, async ({ freshPage: page }) => {
  await holdTimeLimits(page);
  // Europe is near, North America far, Asia does not answer.
  await answerPing(page, '**://eu.pool.example/ping', 0);
  await answerPing(page, '**://us.pool.example/ping', farMs);
  await page.route('**://asia.pool.example/ping', (route) => route.abort());
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  await expect(card.locator('dt:text-is("Server") + dd')).toContainText('sha256.pool.example');
  await expect(card.locator('dt:text-is("Server") + dd')).toContainText('Global');

  const regions = card.locator('details').filter({ hasText: 'Regional servers' });
  const servers = regions.getByRole('listitem');
  await expect(servers.first()).toBeHidden();
  await regions.locator('summary').click();
  await expect(servers).toHaveCount(3);
  for (const [at, name, url] of [
    [0, 'North America', 'sha256-us.pool.example'],
    [1, 'Europe', 'sha256-eu.pool.example'],
    [2, 'Asia', 'sha256-asia.pool.example'],
  ] as const) {
    await expect(servers.nth(at)).toContainText(name);
    await expect(servers.nth(at).getByText(url, { exact: true })).toBeVisible();
    await expect(servers.nth(at).locator('svg, img').first()).toBeVisible();
  }
  await expect(servers.nth(1)).toContainText('Nearest');
  await expect(servers.nth(0)).toContainText(/North America, \d{3,4} ms/);
  await expect(servers.nth(2)).toContainText('no answer');
  await regions.locator('summary').click();
  await expect(servers.first()).toBeHidden();

  const ports = card.locator('details').filter({ hasText: 'Other ports' });
  await ports.locator('summary').click();
  const first = pool.stratumPort('sha256');
  const group = (title: string) =>
    ports.locator('h3', { hasText: title }).locator('xpath=..').getByRole('listitem').allInnerTexts();
  const shown = async (title: string) =>
    (await group(title)).map((text) => text.match(/\d+|SSL|TCP/g)?.join(' '));
  expect(await shown('Where a network blocks the usual ports')).toEqual([
    `${fallback + 1} SSL`,
    `${fallback} TCP`,
  ]);
  expect(await shown('High difficulty')).toEqual([`${first + 1} TCP`, `${first + 1001} SSL`]);
  expect(await shown('Low difficulty')).toEqual([`${first + 2} TCP`, `${first + 1002} SSL`]);
  expect(await shown('Proxy')).toEqual([`${first + 3} TCP`, `${first + 1003} SSL`]);
  await expect(card.getByText('has a fixed difficulty')).toHaveCount(0);

  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=scrypt`);
  await expect(card.locator('dt:text-is("Server") + dd')).toContainText('scrypt.pool.example');
  await ports.locator('summary').click();
  await expect(card.getByText('Every port of Scrypt has a fixed difficulty of 65,536')).toBeVisible();
  await expect(ports.locator('h3')).toHaveText(['Proxy']);
});

test('an app that the operator publishes is described: tiles, both variants, the changelog, and the guided setup', {
  tag: '@miner-01',
}, async ({ page }) => {
  for (const path of ['/miner', '/start']) {
    await page.goto(`${pool.url}${path}`);
    for (const tile of ['Built for everyone', 'Detects your hardware', 'Runs unattended'])
      await expect(page.getByRole('heading', { name: tile })).toBeVisible();
    const files = page.getByRole('region', { name: 'Desktop app 2.8.1-beta' }).getByRole('listitem');
    await expect(files).toHaveCount(2);
    for (const [at, { name, url, size, sha256 }] of variants.entries()) {
      await expect(files.nth(at)).toContainText(
        `Windows 10/11 x64, installer, ${(size / 1_000_000).toFixed(1)} MB`,
      );
      await expect(files.nth(at)).toContainText(`SHA-256 ${sha256}`);
      await expect(files.nth(at).getByRole('link', { name })).toHaveAttribute('href', url);
    }
    await expect(files.getByRole('heading')).toHaveText(['Base', 'With miner files']);

    const log = page.getByRole('region', { name: 'Changelog' });
    const entries = log.getByRole('list').first().locator(':scope > li');
    await expect(entries).toHaveCount(versions.length);
    for (const [at, [version, date, changes]] of versions.entries()) {
      await expect(entries.nth(at)).toContainText(version);
      await expect(entries.nth(at)).toContainText(`Built ${date}`);
      await expect(entries.nth(at).getByRole('list').getByRole('listitem')).toHaveText([...changes]);
    }
    await expect(entries.getByText('current', { exact: true })).toHaveCount(1);
    await expect(entries.first()).toContainText('current');
    const issue = entries.first().getByRole('link').first();
    await expect(issue).toHaveAttribute('href', '/support/article/antivirus-false-positive');
    await page.getByRole('link', { name: 'Open the wizard' }).click();
    await expect(page).toHaveURL(/\/wizard/);
  }
});

test('a monitoring app that the operator publishes has its version, build date and store', {
  tag: '@app-01',
}, async ({ page }) => {
  await page.goto(`${pool.url}/app`);
  const get = page.getByRole('region', { name: 'Get the app' });
  await expect(get).toContainText('App for Android and iOS: version 1.0.0-beta, built 2024-06-04');
  const badges = get.getByRole('listitem');
  await expect(badges).toHaveText([/^Google Play\s*Published$/, /^App Store\s*Not published$/]);
  await expect(get.getByRole('link')).toHaveCount(1);
  await expect(get.getByRole('link', { name: 'Google Play' })).toHaveAttribute(
    'href',
    'https://play.example/app?id=pool',
  );
  await expect(page.getByRole('region', { name: 'What it does' })).toContainText('it cannot mine');
});

test('the totals are the pool’s, follow its miners with a highlight, and their failure is only logged', {
  tag: ['@totals-01', '@totals-02'],
}, async ({ page }) => {
  const reported = async () => {
    const answer = await fetch(`${pool.url}/api/v5/pool`);
    return ((await answer.json()) as { data: { summary: Record<string, string> } }).data.summary;
  };
  expect(await reported()).toMatchObject({
    past_24hr_workers: '0',
    past_24hr_miners: '0',
    total_paid_btc: '0',
  });
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const totals = page.getByRole('region', { name: 'Totals of the pool' });
  const value = (title: string) =>
    totals.getByText(title, { exact: true }).locator('xpath=..').locator('p').nth(1);
  await expect(value('Workers, past 24 h')).toHaveText('0');
  await expect(value('Miners, past 24 h')).toHaveText('0');
  await expect(value('Paid in total')).toHaveText('0 BTC');
  await value('Workers, past 24 h').evaluate((cell) => {
    const flashes: number[] = [];
    Object.assign(window, { flashes });
    let since = 0;
    new MutationObserver(() => {
      const isFlashing = cell.getAttribute('data-flash') === 'true';
      if (isFlashing && since === 0) since = performance.now();
      if (isFlashing || since === 0) return;
      flashes.push(performance.now() - since);
      since = 0;
    }).observe(cell, { attributes: true, attributeFilter: ['data-flash'] });
  });
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user: 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.totals',
    hashesPerSecondMax: 400_000,
  });
  try {
    await miner.whenAcked(1);
    miner.rest();
    // By the socket: the call itself is asked for once a minute.
    await expect(value('Workers, past 24 h')).toHaveText('1', { timeout: 120_000 });
    await expect(value('Miners, past 24 h')).toHaveText('1');
  } finally {
    await miner.stop();
  }
  await expect.poll(reported).toMatchObject({ past_24hr_workers: '1', past_24hr_miners: '1' });
  const flashes = () => page.evaluate(() => (window as unknown as { flashes: number[] }).flashes);
  await expect.poll(async () => (await flashes()).length).toBeGreaterThan(0);
  // How long it lasts is told by the suite that has a clock: a busy browser may draw its beginning late.

  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v5/pool', async (route) => {
    await held;
    // A page that waited too long has asked again.
    await route
      .fulfill({ status: 404, json: { success: false, msg: 'No totals now' } })
      .catch(() => undefined);
  });
  await page.reload();
  const said = await keepMessages(page);
  release();
  await expect(value('Workers, past 24 h')).toHaveText('unknown');
  await expect.poll(() => logged.join()).toContain('Couldn’t load the totals.');
  // The one message is that of the rewards, which come by the same call.
  await expect.poll(said).toEqual(['No totals now']);
});

test('the operator has open pages reloaded: the banner stays until they are', { tag: '@shell-03' }, async ({
  page,
}) => {
  // The pool greets this page's socket: one of a page before it may still count as open.
  const isConnected = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')),
    );
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const words = 'There is a newer version of the website, please reload to get the latest update!';
  const banner = page.getByRole('alert').filter({ hasText: words });
  await isConnected;
  await expect(banner).toHaveCount(0);
  expect(await askPool(pool, 'reload-pages', { reason: 'a wrong price was shown' })).toEqual({
    kind: 'done',
  });
  await expect(banner).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How can we help?');
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Reload' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How can we help?');
});
