import { defineConfig } from '@playwright/test';
import { findInstalledChromium, thisMachine } from '../scripts/find-chromium.ts';
import { SHORT_LIVED } from '../testing/node-flags.ts';

const browser = findInstalledChromium(thisMachine());
if (browser.kind === 'missing') throw new Error(browser.advice);

const isLong = process.env['TEST_LONG'] === '1';
const long = isLong ? [] : ['**/*.long.spec.ts'];
if (!isLong) process.env['POOL_NODE_FLAGS'] ??= SHORT_LIVED;

export default defineConfig({
  testDir: '.',
  // A long test among short ones that share its pool.
  ...(!isLong && { grepInvert: /@long/ }),
  testMatch: '**/*.spec.ts',
  testIgnore: long,
  outputDir: '../test-results',
  globalTeardown: './support/remove-seeded-data.ts',
  // Every file of journeys starts a pool of its own, and waits for it and for the browser most of the time.
  // One more than the cores of a small machine: many journeys wait for timers.
  workers: 3,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A machine that does something else besides is slow, not wrong; a miner's share may take it a minute.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  globalTimeout: isLong ? 0 : 3_600_000,
  use: {
    // Recording every action and frame costs a third of a journey's processor time: `npx playwright test -c e2e --trace on PATH` does.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.path,
      // Without these a closed network makes every start slow: the browser calls home many times over.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
