import { type TestContext, testStart } from '../../domain/testing/create-test-context.ts';

const folder = 'apps/pool/src/testing/simulation';
const weekMs = 7 * 86_400_000;

/**
 * Runs the given number of seeds from the first on, each `weeksBetween` weeks later. Answers nothing when all hold, else what the first found, with
 * the line that runs it again.
 */
export async function eachSeed(
  ctx: TestContext,
  {
    first,
    seeds,
    weeksBetween,
  }: { readonly first: number; readonly seeds: number; readonly weeksBetween: number },
  suite: string,
  attempt: (seed: number) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let seed = first; seed < first + seeds; seed += 1) {
    ctx.setNow(testStart + (seed - first) * weeksBetween * weekMs);
    ctx.published.length = 0;
    const wrong = await attempt(seed).catch((error: unknown) => [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
    if (wrong.length > 0)
      return [
        `seed ${seed}`,
        ...wrong,
        `Again: SEED=${seed} npx vitest run --project pool ${folder}/${suite}`,
      ];
  }
  return [];
}
