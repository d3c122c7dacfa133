import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import { seededRandom } from '../../testing/simulation/seeded-random.ts';
import { allFaults } from './testing/dealt-faults.ts';
import { loseOrders } from './testing/order-under-loss.ts';
import { krakenUnderLoss } from './testing/venues-under-loss.ts';

let kit: PlaceKit;
beforeAll(async () => {
  kit = await createPlaceKit('pglite');
  await kit.begin();
});
afterAll(() => kit.close());

it('takes each stored order once and books each of its trades once, whichever way its answer is lost (more, and Gate: stored-under-loss.long.test.ts) [L17]', {
  timeout: 300_000,
}, async () => {
  const rounds = allFaults.length;
  const lost = await loseOrders(kit, {
    ...krakenUnderLoss(200),
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
});
