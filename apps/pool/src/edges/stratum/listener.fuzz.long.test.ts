import { expect, it } from 'vitest';
import { fuzzListener } from './testing/fuzz-listener.ts';

/** An hour with the sessions' and the lines', or as long as `FUZZ_SECONDS` says. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 3600) / 3;

it('a listener outlives a third of the hour', { timeout: (seconds + 120) * 1000 }, async () => {
  expect(await fuzzListener(seconds)).toBeGreaterThan(0);
});
