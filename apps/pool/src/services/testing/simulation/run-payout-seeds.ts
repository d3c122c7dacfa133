import { type TestContext, testStart } from '../create-test-context.ts';
import { type PayoutRun, simulatePayouts } from './simulate-payouts.ts';

const operations = 14;
const weekMs = 7 * 86_400_000;

/** Runs so many seeds from the first on, each a week later; stops at the first that finds something, with the line that runs it again. */
export async function runPayoutSeeds(ctx: TestContext, first: number, seeds: number): Promise<PayoutRun> {
  const total = { settled: 0, released: 0, kills: 0, faults: 0 };
  for (let seed = first; seed < first + seeds; seed += 1) {
    ctx.setNow(testStart + (seed - first) * weekMs);
    ctx.published.length = 0;
    const run = await simulatePayouts(ctx, seed, operations);
    if (run.wrong.length > 0) {
      const again = `SEED=${seed} npx vitest run --project pool apps/pool/src/services/testing/simulation/payout-simulation.test.ts`;
      return { ...total, wrong: [`seed ${seed}`, ...run.wrong, `Again: ${again}`] };
    }
    total.settled += run.settled;
    total.released += run.released;
    total.kills += run.kills;
    total.faults += run.faults;
  }
  return { ...total, wrong: [] };
}
