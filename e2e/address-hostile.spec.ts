import type { Page } from '@playwright/test';
import type { PoolProcess } from '../testing/pool-process.ts';
import { StratumClient } from '../testing/stratum-client.ts';
import { changeJson } from './support/change-answer.ts';
import { expect, test } from './support/demo-test.ts';

const isLong = process.env['TEST_LONG'] === '1';

let pool: PoolProcess;
test.beforeAll(({ demo }) => {
  // Its strangers log in and send no share: they leave nothing behind.
  pool = demo;
});

/** Text that runs wherever it is taken for markup, a link or a script. */
const hostile = [
  '<script>window.harmed=1</script>',
  '"><img src=x onerror=window.harmed=1>',
  "<svg/onload=window.harmed=1;fetch('//evil.example')>",
  'javascript:window.harmed=1',
  "'-window.harmed=1-'",
  '{{constructor.constructor("window.harmed=1")()}}',
];
const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
const tabs = ['live', 'workers', 'payments', 'referrals', 'stats', 'hub'];

interface Watch {
  readonly dialogs: string[];
  readonly strangers: string[];
}

/** Listens for everything that a script of a stranger could do. */
async function watch(page: Page): Promise<Watch> {
  const seen: Watch = { dialogs: [], strangers: [] };
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(pool.url).host) seen.strangers.push(request.url());
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return seen;
}

async function expectUnharmed(page: Page, seen: Watch): Promise<void> {
  const state = await page.evaluate(() => ({
    harmed: 'harmed' in window,
    // The policy had nothing to stop: what was said never became markup.
    violations: (window as unknown as { violations: string[] }).violations,
    markup: [...document.querySelectorAll('[onerror], [onload], img[src="x"], a[href^="javascript:"]')].map(
      ({ outerHTML }) => outerHTML,
    ),
  }));
  expect(state).toEqual({ harmed: false, violations: [], markup: [] });
  expect(seen).toEqual({ dialogs: [], strangers: [] });
}

/** Puts hostile texts, one after the other, in place of every text that a stranger may have chosen. */
function poison(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => poison(each, field));
  if (typeof value === 'object' && value !== null) {
    // The code of an event is the pool's own word; beside a custom code it is an owner's.
    const isOwners = 'custom_code' in value;
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      poison(inner, key === 'code' && isOwners ? 'custom_code' : key),
    ]);
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' && chosenByStrangers.test(field) ? nextHostile() : value;
}
const chosenByStrangers =
  /^(name|memo|referral|custom_code|referral_code|custom_referral_code|address|tx|exchange|reason|disclaimer|mining_key|maintenance_message|rate_source|hash)$/;
let taken = 0;
function nextHostile(): string {
  taken += 1;
  return hostile[taken % hostile.length] ?? '';
}

const escaped = hostile.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
const anyHostile = new RegExp(escaped.join('|'));

test('what strangers chose is text on every tab, whatever the database holds', { tag: '@long' }, async ({
  freshPage: page,
}) => {
  const seen = await watch(page);
  await page.route(/\/api\/v5\/(address|account)\//, (route) => changeJson(route, poison));
  for (const tab of tabs) {
    await page.goto(`${pool.url}/address/${address}?coin=BTC&tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(anyHostile);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // What was said is there to be read; a long name of a worker is cut.
    const said = tab === 'workers' ? /<script>window/ : tab === 'referrals' ? anyHostile : /./;
    await expect(page.getByRole('tabpanel')).toContainText(said);
    await expectUnharmed(page, seen);
  }
  await page.getByRole('button', { name: 'Mining Key' }).click();
  await expect(page.getByRole('dialog').locator('code')).toHaveText(anyHostile);
  await expectUnharmed(page, seen);
});

test('hostile logins, programs and links leave text behind, or nothing', async ({ freshPage: page }) => {
  const seen = await watch(page);
  const say = async (program: string, user: string): Promise<void> => {
    const client = await StratumClient.connect({ port: pool.stratumPort('sha256') });
    await client.request('mining.subscribe', [program]).catch(() => undefined);
    await client.request('mining.authorize', [user, 'x']).catch(() => undefined);
    await client.close();
  };
  for (const text of hostile) {
    await say(text, `BTC:${address}.${text}#${text}`);
    await say(text, `XRP:rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:${text}.rig`);
    await say(text, `BTC:${text}.rig`);
  }
  for (const [index, text] of hostile.entries()) {
    for (const path of [
      `/address/${encodeURIComponent(text)}?coin=BTC`,
      `/address/rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:${encodeURIComponent(text)}?coin=XRP`,
      `/address/${address}?coin=BTC&tab=${encodeURIComponent(text)}`,
      `/address/${address}?coin=BTC&ref=${encodeURIComponent(text)}`,
    ].filter((_, place) => (isLong ? place === 0 || place === 1 + (index % 3) : place === index % 4))) {
      const answer = await page.goto(pool.url + path);
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src (?!.*'unsafe-inline')/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectUnharmed(page, seen);
    }
  }
});
