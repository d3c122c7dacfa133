import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { eachSeed } from './each-seed.ts';
import { simulateMoney } from './simulate-money.ts';

const operations = 30;

/** `npm test` runs the seeds from 1 to this one, `npm run test:long` those after it too. */
export const shortSeeds = 12;

/** What the first seed that finds something has found; nothing when all hold. */
export async function runSeeds(ctx: TestContext, first: number, seeds: number): Promise<readonly string[]> {
  return eachSeed(ctx, { first, seeds, weeksBetween: 0 }, 'simulation.test.ts', (seed) =>
    simulateMoney(ctx, seed, operations),
  );
}
