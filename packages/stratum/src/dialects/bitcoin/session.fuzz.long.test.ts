import { expect, it } from 'vitest';
import { fuzzFraming, fuzzSessions, webCodec } from '../../testing/fuzz-session.ts';

/** An hour with the listener's, or as long as `FUZZ_SECONDS` says. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 3600) / 3;
const timeout = (seconds + 120) * 1000;

it('sessions stay sound for a third of the hour', { timeout }, () => {
  expect(fuzzSessions(seconds).counted).toBeGreaterThan(0);
});

it('lines stay the same for a third of the hour', { timeout }, () => {
  expect(fuzzFraming(seconds, webCodec)).toBeGreaterThan(0);
});
