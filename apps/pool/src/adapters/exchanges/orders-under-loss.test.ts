import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import { seededRandom } from '../../testing/simulation/seeded-random.ts';
import { allFaults } from './testing/dealt-faults.ts';
import { loseOrders } from './testing/order-under-loss.ts';
import { krakenUnderLoss, nonkycUnderLoss } from './testing/venues-under-loss.ts';

let kit: PlaceKit;
beforeAll(async () => {
  kit = await createPlaceKit('pglite');
});
beforeEach(() => kit.begin());
afterAll(() => kit.close());

it.each([
  ['Kraken', krakenUnderLoss(200)],
  ['NonKYC', nonkycUnderLoss(200)],
])(
  'at a stand-in for %s takes each stored order once and books each of its trades once, whichever way its answer is lost (more, and Gate: stored-under-loss.long.test.ts) [L17]',
  {
    timeout: 300_000,
  },
  async (_name, venue) => {
    const rounds = allFaults.length;
    const lost = await loseOrders(kit, {
      ...venue,
      rounds,
      random: seededRandom(1),
      aheadMs: 3000,
    });
    expect(lost).toMatchObject({
      double: 0,
      missing: 0,
      meant: 15,
      taken: 15,
      traded: 15,
      booked: 15,
      differing: [],
    });
    expect(lost.faults).toBeGreaterThanOrEqual(15);
  },
);
