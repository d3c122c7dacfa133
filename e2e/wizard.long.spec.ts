import { expect, type Locator, type Page, test } from '@playwright/test';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessible } from './support/expect-accessible.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

const question = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** From the first question to the address in basic mode on a processor. */
async function walkToAddress(page: Page, query = '') {
  await page.goto(`${pool.url}/wizard${query}`);
  await page.getByRole('button', { name: /^Basic/ }).click();
  await page.getByRole('button', { name: /^Processor/ }).click();
  await expect(question(page, 'Which coin do you want to be paid in?')).toBeVisible();
  await page
    .getByRole('button', { name: /^(Bitcoin|Dogecoin)$/ })
    .first()
    .click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('combobox').fill('doge');
  await picker.getByRole('combobox').press('Enter');
  await page.getByRole('button', { name: 'Be paid in Dogecoin' }).click();
  await expect(question(page, 'Where should it be paid to?')).toBeVisible();
}

test('basic mode on a processor: six questions less one, and the first real share turns the page green [wizard-02, wizard-03, nav-09]', async ({
  page,
}) => {
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
  const user = page.getByText(new RegExp(`^DOGE:${address}\\.rig-[a-z]{8}#abcd-1234$`)).first();
  await expect(user).toBeVisible();
  const waiting = page.getByRole('region', { name: 'First share' });
  await expect(waiting).toContainText('Waiting for your first share');
  const miner = await HashingMiner.start({
    port: pool.stratumPort('sha256'),
    user: (await user.innerText()).trim(),
    hashesPerSecondMax: 400_000,
  });
  await expect(waiting).toContainText('Your first share has arrived', { timeout: 30_000 });
  await expect(waiting).toHaveAttribute('data-arrived', 'true');
  await miner.stop();
});

test('every program has its exact command, its script and its links, for the chosen system [wizard-11, wizard-12]', async ({
  page,
}) => {
  await walkToAddress(page);
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue without referral code' }).click();
  const xmrig = page.getByRole('region', { name: 'XMRig' });
  await page.getByRole('radio', { name: 'Linux' }).check();
  await expect(xmrig.locator('code')).toContainText(`./xmrig`);
  await expect(xmrig.locator('code')).toContainText(`DOGE:${address}.rig-`);
  const saved = page.waitForEvent('download');
  await xmrig.getByRole('button', { name: /\.sh$/ }).click();
  expect((await saved).suggestedFilename()).toBe('openlode-doge-randomx-xmrig.sh');
  await page.getByRole('radio', { name: 'Windows' }).check();
  await expect(xmrig.locator('code')).toContainText('xmrig.exe');
  await expect(xmrig.getByRole('button', { name: 'Save openlode-doge-randomx-xmrig.bat' })).toBeVisible();
  await xmrig.getByText('Flight sheets').click();
  await expect(xmrig.locator('pre').first()).toContainText(
    `Wallet and worker template: DOGE:${address}.rig-`,
  );
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Windows' })).toBeChecked();
});

