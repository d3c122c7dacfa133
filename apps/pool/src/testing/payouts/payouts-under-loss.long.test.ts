import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import type { CcxtModule } from '../../adapters/exchanges/ccxt-client.ts';
import { allFaults } from '../../adapters/exchanges/testing/dealt-faults.ts';
import { gatePaying, krakenPaying } from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { losePayouts } from './payouts-under-loss.ts';

const callMs = 100;
/** Each seed has all faults twelve times, and more by chance. `SEEDS=5` plays 5 seeds. */
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_seed, index) => index + 1);
const rounds = allFaults.length * 12;
const timeout = 900_000;
/** Gets a line for each seed. */
const file = process.env['CRASH_RUNS'];

describe.each(testEngines())('a thousand lost answers to payouts through exchanges, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  async function lose(name: string, venue: Parameters<typeof play>[0], seed: number): Promise<void> {
    const lost = await play(venue, seed);
    if (file !== undefined)
      appendFileSync(file, `${JSON.stringify({ payouts: name, engine, seed, ...lost })}\n`);
    expect(lost).toMatchObject({ double: 0, missing: 0, taken: rounds, differing: [] });
    expect(lost.faults).toBeGreaterThanOrEqual(rounds);
  }

  /** Our clock is behind, right or ahead. */
  async function play(
    venue: Pick<Parameters<typeof losePayouts>[1], 'quote' | 'face' | 'open'>,
    seed: number,
  ) {
    const aheadMs = ((seed % 3) - 1) * 3000;
    return losePayouts(ctx, { ...venue, rounds, random: seededRandom(seed), aheadMs });
  }

  it.each(seeds)('leave none paid twice by a stand-in for Kraken, seed %i', { timeout }, (seed) =>
    lose('kraken', krakenPaying(callMs), seed),
  );

  it.skipIf(!hasCcxt).each(seeds)('nor by one for Gate, through ccxt, seed %i', { timeout }, async (seed) =>
    lose('gate', gatePaying(await loadCcxt<CcxtModule>(), callMs), seed),
  );
});
