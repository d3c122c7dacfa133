import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loseOrders } from '../../adapters/exchanges/testing/order-under-loss.ts';
import { loseTransfers } from '../../adapters/exchanges/testing/transfer-under-loss.ts';
import { krakenPaying, krakenUnderLoss } from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { losePayouts } from './payouts-under-loss.ts';
import { createPlaceKit, type PlaceKit } from './place-kit.ts';

describe('a pool that asks again without looking, after an answer was lost', () => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit('pglite');
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  // The first answer that is lost is one to a request that was taken.
  const plan = () => ({ rounds: 1, random: seededRandom(1), aheadMs: 0, isBlind: true });
  const timeout = 60_000;

  it('is found by its orders', { timeout }, async () => {
    const lost = await loseOrders(kit, { ...krakenUnderLoss(250), ...plan() });
    expect(lost).toMatchObject({ double: 1, taken: 2, booked: 1, differing: ['LTC', 'USD'] });
  });

  it('is found by its transfers', { timeout }, async () => {
    const lost = await loseTransfers(kit, { ...krakenUnderLoss(250), ...plan() });
    expect(lost).toMatchObject({ double: 1, taken: 2, left: 1, differing: ['LTC'] });
  });

  it('is found by its payouts', { timeout }, async () => {
    const lost = await losePayouts(kit.ctx, { ...krakenPaying(250), ...plan() });
    expect(lost).toMatchObject({ double: 1, taken: 2, settled: 1, differing: ['LTC'] });
  });
});
