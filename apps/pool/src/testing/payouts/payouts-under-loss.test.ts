import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VenueFault } from '../../adapters/exchanges/testing/venue-server.ts';
import { krakenPaying } from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { losePayouts } from './payouts-under-loss.ts';

/** Each way in which an answer is lost once, and each of what may become of a request. */
const dealt: readonly VenueFault[] = [
  { taken: 'now', loss: 'timeout' },
  { taken: 'now', loss: 'half-body' },
  { taken: 'later', loss: 'reset' },
  { taken: 'never', loss: 'http-502' },
  { taken: 'now', loss: 'http-429' },
];

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext('pglite');
});
afterAll(() => ctx.close());

it('pays each once through an exchange, whichever way the answer is lost (all of it, and Gate: stored-under-loss.long.test.ts) [P21]', {
  timeout: 300_000,
}, async () => {
  const lost = await losePayouts(ctx, {
    ...krakenPaying(60),
    rounds: dealt.length,
    dealt,
    random: seededRandom(1),
    aheadMs: 3000,
  });
  expect(lost).toMatchObject({ meant: 5, taken: 5, settled: 5, double: 0, missing: 0, differing: [] });
  expect(lost.faults).toBeGreaterThanOrEqual(5);
});
