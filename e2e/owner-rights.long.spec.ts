import { ethereumAddressOf, signEthereum } from '@openlode/mining/testing/sign-ethereum';
import { runOpenlode } from '../testing/run-openlode.ts';
import { answerChallenge } from './support/answer-challenge.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { keepMessages } from './support/keep-messages.ts';
import { MinedAddress } from './support/mined-address.ts';
import { sideways } from './support/site-page.ts';
import { expect, test } from './support/test.ts';

const hourMs = 3_600_000;

let mined: MinedAddress;
test.beforeAll(async () => {
  mined = await MinedAddress.start('DOGE', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU');
});
test.afterAll(() => mined.close());

test('a stranger changes nothing; the owner sets auto-pay and pays', {
  tag: ['@pay-05', '@pay-07', '@pay-09'],
}, async ({ page }) => {
  await mined.earn(5);

  const settings = page.getByRole('region', { name: 'Payment settings' });
  const dialog = page.getByRole('dialog');
  const autoPay = settings.getByRole('switch', { name: 'Auto-pay' });
  const payNow = settings.getByRole('button', { name: 'Pay out now' });
  await page.goto(mined.pageOf('payments'));

  // A miner that has just begun proves no ownership yet, neither by the request nor by a worker.
  await autoPay.click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await expectAccessibleInBothModes(page);
  await expect(dialog).toContainText('Only the owner of this address can do this');
  await answerChallenge(page, 'DOGE', mined.stratumPort);
  await expect(dialog).toContainText('from a connection that hasn’t mined to this address');
  // Nor does a signature that the address’s key did not make.
  await expect(dialog).toContainText('BIP-322');
  await expect(dialog.getByRole('group', { name: 'Text to sign, word for word' })).toContainText(
    'Address: DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
  );
  await dialog.getByLabel('Signature', { exact: true }).fill('bm8gc2lnbmF0dXJl');
  await dialog.getByRole('button', { name: 'Check the signature' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The signature does not match');
  await page.keyboard.press('Escape');
  expect((await mined.lookUp())['auto']).toBe(false);
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect(dialog).toContainText('Confirm that this address is yours');
  await page.keyboard.press('Escape');
  expect(await mined.payments()).toBe(0);

  // Of the coin's other network the address is none.
  await settings.getByRole('button', { name: 'Switch network' }).click();
  await expect(dialog.getByRole('button', { name: 'Use BNB Smart Chain' })).toBeDisabled();
  await expect(dialog).toContainText('Your address is not valid on this network');
  await page.keyboard.press('Escape');

  // What the operator closes is closed on the page, in the words of the network.
  const decide = async (...args: string[]) =>
    expect(await runOpenlode(args, { OPENLODE_DATA: mined.pool.dataDirectory })).toMatchObject({ code: 0 });
  await decide('maintenance', 'on', 'DOGE', '--message', 'Back at noon.', '--yes');
  await page.reload();
  await expect(settings).toContainText('Dogecoin payouts are under maintenance.');
  await expect(payNow).toBeDisabled();
  await decide('maintenance', 'on', 'DOGE', '--auto-only', '--message', 'The daily run goes on.', '--yes');
  await page.reload();
  await expect(autoPay).toBeVisible();
  await expect(payNow).toHaveCount(0);
  await decide('maintenance', 'off', 'DOGE', '--reason', 'done');
  await page.reload();
  await expect(payNow).toBeEnabled();

  // Two hours later the work speaks for itself.
  await mined.control.advance(2 * hourMs);
  const said = await keepMessages(page);
  await autoPay.click();
  await expect.poll(said).toContain('Your settings have been updated!');
  await expect(autoPay).toHaveAttribute('aria-checked', 'true');
  await expect(autoPay).toBeFocused();
  await expect(settings).toContainText('You must first deactivate the auto payment setting.');
  await expect(payNow).toBeDisabled();
  await autoPay.click();
  await expect(autoPay).toHaveAttribute('aria-checked', 'false');
  await payNow.click();
  await expectAccessibleInBothModes(page);
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeHidden();
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect.poll(said).toContain('Your payment have been initiated!');
  expect(await mined.payments()).toBe(1);
  await expect(settings).toContainText(/The minimum payment is [\d.]+ DOGE/);
  await expect(payNow).toBeDisabled();
});

test('a least payment that follows fees is said with its date on both pages, a day before it counts', {
  tag: '@coin-07',
}, async ({ page }) => {
  // One share opens the miner, where no journey was here before.
  if ((await mined.lookUp())['fresh'] !== false) {
    const miner = await mined.startMiner('rig1');
    await miner.whenAcked(1);
    await miner.stop();
  }
  const terms = page.getByRole('region', { name: 'When am I paid?' });
  const balance = page.getByRole('region', { name: 'Balance' });
  const isSaid = async (least: string, change: RegExp | undefined): Promise<void> => {
    for (const [url, part] of [
      [`${mined.pool.url}/?coin=DOGE&algorithm=sha256`, terms],
      [mined.pageOf('live'), balance],
    ] as const) {
      await page.goto(url);
      await expect(part).toContainText(least);
      if (change === undefined) await expect(part).not.toContainText('The minimum changes.');
      else await expect(part).toContainText(change);
      expect(await sideways(page)).toBe(0);
    }
  };
  await page.setViewportSize({ width: 360, height: 800 });
  // A browser keeps what it was told of a coin for five seconds, in which two days go by here: not one that routes.
  await page.route('**/api/**', (route) => route.continue());
  // Six hours in which a payment costs two percent of 20 DOGE, looked at more often than every hour and a half.
  await mined.control.makeDear('DOGE', 'DOGE', '0.4');
  let now = await mined.control.advance(0);
  for (let looks = 0; looks < 5; looks += 1) now = await mined.control.advance(1.25 * hourMs);
  // What is served is read again before fees are looked at.
  now = await mined.control.advance(0);
  const from = (Math.floor(now / (24 * hourMs)) + 2) * 24 * hourMs;
  const date = new Date(from).toISOString().slice(0, 10);
  await isSaid(
    '5 DOGE',
    new RegExp(
      String.raw`The minimum changes\. From ${date} 00:00 UTC it is 20 DOGE, because of the network’s fees\.`,
    ),
  );
  await mined.control.advance(from - now);
  await isSaid('20 DOGE', undefined);
});

test.describe('with a wallet in the browser', () => {
  const key = new Uint8Array(32).fill(11);
  let signed: MinedAddress;
  test.beforeAll(async () => {
    signed = await MinedAddress.start('ETH', ethereumAddressOf(key));
  });
  test.afterAll(() => signed.close());

  test('its owner signs a switch of network and its cancel from anywhere', {
    tag: ['@pay-08', '@pay-09'],
  }, async ({ freshPage: page }) => {
    // One share opens the miner; its miner owns nothing yet.
    const miner = await signed.startMiner('rig1');
    await miner.whenAcked(1);
    await miner.stop();
    await expect.poll(async () => (await signed.lookUp())['fresh']).toBe(false);
    const answers: string[] = [];
    await page.exposeFunction('walletSigns', (hex: string) => {
      const text = Buffer.from(hex.slice(2), 'hex').toString();
      answers.push(text);
      // The visitor declines the first time.
      return answers.length === 1 ? null : signEthereum(key, text);
    });
    await page.addInitScript((address) => {
      const request = async ({ method, params }: { method: string; params?: string[] }) => {
        if (method === 'eth_requestAccounts') return [address];
        const { walletSigns: sign } = window as unknown as {
          walletSigns: (hex: string) => Promise<string | null>;
        };
        const signature = await sign(params?.[0] ?? '');
        if (signature === null) throw Object.assign(new Error('declined'), { code: 4001 });
        return signature;
      };
      Object.assign(window, { ethereum: { request } });
    }, ethereumAddressOf(key).toLowerCase());

    const settings = page.getByRole('region', { name: 'Payment settings' });
    const dialog = page.getByRole('dialog');
    await page.goto(signed.pageOf('payments'));
    const said = await keepMessages(page);
    await settings.getByRole('button', { name: 'Switch network' }).click();
    await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await settings.getByRole('button', { name: 'Switch network' }).click();
    await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const sign = dialog.getByRole('button', { name: 'Sign with the browser wallet' });
    await sign.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('You declined in the wallet. Nothing was changed.');
    await dialog.getByText('Sign elsewhere').click();
    await expectAccessibleInBothModes(page);
    await sign.click();
    await expect.poll(said).toContain('The network switch is scheduled.');
    await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
    expect(answers[1]).toContain('Switch payouts from network ETH to network BSC');

    await settings.getByRole('button', { name: 'Cancel the switch' }).click();
    await expect(dialog).toContainText('Only the owner of this address can do this');
    await sign.click();
    await expect.poll(said).toContain('The switch is cancelled.');
    await expect(settings).not.toContainText('Payouts switch to');
    expect(await signed.lookUp()).toMatchObject({ network: 'ETH', pending_network: null });

    // A day after it was scheduled it takes effect: said on the open page, which is then loaded again.
    await settings.getByRole('button', { name: 'Switch network' }).click();
    await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await sign.click();
    await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
    await expect(settings).toContainText('Paid on Ethereum.');
    // The words stand for a second only, which a busy machine looks away for: the page notes them for the one after it.
    await page.evaluate(() => {
      new MutationObserver(() => {
        const toast = [...document.querySelectorAll('[role=status]')].find((each) =>
          each.textContent?.includes('Your network have been updated!'),
        );
        if (toast !== undefined) sessionStorage.setItem('said', toast.textContent);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const reloaded = page.waitForEvent('load');
    await signed.control.advance(24 * hourMs);
    await reloaded;
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Your network have been updated!');
    await expect(settings).toContainText('Paid on BNB Smart Chain.');
  });
});
