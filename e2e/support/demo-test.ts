import type { PoolProcess } from '../../testing/pool-process.ts';
import { seededPool } from './shared-pool.ts';
import { test as onOnePage } from './test.ts';

export { expect } from './test.ts';

/**
 * Journeys on a pool with the history of the demo (`demo`), which they share: only for those that change nothing on it that another looks at.
 * Its machines mine as long as it runs, a tenth of a core and more. A worker of Playwright runs only journeys of one `test`, so this one begins
 * with the first of them and ends with the last.
 */
export const test = onOnePage.extend<object, { demo: PoolProcess }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture asks for
    async ({}, use) => {
      const pool = await seededPool();
      await use(pool);
      await pool.close();
    },
    // It may have to record the month first.
    { scope: 'worker', timeout: 600_000 },
  ],
});
