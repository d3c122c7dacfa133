import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { clearDecisions, coin, openMiner, signElsewhere } from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { unknownOutgoing } from '../payouts/compare-outgoing.ts';
import { readOutgoing } from '../payouts/read-outgoing.ts';
import type { Payout } from '../payouts/payout.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { moveFunds } from './move-funds.ts';

interface Begun {
  readonly address?: string;
  readonly outgoing?: Rail['outgoing'];
  /** Under which its wallet knows it, beside how the rail names it. */
  readonly ids?: readonly string[];
  /** The wallet hears of it after it was asked once. */
  readonly isLate?: boolean;
}

describe.each(testEngines())('the reference of what an operator took out, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  let floats = 0;

  /** A wallet that has sent 700 DOGE for a fee of 7 units, and 1000 DOGE of the pool's own. */
  async function begin({ address, outgoing, ids, isLate = false }: Begun = {}) {
    const chain = adversarialRail(ctx.clock, calm);
    const to = address ?? 'DColdStore';
    const order = { id: 999n, coin: 'DOGE', network: 'DOGE', address: to, memo: '', amount: 700n * coin };
    const { txid, bytes } = await signElsewhere(ctx, chain, order as Payout);
    await chain.send('DOGE', bytes);
    let isKnown = !isLate;
    const withIds: Rail['outgoing'] = async (...asked) => {
      const answers = await chain.outgoing(...asked);
      const named = answers.map((each) => ({
        ...each,
        transactions: isKnown ? each.transactions.map((sent) => ({ ...sent, ...(ids && { ids }) })) : [],
      }));
      isKnown = true;
      return named;
    };
    const rail = { ...chain, outgoing: outgoing ?? withIds };
    const operator = { ...ctx, actor: 'ann', payouts: { rails: oneRail(rail) } };
    floats += 1;
    const funds = { coin: 'DOGE', reason: 'to the cold store' };
    await moveFunds(operator, { kind: 'deposit', amount: '1000', reference: `float ${floats}`, ...funds });
    const take = (amount: string, reference = txid, more: { coin?: string; network?: string } = {}) =>
      moveFunds(operator, { kind: 'withdrawal', amount, reference, ...funds, ...more });
    const unknown = async () =>
      (
        await unknownOutgoing({ ...ctx, rails: oneRail(rail) }, await readOutgoing(oneRail(rail), 0, 'DOGE'))
      ).unknown.map((each) => each.txid);
    return { txid, take, unknown, address: to };
  }

  it('is taken where the wallet has sent just this, with the fee or without it, in capitals or not', async () => {
    const { txid, take } = await begin();
    expect(await take('700', txid.toUpperCase())).toEqual({ kind: 'booked', answer: { kind: 'sent' } });
    expect(await take('700')).toEqual({ kind: 'already-booked' });
  });

  it('is taken under any id that its network has it under, once, and explains what left', async () => {
    const ids = ['ab'.repeat(32), 'cd'.repeat(32)];
    const { txid, take, unknown } = await begin({ ids });
    expect(await unknown()).toEqual([txid]);
    expect(await take('7', ids[1])).toMatchObject({ kind: 'moved-other' });
    expect(await take('700', ids[1]?.toUpperCase())).toEqual({ kind: 'booked', answer: { kind: 'sent' } });
    expect(await take('700', ids[0])).toEqual({ kind: 'already-booked' });
    expect(await take('700', txid)).toEqual({ kind: 'already-booked' });
    expect(await unknown()).toEqual([]);
  });

  it('explains what left also where it was booked under an id before its wallet knew it', async () => {
    const id = 'ef'.repeat(32);
    const { txid, take, unknown } = await begin({ ids: [id], isLate: true });
    expect(await take('700', id)).toEqual({ kind: 'booked', answer: { kind: 'not-sent' } });
    expect(await unknown()).toEqual([]);
    expect(txid).not.toBe(id);
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
