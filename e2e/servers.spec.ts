import { expect, test } from '@playwright/test';
import { freePorts } from '../testing/free-port.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { openCoinPage } from './support/open-coin-page.ts';

let pool: PoolProcess;
let fallback: number;
test.beforeAll(async () => {
  fallback = await freePorts(2);
  pool = await PoolProcess.start({
    env: {
      OPENLODE_HOST: 'pool.example',
      OPENLODE_MINING_HOST: '{algo}.{host}',
      OPENLODE_REGIONS: ['us', 'eu', 'asia']
        .map((region) => `${region}={algo}-{region}.{host}@${region}.pool.example`)
        .join(),
      OPENLODE_FALLBACK_PORTS: `sha256:${fallback},sha256:${fallback + 1}/ssl`,
      OPENLODE_STATIC_DIFFICULTY: 'scrypt:65536',
    },
  });
});
test.afterAll(() => pool.close());

test('the card has the servers of the algorithm, all its ports and the regions, folded, each with its image', {
  tag: '@algo-05',
}, async ({ page }) => {
  // Europe is near, North America far, Asia does not answer.
  for (const [region, afterMs] of [
    ['eu', 0],
    ['us', 200],
  ] as const)
    await page.route(`**://${region}.pool.example/ping`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } });
    });
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
  await expect(servers.nth(0)).toContainText(/North America, \d{3} ms/);
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
  await expect(card.getByText('holds its difficulty fixed')).toHaveCount(0);

  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=scrypt`);
  await expect(card.locator('dt:text-is("Server") + dd')).toContainText('scrypt.pool.example');
  await ports.locator('summary').click();
  await expect(card.getByText('Every port of Scrypt holds its difficulty fixed at 65,536')).toBeVisible();
  await expect(ports.locator('h3')).toHaveText(['Proxy']);
});
