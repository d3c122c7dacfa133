import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { answerPing, farMs } from './support/answer-ping.ts';
import { tabTo, walkByKeyboard } from './support/by-keyboard.ts';
import { changeAnswer } from './support/change-answer.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { holdTimeLimits } from './support/hold-time-limits.ts';
import { sharedPool } from './support/shared-pool.ts';
import { expectWhole, sideways } from './support/site-page.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

const question = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function chooseDogecoin(page: Page) {
  await page
    .getByRole('button', { name: /^(Bitcoin|Dogecoin)$/ })
    .first()
    .click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('combobox').fill('doge');
  await picker.getByRole('combobox').press('Enter');
  await page.getByRole('button', { name: 'Be paid in Dogecoin' }).click();
}

/** On the last page the lines for any other program are folded. */
async function unfoldLines(page: Page) {
  await page.locator('summary').filter({ hasText: 'Server, port and user' }).click();
}

/** Puts in, at the edge, that this pool has no port for an algorithm: where all is installed, it mines every one. */
async function takePortsAway(page: Page, algorithm: string) {
  const work = new RegExp(`("code":"${algorithm}"[^]*?"work":)"\\w+"`);
  await page.route(`${pool.url}/wizard**`, (route) =>
    changeAnswer(route, (body) => body.replace(work, '$1"none"')),
  );
}

/** From the first question to the address in basic mode on a processor. */
async function walkToAddress(page: Page, query = '') {
  await page.goto(`${pool.url}/wizard${query}`);
  await page.getByRole('button', { name: /^Basic/ }).click();
  await page.getByRole('button', { name: /^Processor/ }).click();
  await expect(question(page, 'Which coin do you want to be paid in?')).toBeVisible();
  await chooseDogecoin(page);
  await expect(question(page, 'Where should we send your coins?')).toBeVisible();
}

