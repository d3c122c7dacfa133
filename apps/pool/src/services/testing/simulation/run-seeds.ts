import type { TestContext } from '../create-test-context.ts';
import { testStart } from '../create-test-context.ts';
import { simulateMoney } from './simulate-money.ts';

const operations = 30;

/** Runs so many seeds from the first on; throws at the first that finds something, with the line that runs it again. */
export async function runSeeds(ctx: TestContext, first: number, seeds: number): Promise<void> {
  for (let seed = first; seed < first + seeds; seed += 1) {
    ctx.setNow(testStart);
    ctx.published.length = 0;
    const wrong = await attempt(ctx, seed);
    if (wrong.length > 0) {
      const again = `SEED=${seed} npx vitest run --project pool apps/pool/src/services/testing/simulation/simulation.test.ts`;
      throw new Error(`seed ${seed}: ${wrong.join('; ')}\nAgain: ${again}`);
    }
  }
}

async function attempt(ctx: TestContext, seed: number): Promise<string[]> {
  try {
    return await simulateMoney(ctx, seed, operations);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