test('advanced mode asks everything; a reload and the browser’s back keep the answers [wizard-04, wizard-05, wizard-08, wizard-09, wizard-10, wizard-13]', async ({
  page,
}) => {
  await page.goto(`${pool.url}/wizard`);
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('button', { name: /^Graphics card/ }).click();
  await page.getByRole('button', { name: /^KawPow/ }).click();
  await page
    .getByRole('button', { name: /^(Bitcoin|Dogecoin)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('combobox').fill('doge');
  await page.getByRole('dialog').getByRole('combobox').press('Enter');
  await page.getByRole('button', { name: 'Be paid in Dogecoin' }).click();
  await page.getByLabel('Your Dogecoin address').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  await expect(page.getByRole('link', { name: /with a ping/ })).toBeVisible();
  await page.getByRole('button', { name: /^Global/ }).click();
  await expect(question(page, 'Which port do you connect to?')).toBeVisible();
  await page.reload();
  await expect(question(page, 'Which port do you connect to?')).toBeVisible();
  await page.goBack();
  await expect(question(page, 'Which server is nearest to you?')).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: /TCP/ }).first().click();

  const worker = page.getByLabel('Worker');
  const go = page.getByRole('button', { name: 'Next', exact: true });
  await expect(worker).toHaveValue(/^rig-[a-z]{8}$/);
  await worker.fill(' ');
  await expect(page.getByText('Your worker must not be empty')).toBeVisible();
  await expect(go).toBeDisabled();
  await worker.fill('my rig');
  await expect(
    page.getByText('Your worker must not contain spaces or special characters (besides "_" or "-")'),
  ).toBeVisible();
  await expect(worker).toHaveAttribute('aria-invalid', 'true');
  await worker.fill(' attic ');
  await go.click();

  await expect(go).toBeDisabled();
  await page.getByLabel('Referral code').fill('a b');
  await expect(page.getByText('Your referral code must not have spaces')).toBeVisible();
  await expect(go).toBeDisabled();
  await page.getByRole('button', { name: 'Continue without referral code' }).click();
  await expect(page.getByText(`DOGE:${address}.attic`, { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
  const road = page.getByRole('navigation', { name: 'Steps of the setup' });
  await expect(road.getByRole('button')).toHaveCount(8);
  await road.getByRole('button', { name: 'Hardware' }).click();
  await expect(question(page, 'What do you mine with?')).toBeVisible();
  await expect(road.getByRole('button')).toHaveCount(1);
});

test('an algorithm for ASICs alone leads to the articles [wizard-06]', async ({ page }) => {
  await page.goto(`${pool.url}/wizard?algorithm=scrypt`);
  await expect(page).toHaveURL(/\/support\?search=ASIC$/);
});

test('the doctor names every mistake of a command with its mend', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${pool.url}/doctor`);
  const field = page.getByLabel('User string or command');
  const mistakes = page.getByRole('list', { name: 'Mistakes' });
  const port = pool.stratumPort('sha256');
  await field.fill(`./miner -o stratum+ssl://localhost:${port} -u doge-${address}.rig1`);
  await expect(mistakes.getByRole('listitem')).toHaveText([
    `The scheme asks for SSL, but port ${port} is a TCP port. Use stratum+tcp:// or an SSL port.`,
    `Between coin and address stands “-”. Write a colon: DOGE:${address}.rig1`,
    'The coin is in lower case. The pool forgives it; write DOGE.',
  ]);
  await page.getByLabel('Algorithm, to check the port').selectOption('scrypt');
  await expect(mistakes).toContainText(`Port ${port} is the port of sha256, not of scrypt.`);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessible(page);

  const wrong = `${address.slice(0, -1)}V`;
  await field.fill(`DOGE:${wrong}.rig1`);
  await expect(mistakes).toContainText('A character is wrong, missing or swapped.');
  const refused = page.getByRole('region', { name: 'Refused logins of the past day' });
  await expect(refused).toContainText('None with this coin and address.');
  await field.fill(`DOGE:${address}.rig1`);
  await expect(page.getByText('No mistake found: the pool takes this.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the questions and the final page break no accessibility rule, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await walkToAddress(page);
    await page.getByLabel('Your Dogecoin address').fill(address);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Continue without referral code' }).click();
    for (const step of ['mode', 'coin', 'address', 'final']) {
      await page.goto(`${pool.url}/wizard?step=${step}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        if (width !== 768) await expectAccessible(page);
      }
    }
  });
}

test('any coin is found by its name; every fault of an address is said in words, and stops [wizard-07]', async ({
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

  await choose(/^(Bitcoin|Dogecoin)$/, 'xrp', 'XRP');
  await expect(page.getByText('address:memo; an exchange always needs the memo')).toBeVisible();
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
  await expect(question(page, 'Where should it be paid to?')).toBeVisible();
  await page.unroute('**/api/v5/address/**');
  await go.click();
  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
});

/** Presses Tab until the focus is on it. */
async function tabTo(page: Page, target: Locator) {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${String(target)}`);
}

for (const { name, hardware, algorithm, program, words } of [
  {
    name: 'RandomX',
    hardware: /^Processor/,
    algorithm: null,
    program: 'XMRig',
    words: './xmrig -a rx/0 -o ',
  },
  {
    name: 'KawPow',
    hardware: /^Graphics card/,
    algorithm: /^KawPow/,
    program: 'T-Rex',
    words: './t-rex -a kawpow -o ',
  },
  {
    name: 'XelisHash',
    hardware: /^Graphics card/,
    algorithm: /^XelisHash/,
    program: 'Rigel',
    words: './rigel -a xelishashv3 -o ',
  },
]) {
  test(`by keyboard alone from the start to the command for ${name}`, async ({ page }) => {
    await page.goto(`${pool.url}/`);
    const press = async (target: Locator) => {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    };
    const button = (label: RegExp | string) => page.getByRole('main').getByRole('button', { name: label });
    await press(page.getByRole('main').getByRole('link', { name: 'Guided setup' }));
    await expect(question(page, 'How much do you want to decide yourself?')).toBeVisible();
    await press(button(/^Basic/));
    await press(button(hardware));
    if (algorithm !== null) await press(button(algorithm));
    await expect(question(page, 'Which coin do you want to be paid in?')).toBeFocused();
    await press(button(/^Bitcoin$/));
    await page.keyboard.type('dogecoin');
    await page.keyboard.press('Enter');
    await press(button('Be paid in Dogecoin'));
    await tabTo(page, page.getByLabel('Your Dogecoin address'));
    await page.keyboard.type(address);
    await expect(page.getByText('Valid', { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(question(page, 'Do you have a referral code?')).toBeVisible();
    await press(button('Continue without referral code'));
    await expect(question(page, 'Start mining')).toBeVisible();
    const linux = page.getByRole('radio', { name: 'Linux' });
    if (!(await linux.isChecked())) {
      await tabTo(page, page.getByRole('radio', { name: 'Windows' }));
      await page.keyboard.press('ArrowRight');
    }
    await expect(linux).toBeChecked();
    const command = page.getByRole('region', { name: program, exact: true }).locator('code').first();
    await expect(command).toContainText(words);
    await expect(command).toContainText(new RegExp(`DOGE:${address}\\.rig-[a-z]{8}`));
  });
}
