import { expect, type Page } from '@playwright/test';
import { HashingMiner } from '../../testing/hashing-miner.ts';

/** Starts a miner once with the name that the guide shows: `COIN:ADDRESS.v-` and eight characters. */
export async function answerChallenge(page: Page, coin: string, port: number): Promise<void> {
  const user = await page.getByRole('dialog').locator('code').nth(1).innerText();
  expect(user).toMatch(/^[A-Z]+:[0-9A-Za-z]+\.v-[0-9A-Z]{8}$/);
  expect(user.startsWith(`${coin}:`)).toBe(true);
  const miner = await HashingMiner.start({ port, user, hashesPerSecondMax: 100_000 });
  await page.waitForTimeout(1000);
  await miner.stop();
}
