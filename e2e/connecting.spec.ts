import type { PoolProcess } from '../testing/pool-process.ts';
import { answerPing, farMs } from './support/answer-ping.ts';
import { changeAnswer } from './support/change-answer.ts';
import { openWithHeldClock } from './support/held-clock.ts';
import { holdTimeLimits } from './support/hold-time-limits.ts';
import { keepMessages } from './support/keep-messages.ts';
import { openCoinPage } from './support/open-coin-page.ts';
import { sharedPool } from './support/shared-pool.ts';
import { expect, test } from './support/test.ts';

const isLong = process.env['TEST_LONG'] === '1';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

test('all 17 algorithms are tabs with coin, hardware, memory and marks [algo-04]', async ({ page }) => {
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(17);
  const texts = (await tabs.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  expect(texts.map((text) => text.replace(/, unavailable$/, '')).toSorted()).toEqual([
    'Autolykos ERG, 4 GB',
    'BeamHash BEAM, 6 GB',
    'Blake3 ALPH, 4 GB',
    'Equihash ZEC, ASIC',
    'Etchash ETC, 4 GB',
    'Ethash ETHW, 6 GB',
    'FishHash New IRON, 6 GB',
    'GhostRider New RTM, CPU',
    'KarlsenHash KLS, 3 GB',
    'KawPow RVN, 6 GB',
    'NexaPow NEXA, 4 GB',
    'Octopus CFX, 6 GB',
    'RandomX XMR, CPU',
    'SHA-256 BTC, ASIC',
    'Scrypt LTC, ASIC',
    'XelisHash New XEL, 3 GB',
    'kHeavyHash KAS, ASIC, 3 GB',
  ]);
  // A new sandbox mines some of them, and says so of the others.
  const answer = await page.request.get(`${pool.url}/api/v5/algorithm`);
  const { data } = (await answer.json()) as { data: { work: string }[] };
  const here = data.filter(({ work }) => work === 'verified').length;
  expect(here).toBeGreaterThan(3);
  expect(texts.filter((text) => !text.endsWith(', unavailable'))).toHaveLength(here);
  await page.getByRole('tab', { name: /^Ethash/ }).click();
  await expect(page.getByText('This is EthereumPoW (ETHW) mining')).toBeVisible();
  await page.getByRole('tab', { name: /^Scrypt/ }).click();
  await expect(page.getByText('LTC + DOGE + BELLS are mined together')).toBeVisible();
});

// The words for a mining key are in the journey of the address page.
test('what is copied is this deployment’s, the user string with the code; each copy is confirmed in its own words', {
  tag: '@shell-10',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  const said = await keepMessages(page);
  await expect(card.getByRole('button', { name: 'Copy user' })).toBeDisabled();
  await card.getByRole('radio', { name: 'TCP' }).check();
  await card.getByLabel('Your Dogecoin address').fill(address);
  await card.getByLabel('Referral code').fill('abcd-1234');
  for (const [button, text, sentence] of [
    ['Copy server', 'localhost', 'The pool have been copied!'],
    ['Copy port', String(pool.stratumPort('sha256')), 'The port have been copied!'],
    ['Copy user', `DOGE:${address}.rig1#abcd-1234`, 'Text copied!'],
  ] as const) {
    await card.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(copied).toBe(text);
    await expect.poll(said).toContain(`${button}: Copied`);
    await expect.poll(said).toContain(sentence);
  }
});

test('the user field, the referral format and the memo format are explained with the chosen coin [algo-08]', async ({
  page,
}) => {
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  const row = card.getByText('How the user field is built');
  await row.click();
  await expect(card.getByText('COIN:ADDRESS.WORKER[#CODE]')).toBeVisible();
  await expect(card.getByText('The coin you are paid in: Dogecoin.')).toBeVisible();
  await expect(card.getByText('#code', { exact: true })).toBeVisible();
  await card.getByLabel('Your Dogecoin address').fill(address);
  await card.getByLabel('Worker').fill('attic');
  await expect(card.getByRole('term').filter({ hasText: address })).toBeVisible();
  await expect(card.getByRole('term').filter({ hasText: '.attic' })).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await openCoinPage(page, `${pool.url}/?coin=XRP&algorithm=sha256`);
  await row.click();
  await expect(card.getByText('COIN:ADDRESS[:MEMO].WORKER[#CODE]')).toBeVisible();
  await expect(card.getByText(':memo', { exact: true })).toBeVisible();

  // The fields stand in one line, also where a label takes two.
  const frame = await card.boundingBox();
  const names = [/^Your XRP address/, 'Worker', 'Referral code'];
  const boxes = await Promise.all(names.map((name) => page.getByLabel(name).boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  // Beside each other, and all of them in the card.
  const edges = boxes.flatMap((box) => [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)]);
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
  expect(edges.at(-1)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0) - 20);
});

test('the way to each region is measured, the nearest marked; nothing waits for it [algo-05]', {
  tag: '@long',
}, async ({ freshPage: page }) => {
  const runOut = await holdTimeLimits(page);
  await answerPing(page, '**://eu.pool.example/ping', 0);
  await answerPing(page, '**://us.pool.example/ping', farMs);
  await page.route('**://asia.pool.example/ping', (route) => route.abort());
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const regions = page.locator('details').filter({ hasText: 'Regional servers' });
  const server = (host: string) => regions.getByRole('listitem').filter({ hasText: host });
  await expect(regions.locator('summary')).toContainText(/nearest: Europe, (\d+|under 1) ms/);
  await regions.locator('summary').click();
  await expect(server('eu.pool.example')).toContainText('Nearest');
  await expect(server('us.pool.example')).toContainText(/North America, \d{3,4} ms/);
  await expect(server('us.pool.example')).not.toContainText('Nearest');
  await expect(server('asia.pool.example')).toContainText('no answer');

  // None answers: the page says that it cannot tell, and marks none.
  await page.unrouteAll();
  await page.route('**://*.pool.example/ping', (route) => route.abort());
  await page.reload();
  await regions.locator('summary').click();
  await expect(regions).toContainText('This browser could not measure any latency');
  await expect(regions.getByText('Nearest', { exact: true })).toHaveCount(0);

  // While it measures everything else is there already.
  await page.unrouteAll();
  await page.route('**://*.pool.example/ping', () => undefined);
  await page.reload();
  await regions.locator('summary').click();
  await expect(regions).toContainText('Measuring the latency from this browser…');
  await expect(server('us.pool.example').getByRole('button')).toBeEnabled();
  await runOut();
  await expect(regions).toContainText('This browser could not measure');
});

test('setup links: the right start for the algorithm, programs, the guides of the catalogue [algo-09, algo-10]', async ({
  page,
}) => {
  // An algorithm that is minable here has its card; the links do not depend on it.
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=sha256`);
  const card = page.getByRole('region', { name: 'Connect your miner' });
  const start = card.getByRole('link', { name: 'Get started' });
  // What the sandbox checks any computer can mine.
  await expect(start).toHaveAttribute('href', '/wizard');
  await expect(card.getByRole('link', { name: 'Guided setup' })).toHaveAttribute('href', '/wizard');
  await expect(card.getByRole('link', { name: 'Mining programs' })).toHaveAttribute(
    'href',
    '/support/category/mining-programs',
  );
  await expect(card.getByRole('link', { name: 'All ways to start' })).toHaveAttribute('href', '/miner');
  // Each guide of an algorithm that is mined here leads to its article.
  await openCoinPage(page, `${pool.url}/?coin=KAS&algorithm=kheavyhash`);
  await expect(start).toHaveAttribute('href', '/wizard');
  for (const program of isLong ? ['lolMiner', 'BzMiner', 'GMiner'] : ['lolMiner']) {
    await card.getByRole('link', { name: program, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `How to mine kHeavyHash with ${program}`,
    );
    await page.goBack();
  }
  // Where else these links lead is seen on other deployments: work of an upstream pool is put in at the edge.
  await page.route(`${pool.url}/?**`, (route) =>
    changeAnswer(route, (body) => body.replaceAll(/"work":"\w+"/g, '"work":"relayed"')),
  );
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=equihash`);
  await expect(start).toHaveAttribute('href', '/support?search=ASIC');
  await openCoinPage(page, `${pool.url}/?coin=DOGE&algorithm=beamhash`);
  await expect(start).toHaveAttribute('href', '/start');
  await expect(card.getByRole('link', { name: 'miniZ' })).toHaveAttribute(
    'href',
    '/support/article/how-to-mine-beamhash-with-miniz',
  );
});

