import { expect, it } from 'vitest';
import { fuzzListener } from './testing/fuzz-listener.ts';

/** A first look in `npm test`; the long suite spends an hour. */
const seconds = 3;

it('a listener outlives whatever is said to it, and serves the honest meanwhile [I8]', {
  timeout: 120_000,
}, async () => {
  expect(await fuzzListener(seconds)).toBeGreaterThan(0);
});
