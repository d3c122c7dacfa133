import { expect, test } from '@playwright/test';
import { answerChallenge } from './support/answer-challenge.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { MinedAddress } from './support/mined-address.ts';

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
  const payNow = settings.getByRole('button', { name: 'Pay now' });
  await page.goto(mined.pageOf('payments'));

  // Who has just begun to mine is nobody's owner yet: neither by the request nor by a miner.
  await autoPay.click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await expectAccessibleInBothModes(page);
  await answerChallenge(page, 'DOGE', mined.stratumPort);
  await expect(dialog).toContainText('not from where this address is mined');
  await page.keyboard.press('Escape');
  expect((await mined.lookUp())['auto']).toBe(false);
  await payNow.click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect(dialog).toContainText('Show that this address is yours');
  await page.keyboard.press('Escape');
  expect(await mined.payments()).toBe(0);

  // Two hours later the work speaks for itself.
  await mined.control.advance(2 * hourMs);
  await autoPay.click();
  await expect(page.getByText('Your settings have been updated!').first()).toBeAttached();
  await expect(autoPay).toHaveAttribute('aria-checked', 'true');
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
  await expect(page.getByText('Your payment have been initiated!').first()).toBeAttached();
  expect(await mined.payments()).toBe(1);
  await expect(settings).toContainText(/The minimum payment is [\d.]+ DOGE/);
  await expect(payNow).toBeDisabled();
});
