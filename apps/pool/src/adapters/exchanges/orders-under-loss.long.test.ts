import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import { seededRandom } from '../../testing/simulation/seeded-random.ts';
import type { CcxtModule } from './ccxt-client.ts';
import { allFaults } from './testing/dealt-faults.ts';
import type { LostAnswersOptions } from './testing/lost-answers.ts';
import { loseOrders } from './testing/order-under-loss.ts';
import { gateUnderLoss, krakenUnderLoss } from './testing/venues-under-loss.ts';

const callMs = 100;
/** Each seed has all faults twice, and more by chance. `SEEDS=20` plays 20 seeds. */
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_seed, index) => index + 1);
const rounds = allFaults.length * 2;
const timeout = 600_000;
/** Gets a line for each seed. */
const file = process.env['CRASH_RUNS'];

describe.each(testEngines())('two hundred lost answers to stored orders, on %s', (engine) => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  async function lose(
    name: string,
    venue: Pick<LostAnswersOptions, 'quote' | 'face' | 'open'>,
    seed: number,
  ): Promise<void> {
    // Our clock is behind, right or ahead.
    const aheadMs = ((seed % 3) - 1) * 3000;
    const lost = await loseOrders(kit, { ...venue, rounds, random: seededRandom(seed), aheadMs });
    if (file !== undefined)
      appendFileSync(file, `${JSON.stringify({ orders: name, engine, seed, ...lost })}\n`);
    expect(lost).toMatchObject({ double: 0, missing: 0, taken: rounds, differing: [] });
    expect(lost.booked).toBe(lost.traded);
    expect(lost.faults).toBeGreaterThanOrEqual(rounds);
  }

  it.each(seeds)('leave none taken twice by a stand-in for Kraken, seed %i', { timeout }, (seed) =>
    lose('kraken', krakenUnderLoss(callMs), seed),
  );

  it.skipIf(!hasCcxt).each(seeds)('nor by one for Gate, through ccxt, seed %i', { timeout }, async (seed) =>
    lose('gate', gateUnderLoss(await loadCcxt<CcxtModule>(), callMs), seed),
  );
});
