import { expect, test } from '@playwright/test';
import { answerChallenge } from './support/answer-challenge.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { keepMessages } from './support/keep-messages.ts';
import { MinedAddress } from './support/mined-address.ts';

const hourMs = 3_600_000;

let mined: MinedAddress;
test.beforeAll(async () => {
  mined = await MinedAddress.start('ETH', '0x52908400098527886E0F7030069857D2E4169EE7');
});
test.afterAll(() => mined.close());

test('the owner switches networks, once the open payment is done', {
  tag: ['@pay-08', '@pay-09'],
}, async ({ page }) => {
  test.slow();
  // A block is worth 0.003 ETH, and 0.01 ETH is the least that is paid.
  await mined.earn(0.01);
  // A miner may switch the network once it has mined on three days.
  for (let day = 2; day <= 3; day += 1) {
    await mined.control.advance(24 * hourMs);
    const miner = await mined.startMiner('rig1');
    await miner.whenAcked(2);
    await miner.stop();
  }
  await mined.control.advance(2 * hourMs);
  const settings = page.getByRole('region', { name: 'Payment settings' });
  const dialog = page.getByRole('dialog');
  await page.goto(mined.pageOf('payments'));
  const said = await keepMessages(page);
  await settings.getByRole('button', { name: 'Pay out now' }).click();
  await dialog.getByRole('button', { name: 'Yes, continue' }).click();
  await expect.poll(said).toContain('Your payment have been initiated!');
  await expect(settings).toContainText('The minimum payment is 0.01 ETH');

  // A switch takes a miner of the owner's, and waits for the open payment.
  await settings.getByRole('button', { name: 'Switch network' }).click();
  await expectAccessibleInBothModes(page);
  await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
  await expectAccessibleInBothModes(page);
  await page.keyboard.press('Escape');
  const chooseBsc = async (): Promise<void> => {
    await settings.getByRole('button', { name: 'Switch network' }).click();
    await dialog.getByRole('button', { name: 'Use BNB Smart Chain' }).click();
  };
  await chooseBsc();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(
      async () => {
        await mined.control.advance(600_000);
        return (await mined.stats())['paid'];
      },
      { timeout: 60_000 },
    )
    .not.toBe('0');
  await chooseBsc();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await answerChallenge(page, 'ETH', mined.stratumPort);
  await expect.poll(said).toContain('The network switch is scheduled.');
  await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
  await settings.getByRole('button', { name: 'Cancel the switch' }).click();
  await expect.poll(said).toContain('The switch is cancelled.');
  expect(await mined.lookUp()).toMatchObject({ network: 'ETH', pending_network: null });

  await chooseBsc();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Waiting for your miner…');
  await answerChallenge(page, 'ETH', mined.stratumPort);
  await expect(settings).toContainText('Payouts switch to BNB Smart Chain');
  await mined.control.advance(24 * hourMs);
  await expect.poll(async () => (await mined.lookUp())['network']).toBe('BSC');
  await page.reload();
  await expect(settings).toContainText('Paid on BNB Smart Chain.');
  await page.getByRole('tab', { name: /^Live/ }).click();
  const events = page.getByRole('list', { name: 'Live events' });
  await expect(events).toContainText('Network switch to BNB Smart Chain took effect');
});
