import type { Page } from '@playwright/test';

/**
 * No call of the page takes too long until the journey says so, however long the machine that answers it stands still. For a `freshPage`,
 * before its first document. Answers what ends all calls that are under way, as their limits do.
 */
export async function holdTimeLimits(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: AbortController[] = [];
    AbortSignal.timeout = () => {
      const limit = new AbortController();
      held.push(limit);
      return limit.signal;
    };
    const runOut = () => {
      for (const limit of held.splice(0)) limit.abort(new DOMException('it took too long', 'TimeoutError'));
    };
    Object.assign(window, { runOut });
  });
  return () => page.evaluate(() => (window as unknown as { runOut: () => void }).runOut());
}
