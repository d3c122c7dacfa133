import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { clearDecisions, coin, openMiner, signElsewhere } from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import type { Payout } from '../payouts/payout.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { moveFunds } from './move-funds.ts';

describe.each(testEngines())('the reference of what an operator took out, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  let floats = 0;

  /** A wallet that has sent 700 DOGE for a fee of 7 units, and 1000 DOGE of the pool's own. */
  async function begin({ address, outgoing }: { address?: string; outgoing?: Rail['outgoing'] } = {}) {
    const chain = adversarialRail(ctx.clock, calm);
    const to = address ?? 'DColdStore';
    const order = { id: 999n, coin: 'DOGE', network: 'DOGE', address: to, memo: '', amount: 700n * coin };
    const { txid, bytes } = await signElsewhere(ctx, chain, order as Payout);
    await chain.send('DOGE', bytes);
    const rail = outgoing === undefined ? chain : { ...chain, outgoing };
    const operator = { ...ctx, actor: 'ann', payouts: { rails: oneRail(rail) } };
    floats += 1;
    const funds = { coin: 'DOGE', reason: 'to the cold store' };
    await moveFunds(operator, { kind: 'deposit', amount: '1000', reference: `float ${floats}`, ...funds });
    const take = (amount: string, reference = txid, more: { coin?: string; network?: string } = {}) =>
      moveFunds(operator, { kind: 'withdrawal', amount, reference, ...funds, ...more });
    return { txid, take, address: to };
  }

  it('is taken where the wallet has sent just this, with the fee or without it, in capitals or not', async () => {
    const { txid, take } = await begin();
    expect(await take('700', txid.toUpperCase())).toEqual({ kind: 'booked', answer: { kind: 'sent' } });
    expect(await take('700')).toEqual({ kind: 'already-booked' });
  });

  it.each(['699.99999999', '700.00000001', '7'])(
    'is refused where something else left: %s',
    async (amount) => {
      const { take } = await begin();
      expect(await take(amount)).toEqual({
        kind: 'moved-other',
        network: 'DOGE',
        moved: '700',
        fee: '0.000000000000000007',
      });
      expect(await take('700')).toMatchObject({ kind: 'booked' });
    },
  );

  it('is refused where it pays the address of a miner: it may be a payout', async () => {
    await openMiner(ctx, { address: `DMiner-${engine}` });
    const { take, address } = await begin({ address: `DMiner-${engine}` });
    expect(await take('700')).toEqual({ kind: 'pays-miner', coin: 'DOGE', address });
  });

  it('is taken with a word where the wallet has not sent it, or does not answer: it may be yet to leave', async () => {
    const { take } = await begin();
    expect(await take('700', 'invoice 12')).toEqual({ kind: 'booked', answer: { kind: 'not-sent' } });
    const silent = await begin({
      outgoing: async () => {
        throw new Error('connection refused');
      },
    });
    expect(await silent.take('1', 'invoice 13')).toEqual({
      kind: 'booked',
      answer: { kind: 'no-answer', why: 'connection refused' },
    });
  });
});
