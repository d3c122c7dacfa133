import { expect, it } from 'vitest';
import { fuzzFraming, fuzzSessions, webCodec } from '../../testing/fuzz-session.ts';

/** A first look in `npm test`; the long suite spends an hour. */
const seconds = { sessions: 1.5, framing: 0.5 };

it('sessions count a share once, at the difficulty of its job, whatever is said to them [I1] [I3] [I4] [I8] [I10]', {
  timeout: 120_000,
}, () => {
  // Stories in which no share counts would prove nothing.
  expect(fuzzSessions(seconds.sessions).counted).toBeGreaterThan(0);
});

it('lines are the same however their bytes are cut', { timeout: 120_000 }, () => {
  expect(fuzzFraming(seconds.framing, webCodec)).toBeGreaterThan(0);
});
