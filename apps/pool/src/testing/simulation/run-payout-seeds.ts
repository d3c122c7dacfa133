import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { eachSeed } from './each-seed.ts';
import { type PayoutRun, simulatePayouts } from './simulate-payouts.ts';

const operations = 14;

/** All seeds together, or up to the first that finds something. */
export async function runPayoutSeeds(ctx: TestContext, first: number, seeds: number): Promise<PayoutRun> {
  const total = { settled: 0, released: 0, kills: 0, faults: 0 };
  const wrong = await eachSeed(
    ctx,
    { first, seeds, weeksBetween: 1 },
    'payout-simulation.test.ts',
    async (seed) => {
      const run = await simulatePayouts(ctx, seed, operations);
      total.settled += run.settled;
      total.released += run.released;
      total.kills += run.kills;
      total.faults += run.faults;
      return run.wrong;
    },
  );
  return { ...total, wrong };
}
