import { afterAll, beforeAll, expect, it } from 'vitest';
import { allFaults } from '../../adapters/exchanges/testing/dealt-faults.ts';
import { krakenPaying } from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { losePayouts } from './payouts-under-loss.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext('pglite');
});
afterAll(() => ctx.close());

it('pays each once through an exchange, whichever way the answer is lost (more, and Gate: payouts-under-loss.long.test.ts) [P21]', {
  timeout: 300_000,
}, async () => {
  const rounds = allFaults.length;
  const lost = await losePayouts(ctx, {
    ...krakenPaying(100),
    rounds,
    random: seededRandom(1),
    aheadMs: 3000,
  });
  expect(lost).toMatchObject({ meant: 15, taken: 15, settled: 15, double: 0, missing: 0, differing: [] });
  expect(lost.faults).toBeGreaterThanOrEqual(15);
});