test('basic mode on a processor: six questions less one; on simulated work the page says so and leads to the sandbox [wizard-02, wizard-03, nav-09]', async ({
  page,
}) => {
  await takePortsAway(page, 'randomx');
  await walkToAddress(page, '?ref=abcd-1234');
  const field = page.getByLabel('Your Dogecoin address');
  const go = page.getByRole('button', { name: 'Continue', exact: true });
  await field.fill('');
  await expect(go).toBeDisabled();
  await field.fill('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSV');
  await expect(page.getByText('Double check your Dogecoin address, it seems to be invalid!')).toBeVisible();
  await expect(go).toBeDisabled();
  await field.fill(` ${address} `);
  await go.click();

  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
  await expect(page.getByText('Step 5 of 5')).toBeVisible();
  await expect(page.getByLabel('Referral code')).toHaveValue('abcd-1234');
  await expect(page.getByText('This code came with the link that brought you here.')).toBeVisible();
  await expect(page.getByText('The pool does not know this code.')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();

  await expect(question(page, 'Start mining')).toBeVisible();
  await unfoldLines(page);
  await expect(
    page.getByText(new RegExp(`^DOGE:${address}\\.rig-[a-z]{8}#abcd-1234$`)).first(),
  ).toBeVisible();
  await expect(
    page.getByText('This sandbox does not check RandomX work, so it has no port for it.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'First share' })).toContainText(
    'No RandomX share can arrive here.',
  );
  await page.getByRole('link', { name: 'Mine with this computer on the sandbox' }).click();
  await page.getByRole('button', { name: /^This computer, on the sandbox/ }).click();
  await expect(question(page, 'Which coin do you want to be paid in?')).toBeVisible();
  await page.goto(`${pool.url}/wizard?step=final`);
  await expect(page.getByRole('region', { name: 'The pool’s own client' }).locator('code').last()).toHaveText(
    new RegExp(`^npm run mine -- DOGE:${address}\\.rig-[a-z]{8}#abcd-1234 \\d+ --host localhost$`),
  );
});

const randomxPrograms = [
  { name: 'SRBMiner-MULTI', code: 'srbminer', linux: './SRBMiner-MULTI ', windows: 'SRBMiner-MULTI.exe ' },
  { name: 'XMRig', code: 'xmrig', linux: './xmrig ', windows: 'xmrig.exe ' },
  { name: 'nanominer', code: 'nanominer', linux: './nanominer ', windows: 'nanominer.exe ' },
] as const;

test('every program has its exact command, its script and its links, for the chosen system [wizard-11, wizard-12]', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await walkToAddress(page);
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue without referral code' }).click();
  // The best program leads; the others are folded.
  await expect(page.getByRole('heading', { level: 2, name: 'Start SRBMiner-MULTI' })).toBeVisible();
  await page.locator('summary').filter({ hasText: 'XMRig' }).click();
  await page.locator('summary').filter({ hasText: 'nanominer' }).click();
  for (const system of ['linux', 'windows'] as const) {
    await page.getByRole('radio', { name: system, exact: false }).check();
    for (const program of randomxPrograms) {
      const own = page.getByRole('region', { name: program.name, exact: true });
      const command = (await own.locator('code').textContent()) ?? '';
      expect(command.startsWith(program[system])).toBe(true);
      expect(command).toMatch(new RegExp(` DOGE:${address}(?:\\.| -rigName )rig-[a-z]{8} `));
      await own.getByRole('button', { name: `Copy the command of ${program.name}` }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
      const script = `openlode-doge-randomx-${program.code}.${system === 'linux' ? 'sh' : 'bat'}`;
      await expect(own.getByRole('button', { name: `Save ${script}` })).toBeVisible();
    }
  }
  const xmrig = page.getByRole('region', { name: 'XMRig' });
  await page.getByRole('radio', { name: 'Linux' }).check();
  const saved = page.waitForEvent('download');
  await xmrig.getByRole('button', { name: /\.sh$/ }).click();
  expect((await saved).suggestedFilename()).toBe('openlode-doge-randomx-xmrig.sh');
  await page.getByRole('radio', { name: 'Windows' }).check();
  await expect(xmrig.locator('code')).toContainText('xmrig.exe');
  await expect(xmrig.getByRole('button', { name: 'Save openlode-doge-randomx-xmrig.bat' })).toBeVisible();
  await xmrig.getByText('Flight sheets').click();
  const sheets = xmrig.locator('pre');
  await expect(sheets.first()).toContainText(`Wallet and worker template: DOGE:${address}.rig-`);
  await expect(sheets.last()).toContainText(new RegExp(`Wallet: DOGE:${address}\\nWorker name: rig-`));
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Windows' })).toBeChecked();
  await page.route('**/api/v5/address/**', (route) => route.abort());
  await page.reload();
  const waiting = page.getByRole('region', { name: 'First share' });
  await expect(waiting).toContainText('Can’t check right now:');
  await page.unroute('**/api/v5/address/**');
  await expect(waiting).not.toContainText('Can’t check right now');
  await page.locator('summary').filter({ hasText: 'XMRig' }).click();
  // A thumb finds what is saved and where it is fetched.
  await page.setViewportSize({ width: 360, height: 800 });
  for (const target of [
    xmrig.getByRole('button', { name: 'Save openlode-doge-randomx-xmrig.bat' }),
    xmrig.getByRole('link', { name: 'Download XMRig for Windows' }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

/** Answers the page as a deployment does whose certificate a public authority vouches for. */
async function trustCertificate(page: Page) {
  await page.route('**/wizard?*', (route) =>
    changeAnswer(route, (html) => {
      const trusted = html.replace('"distrust":"self-signed"', '"distrust":null');
      expect(trusted).not.toBe(html);
      return trusted;
    }),
  );
}

/** A code that an owner was granted by name: one of the tier Base. */
async function grantCode(code: string) {
  // Only a miner that exists is granted a code.
  const opened = await fetch(`${pool.url}/api/v5/address/${address}/code?coin=DOGE`, { method: 'POST' });
  expect(opened.status).toBe(200);
  const granted = await runOpenlode(
    ['codes', 'grant', `DOGE:${address}`, code, '--reason', 'a channel about rigs', '--yes'],
    { OPENLODE_DATA: pool.dataDirectory },
  );
  expect(granted, granted.err).toMatchObject({ code: 0 });
}

const nextButton = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

async function answerWorker(page: Page) {
  const worker = page.getByLabel('Worker');
  await expect(worker).toHaveValue(/^rig-[a-z]{8}$/);
  for (const [typed, words] of [
    [' ', 'Your worker must not be empty'],
    ['my rig', 'Your worker must not contain spaces or special characters (besides "_" or "-")'],
  ] as const) {
    await worker.fill(typed);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(worker).toHaveAttribute('aria-invalid', 'true');
    await expect(nextButton(page)).toBeDisabled();
  }
  await worker.fill(' attic_2-b ');
  await nextButton(page).click();
}

/** Leaves the step without a code after every other way was looked at. */
async function answerReferralCode(page: Page) {
  const field = page.getByLabel('Referral code');
  await expect(field).toHaveValue('abcd-1234');
  await expect(page.getByText('This code came with the link that brought you here.')).toBeVisible();
  await expect(nextButton(page)).toBeEnabled();
  for (const [typed, words] of [
    ['a b', 'Your referral code must not have spaces'],
    ['attic_show', 'A referral code has only letters, numbers and dashes'],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByText('This code came with the link')).toHaveCount(0);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(nextButton(page)).toBeDisabled();
  }
  await field.fill('');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Continue without referral code' }).click();
}

test('advanced mode asks everything; a reload and the browser’s back keep the answers [wizard-05, wizard-08, wizard-09, wizard-10, wizard-13]', async ({
  freshPage: page,
}) => {
  await holdTimeLimits(page);
  // Servers that are not there: one answers at once, another after a while, the last one never.
  await answerPing(page, '**://eu.pool.example/**', 0);
  await answerPing(page, '**://us.pool.example/**', farMs);
  await page.route('**://asia.pool.example/**', (route) => route.abort());
  await page.goto(`${pool.url}/wizard?ref=abcd-1234`);
  const road = page.getByRole('navigation', { name: 'Steps of the setup' });
  const now = road.locator('[aria-current=step]');
  const choices = page.getByRole('main').locator('button[aria-pressed] b');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('button', { name: /^This computer, on the sandbox/ }).click();
  await expect(choices.first()).toHaveText('SHA-256Recommended');
  await expect(choices.filter({ hasText: /^(?:SHA-256|kHeavyHash|Scrypt)/ })).toHaveCount(3);
  await page.getByRole('button', { name: /^Scrypt/ }).click();
  await chooseDogecoin(page);
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  await expect(page.getByRole('link', { name: 'How to test your ping' })).toHaveAttribute(
    'href',
    '/support/article/choose-server-and-ping',
  );
  const europe = page.getByRole('button', { name: /eu\.pool\.example/ });
  await expect(europe).toContainText(/Nearest.*eu\.pool\.example, \d+ ms/);
  await expect(page.getByRole('button', { name: /us\.pool\.example, \d{3,4} ms/ })).toBeVisible();
  await expect(page.getByText('Nearest', { exact: true })).toHaveCount(1);
  await europe.click();

  // TLS is recommended only where its certificate is publicly trusted; both are always offered.
  const tcp = pool.stratumPort('scrypt');
  await expect(choices).toHaveText([`${tcp} TCPRecommended`, `${tcp + 1000} SSL`]);
  await trustCertificate(page);
  await page.reload();
  await expect(question(page, 'Which port do you connect to?')).toBeVisible();
  await expect(choices).toHaveText([`${tcp + 1000} SSLRecommended`, `${tcp} TCP`]);
  await page.goBack();
  await expect(question(page, 'Which server is nearest to you?')).toBeVisible();
  await expect(europe).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await page.getByRole('button', { name: `${tcp} TCP` }).click();
  await answerWorker(page);
  await answerReferralCode(page);
  await unfoldLines(page);
  await expect(page.getByText(`DOGE:${address}.attic_2-b`, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('eu.pool.example', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
  // What is answered leads back to its question; what comes is no button.
  await expect(page.getByText('Step 9 of 9')).toBeVisible();
  await expect(now).toHaveText(/Referral code$/);
  await expect(road.getByRole('listitem')).toHaveCount(10);
  await expect(road.getByRole('button')).toHaveText([
    /^Mode Advanced$/,
    /^Hardware This computer$/,
    /^Algorithm Scrypt$/,
    /^Coin DOGE$/,
    /^Address DPpJVPpvP…8wReTqaSU$/,
    /^Region eu\.pool\.example$/,
    new RegExp(`^Port ${tcp} TCP$`),
    /^Worker attic_2-b$/,
  ]);
  await road.getByRole('button', { name: 'Hardware' }).click();
  await expect(question(page, 'What do you mine with?')).toBeVisible();
  await expect(now).toHaveText(/Hardware$/);
  await expect(road.getByRole('button')).toHaveText([/^Mode Advanced$/]);
});

test('scrypt on the sandbox: chosen in advanced mode, and the command of the page, run as it stands, turns it green', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${pool.url}/wizard`);
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('button', { name: /^This computer, on the sandbox/ }).click();
  await expect(question(page, 'Which algorithm do you mine?')).toBeVisible();
  await page.getByRole('button', { name: /^Scrypt/ }).click();
  await chooseDogecoin(page);
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: /^Global/ }).click();
  await page.getByRole('button', { name: /TCP/ }).click();
  await page.getByLabel('Worker').fill('attic');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Continue without referral code' }).click();
  const own = page.getByRole('region', { name: 'The pool’s own client' });
  const command = await own.locator('code').last().innerText();
  const port = pool.stratumPort('scrypt');
  expect(command).toBe(`npm run mine -- DOGE:${address}.attic ${port} --host localhost --algorithm scrypt`);
  const client = spawn('sh', ['-c', command], {
    cwd: join(import.meta.dirname, '..'),
    detached: true,
    stdio: 'ignore',
  });
  try {
    const waiting = page.getByRole('region', { name: 'First share' });
    await expect(waiting).toContainText('Your first share has arrived', { timeout: 240_000 });
    await expect(waiting).toContainText('attic is online and mining.');
  } finally {
    // npm, its shell and the client are one group.
    if (client.pid !== undefined) process.kill(-client.pid, 'SIGTERM');
  }
});

test('a custom code says which tier it has and what comes back', { tag: '@long' }, async ({ page }) => {
  const granted = grantCode('attic-show');
  await walkToAddress(page);
  await page.getByLabel('Your Dogecoin address').fill('DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const field = page.getByLabel('Referral code');
  await page.route('**/api/v5/referral/code/**', (route) => route.abort());
  await field.fill('attic-shop');
  await expect(page.getByText('Couldn’t check this code')).toBeVisible();
  await expect(nextButton(page)).toBeEnabled();
  await page.unroute('**/api/v5/referral/code/**');
  await granted;
  await field.fill('ATTIC-show');
  await expect(
    page.getByText(
      'A custom code of the tier Base: of the fee, 0.15% of each reward comes back to you and 0.35% goes to its owner.',
    ),
  ).toBeVisible();
  await nextButton(page).click();
  await unfoldLines(page);
  await expect(
    page.getByText(/^DOGE:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L\.rig-[a-z]{8}#ATTIC-show$/i).first(),
  ).toBeVisible();
});

test('an algorithm for ASICs alone leads to the articles [wizard-06]', async ({ page }) => {
  await page.goto(`${pool.url}/wizard?algorithm=scrypt`);
  await expect(page).toHaveURL(/\/support\?search=ASIC$/);
});

test('the doctor names every mistake of a command with its fix', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${pool.url}/doctor`);
  const field = page.getByLabel('User string or command');
  const mistakes = page.getByRole('list', { name: 'Mistakes' });
  const port = pool.stratumPort('sha256');
  await field.fill(`./miner -o stratum+ssl://localhost:${port} -u doge-${address}.rig1`);
  await expect(mistakes.getByRole('listitem')).toHaveText([
    `The scheme asks for SSL, but port ${port} is a TCP port. Use stratum+tcp:// or an SSL port.`,
    `There is “-” after the coin; it should be a colon: DOGE:${address}.rig1`,
  ]);
  await expect(page.getByRole('list', { name: 'Notes' })).toHaveText(
    'The coin is in lower case. The pool accepts that; the usual form is DOGE.',
  );
  await page.getByLabel('Algorithm, where the command does not name it').selectOption('scrypt');
  await expect(mistakes).toContainText(`Port ${port} is the port of sha256, not of scrypt.`);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessible(page);

  const wrong = `${address.slice(0, -1)}V`;
  await field.fill(`DOGE:${wrong}.rig1`);
  await expect(mistakes).toContainText('A character is wrong, missing or swapped.');
  const refused = page.getByRole('region', { name: 'Refused logins of the past day' });
  await expect(refused).toContainText('None with this coin and address.');
  await field.fill(`DOGE:${address}.rig1`);
  await expect(page.getByText('No mistake found. The pool accepts this.')).toBeVisible();

  // What the switch of a program asks for counts like a scheme, and not every number is a port.
  await page.getByLabel('Algorithm, where the command does not name it').selectOption('Not sure');
  await field.fill(`./xmrig -o localhost:${port} -u DOGE:${address}/rig1 --tls`);
  await expect(mistakes.getByRole('listitem')).toHaveText([
    `The command switches SSL on, but port ${port} is a TCP port. Switch it off or use an SSL port.`,
    `There is “/” before the worker; it should be a dot: DOGE:${address}.rig1`,
  ]);
  const idle = port + 900;
  await field.fill(`./bzminer -a ironfish -w DOGE:${address}.rig1 -p stratum+tcp://localhost:${idle}`);
  await expect(mistakes.getByRole('listitem')).toHaveText([
    `This pool has no port ${idle}. Copy the port of your algorithm from the start page.`,
  ]);

  // Whole commands of a program that it knows.
  const user = `-u DOGE:${address}.rig1 -p x`;
  const tls = port + 1000;
  const uncertified = 'cpuminer (minerd) refuses the certificate of this pool unless --cert is added.';
  for (const [command, ...expected] of [
    [
      `minerd -a sha256d -o stratum+tcp://pool.example.com:${port}`,
      'pool.example.com is not this pool. Its server is localhost.',
    ],
    [
      `minerd -a sha256d -o stratum+ssl://localhost:${tls}`,
      'cpuminer (minerd) does not know the scheme stratum+ssl://. Write stratum+tcps://',
      uncertified,
    ],
    [`minerd -a sha256d -o stratum+tcps://localhost:${tls}`, uncertified],
    [
      `minerd -a scrypt -o stratum+tcp://localhost:${port}`,
      `Port ${port} is the port of sha256, not of scrypt.`,
    ],
  ] as const) {
    await field.fill(`${command} ${user}`);
    await expect(mistakes.getByRole('listitem')).toHaveText(
      expected.map((words) => new RegExp(words.replaceAll(/[().+/]/g, String.raw`\$&`))),
    );
  }

  await page.route('**/api/v5/address/**', (route) => route.abort());
  await page.reload();
  await field.fill(`DOGE:${address}.rig2`);
  await expect(page.getByText('Couldn’t load refused logins')).toBeVisible();
  await page.unroute('**/api/v5/address/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(refused).toContainText('None with this coin and address.');
});

const advanced = {
  mode: 'advanced',
  hardware: 'sandbox',
  algorithm: 'scrypt',
  automatic: false,
  coin: 'DOGE',
  address,
  region: null,
  port: null,
  worker: 'attic',
  referral: null,
  answered: ['mode', 'hardware', 'algorithm', 'coin', 'address', 'region', 'port', 'worker', 'referral'],
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the questions and the final page break no accessibility rule, ${colorScheme}`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${pool.url}/wizard`);
    const withoutPort = { ...advanced, hardware: 'gpu', algorithm: 'fishhash' };
    await takePortsAway(page, 'fishhash');
    const steps = [...advanced.answered, 'final'];
    for (const [step, answers] of [
      ...steps.map((each) => [each, advanced] as const),
      ['port', withoutPort] as const,
      ['final', withoutPort] as const,
    ]) {
      await page.evaluate((kept) => sessionStorage.setItem('openlode.wizard', kept), JSON.stringify(answers));
      await page.goto(`${pool.url}/wizard?step=${step}`);
      await expectWhole(page);
      const road = page.getByRole('navigation', { name: 'Steps of the setup' }).getByRole('listitem');
      await expect(road.nth(steps.indexOf(step))).toHaveAttribute('aria-current', 'step');
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sideways(page), step).toBe(0);
        if (width !== 768) await expectAccessible(page);
      }
    }
  });
}

test('any coin is found by its name; every fault of an address is said in words, and stops [wizard-07, addr-03, addr-04, addr-05]', async ({
  page,
}) => {
  await page.goto(`${pool.url}/wizard`);
  await page.getByRole('button', { name: /^Basic/ }).click();
  await page.getByRole('button', { name: /^Processor/ }).click();
  const choose = async (now: RegExp, text: string, name: string) => {
    await page.getByRole('button', { name: now }).first().click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('combobox').fill(text);
    await expect(picker.getByRole('option').first()).toContainText(name);
    await picker.getByRole('combobox').press('Enter');
    await page.getByRole('button', { name: `Be paid in ${name}` }).click();
  };
  const field = page.getByRole('textbox', { name: /^Your .* address/ });
  const go = page.getByRole('button', { name: 'Continue', exact: true });
  const faults = async (cases: readonly (readonly [string, string | RegExp])[]) => {
    for (const [typed, words] of cases) {
      await field.fill(typed);
      await expect(page.getByText(words)).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(go).toBeDisabled();
    }
  };

  // A newcomer finds the coins that most people mean without a search.
  const popular = page.getByRole('list', { name: 'Popular coins' }).getByRole('button');
  await expect(popular).toHaveText([/BTC$/, /ETH$/, /USDT$/, /XRP$/, /BNB$/, /SOL$/, /DOGE$/, /LTC$/]);
  await popular.filter({ hasText: 'Litecoin' }).click();
  await expect(popular.filter({ hasText: 'Litecoin' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: 'Be paid in Litecoin' })).toBeEnabled();

  await choose(/^Litecoin$/, 'xrp', 'XRP');
  await expect(page.getByText('address:memo; an exchange always needs the memo')).toBeVisible();
  // A delisted coin earns nothing any more: the setup offers no machine for it.
  await page.getByRole('button', { name: 'Previous step' }).click();
  await page.getByRole('button', { name: /^XRP$/ }).first().click();
  await page.getByRole('dialog').getByRole('combobox').fill('fantom');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This coin or token has been delisted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Be paid in Fantom' })).toBeDisabled();
  await choose(/^Fantom$/, 'xrp', 'XRP');
  const ripple = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
  await faults([
    [`${ripple}:no memo`, 'Double check your memo value, it seems to be invalid!'],
    ['0x27239549DD40E1D60F5B80B0C4196923745B1FD2:1', /network does not support the ADDRESS:MEMO format\.$/],
    ['nowhere', /^Double check your XRP address, it seems to be invalid! .* or /],
  ]);
  await field.fill('');
  await expect(go).toBeDisabled();
  await field.fill(` ${ripple}:12345 `);
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(go).toBeEnabled();

  await page.getByRole('button', { name: 'Previous step' }).click();
  await choose(/^XRP$/, 'dogecoin', 'Dogecoin');
  await expect(page.getByText('an exchange always needs the memo')).toHaveCount(0);
  await faults([
    [`${address}:123`, 'Dogecoin does not support the ADDRESS:MEMO format.'],
    [`${address.slice(0, -1)}V`, /^Double check your Dogecoin address, it seems to be invalid!/],
  ]);
  // The pool may know better than the rules.
  await page.route('**/api/v5/address/**', (route) =>
    route.fulfill({ status: 404, json: { success: false, msg: 'Not found', message: 'Not found' } }),
  );
  await field.fill(address);
  await go.click();
  await expect(
    page.getByText('Your address seems to be invalid or is not a Dogecoin address!'),
  ).toBeVisible();
  await expect(question(page, 'Where should we send your coins?')).toBeVisible();
  await page.unroute('**/api/v5/address/**');
  await go.click();
  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
});

test('by keyboard alone from the start to the command for three algorithms', { tag: '@long' }, async ({
  page,
}) => {
  const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
  for (const { hardware, algorithm, program, words } of [
    {
      hardware: /^Processor/,
      algorithm: null,
      program: 'SRBMiner-MULTI',
      words: './SRBMiner-MULTI --algorithm randomx --pool ',
    },
    {
      hardware: /^Graphics card/,
      algorithm: /^KawPow/,
      program: 'SRBMiner-MULTI',
      words: './SRBMiner-MULTI --algorithm kawpow --pool ',
    },
    {
      hardware: /^Graphics card/,
      algorithm: /^XelisHash/,
      program: 'BzMiner',
      words: './bzminer -a xelis -w ',
    },
  ]) {
    await walkByKeyboard(page, pool.url, { hardware, algorithm, address });
    const linux = page.getByRole('radio', { name: 'Linux' });
    if (!(await linux.isChecked())) {
      await tabTo(page, page.getByRole('radio', { name: 'Windows' }));
      await page.keyboard.press('ArrowRight');
    }
    await expect(linux).toBeChecked();
    const command = page.getByRole('region', { name: program, exact: true }).locator('code').first();
    await expect(command).toContainText(words);
    await expect(command).toContainText(new RegExp(`DOGE:${address}\\.rig-[a-z]{8}`));
    // The next one starts as a visitor of today, with nothing answered.
    await page.evaluate(() => sessionStorage.clear());
  }
});
