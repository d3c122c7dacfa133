import type { PoolProcess } from '../testing/pool-process.ts';
import { expectAccessibleInBothModes } from './support/expect-accessible.ts';
import { sharedPool } from './support/shared-pool.ts';
import { openPage } from './support/site-page.ts';
import { test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await sharedPool();
});

const pages = {
  'the coin page': '/?coin=DOGE&algorithm=sha256',
  'the page of an address': '/address/DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU?coin=DOGE',
} as const;

for (const [name, path] of Object.entries(pages)) {
  test(`${name} breaks no accessibility rule, light and dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, `${pool.url}${path}`);
    await expectAccessibleInBothModes(page);
  });
}
