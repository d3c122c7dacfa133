import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** How far the far one of two servers is: more than a busy machine adds to an answer, and twice of it within the time of a measurement. */
export const farMs = 900;

/** Answers the pings of a server that is not there, after so long. A page that measures no more waits for no answer. */
export async function answerPing(page: Page, url: string, afterMs: number): Promise<void> {
  await page.route(url, async (route) => {
    await sleep(afterMs);
    await route
      .fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } })
      .catch(() => undefined);
  });
}