test('the strip of tabs scrolls by arrows, by hover and by drag, with a shadow where more comes', {
  tag: '@shell-09',
}, async ({ freshPage: page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  // How far it has come under a mouse is told by the page's own clock.
  const earnings = page.getByRole('region', { name: 'What would I earn?' });
  await openWithHeldClock(
    page,
    `${pool.url}/?coin=DOGE&algorithm=sha256`,
    page.getByRole('tablist'),
    earnings,
  );
  const [first = ''] = await page.getByRole('tab').allInnerTexts();
  await page.getByRole('tab').first().click();
  const later = page.getByRole('button', { name: 'Next algorithms' });
  const earlier = page.getByRole('button', { name: 'Previous algorithms' });
  const track = page.getByRole('tablist', { name: 'Algorithm' }).locator('xpath=..');
  const left = () => track.evaluate((element) => element.scrollLeft);
  const shadows = () =>
    track.evaluate((element) => {
      const frame = element.parentElement ?? element;
      return [getComputedStyle(frame, '::before').opacity, getComputedStyle(frame, '::after').opacity];
    });
  await expect.poll(shadows).toEqual(['0', '1']);
  await expect(earlier).toBeDisabled();
  await later.hover();
  await page.clock.runFor(200);
  await expect.poll(left).toBeGreaterThan(30);
  await page.mouse.move(5, 5);
  const rested = await left();
  await page.clock.runFor(300);
  expect(await left()).toBe(rested);
  await expect.poll(shadows).toEqual(['1', '1']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // It glides there, and a drag is told by where it came to rest.
  await track.evaluate((element) =>
    element.addEventListener('scrollend', () => Object.assign(element.dataset, { rests: 'yes' }), {
      once: true,
    }),
  );
  await later.click();
  await expect(track).toHaveAttribute('data-rests', 'yes');
  const clicked = await left();
  expect(clicked).toBeGreaterThan(rested + 200);
  // A drag moves the strip and chooses nothing.
  const box = await track.boundingBox();
  if (box === null) throw new Error('the strip is not drawn');
  await page.mouse.move(box.x + 300, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 420, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(left).toBeLessThan(clicked - 80);
  await expect(page.getByRole('tab', { selected: true })).toContainText(/^\w+/.exec(first)?.[0] ?? '?');
});

test('the tabs of an address scroll the same way on a phone', { tag: ['@long', '@shell-09'] }, async ({
  browser,
}) => {
  // A finger, which hovers over nothing.
  const viewport = { width: 360, height: 800 };
  const phone = await browser.newContext({
    viewport,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await phone.newPage();
  await page.goto(`${pool.url}/address/${address}?coin=DOGE`);
  const track = page.getByRole('tablist', { name: 'Address' }).locator('xpath=..');
  const left = () => track.evaluate((element) => element.scrollLeft);
  const shadows = () =>
    track.evaluate((element) => {
      const frame = element.parentElement ?? element;
      return [getComputedStyle(frame, '::before').opacity, getComputedStyle(frame, '::after').opacity];
    });
  await expect.poll(shadows).toEqual(['0', '1']);
  await page.getByRole('button', { name: 'Next tabs' }).click();
  await expect.poll(left).toBeGreaterThan(50);
  await expect.poll(async () => (await shadows())[0]).toBe('1');
  await page.getByRole('button', { name: 'Previous tabs' }).click();
  await expect.poll(left).toBe(0);
  await phone.close();
});
