import { expect, it } from 'vitest';
import { fuzzListener } from './testing/fuzz-listener.ts';

/** Of the minute that `npm test` spends on what strangers say; the sessions' suite spends the rest. */
const seconds = 25;

it('a listener outlives whatever is said to it, and serves the honest meanwhile [I8]', {
  timeout: 120_000,
}, async () => {
  expect(await fuzzListener(seconds)).toBeGreaterThan(0);
});
