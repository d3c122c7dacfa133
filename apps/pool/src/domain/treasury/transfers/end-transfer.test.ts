import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTransferKit, type TransferKit } from '../../../testing/payouts/transfer-kit.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { findOtherBooking } from '../find-known-income.ts';
import { endTransfer } from './end-transfer.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())('a transfer that nothing ends by itself, on %s', (engine) => {
  let kit: TransferKit;
  beforeAll(async () => {
    kit = await createTransferKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    await kit.bought();
  });
  afterAll(() => kit.close());

  const row = async () => (await kit.transfers())[0];
  const end = async (record?: string) =>
    endTransfer({ ...kit.ctx, arrivals: kit.arrivals, actor: 'ada' }, kit.withdrawer().exchange, {
      id: (await row())?.id ?? '',
      record,
      reason: 'looked at there',
    });
  const standing = async () => {
    await kit.look(2);
    return (await kit.places()).find(({ place, coin }) => place === 'kraken' && coin === 'DOGE')?.state;
  };
  const why = async (record?: string) => {
    const outcome = await end(record);
    return outcome.kind === 'refused' ? outcome.why : outcome.kind;
  };

  it('is ended where its record is another amount, and books nothing: the exchange is corrected by its own word, the wallet by its nodes', async () => {
    // Kraken's history could name the amount with the fee: never seen.
    const withFee = async () => kit.let.map((each) => ({ ...each, amount: each.amount + each.fee }));
    kit.outLies = { transfers: withFee };
    await kit.transfer();
    kit.deliver();
    await kit.followTransfers();
    expect((await row())?.state).toBe('taken');
    expect(await why()).toBe('kraken has taken it as R1: say so with --record R1');
    expect(await why('R1')).toBe('it was sent less than a day ago: it ends by itself where it can');
    kit.ctx.advance(dayMs + 1);
    expect(await why('R2')).toBe('kraken has taken it as R1');
    kit.outLies = {};
    expect(await why('R1')).toBe('the record of kraken is as it should be: openlode transfers look books it');
    kit.outLies = { transfers: async () => Promise.reject(new Error('no answer')) };
    expect(await why('R1')).toBe('kraken does not say what it has let out: no answer');
    kit.outLies = { transfers: withFee };
    expect(await end('R1')).toEqual({ kind: 'ended', isTakenBack: false });
    expect(await row()).toMatchObject({ state: 'refused', exchangeId: 'R1', fee: null });
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]).toMatchObject({
      kind: 'end-transfer',
      reason: 'looked at there',
    });
    expect(await why('R1')).toBe('it is refused');
    // 302 are less there than in the ledger, and 300 more in the wallet.
    expect(await standing()).toBe('difference');
    expect(await kit.correct('-302')).toMatchObject({ kind: 'booked' });
    expect(await kit.move('deposit', '300', 'tx-0')).toMatchObject({ kind: 'booked' });
    expect([await standing(), (await kit.beyond())['DOGE'], await kit.findings()]).toEqual(['equal', 0n, []]);
    // The next one is not kept back by it, nor taken for it.
    kit.outLies = {};
    await kit.followTransfers();
    expect((await kit.transfers()).map(({ state }) => state)).toEqual(['refused']);
  });

  it('is ended where it was taken and is not shown any more', async () => {
    kit.outLies = { transfers: async () => [] };
    await kit.transfer();
    expect((await row())?.state).toBe('taken');
    kit.ctx.advance(dayMs + 1);
    expect(await why('R9')).toBe('kraken has taken it as R1');
    expect(await end('R1')).toEqual({ kind: 'ended', isTakenBack: false });
  });

  it('is ended where its answer was lost and two records could be it: one that is named, shown since, and none that was there before', async () => {
    kit.fate = { isTaken: true, isAnswered: false };
    const twice = async () =>
      kit.let.flatMap((each) => [each, { ...each, exchangeId: `${each.exchangeId}b` }]);
    kit.outLies = { transfers: twice };
    await kit.transfer();
    await kit.followTransfers();
    expect((await row())?.state).toBe('unknown');
    kit.ctx.advance(dayMs + 1);
    expect(await why('R7')).toBe('kraken shows no withdrawal R7 since it was asked for');
    expect(await why()).toBe('two looks ten minutes apart have to have found nothing of it at kraken');
    expect(await end('R1b')).toEqual({ kind: 'ended', isTakenBack: false });
    expect(await row()).toMatchObject({ state: 'refused', exchangeId: 'R1b' });
    expect(await standing()).toBe('difference');
  });

  it('that has left is at the exchange again in the ledger, once a day has passed and its nodes do not have it', async () => {
    await kit.transfer();
    expect((await row())?.state).toBe('left');
    expect(await why()).toBe('it has left less than a day ago: its wallet may still have it');
    kit.ctx.advance(dayMs + 1);
    kit.outLies = { transfers: async () => Promise.reject(new Error('no answer')) };
    expect(await why()).toBe(
      'kraken does not say what it has let out: no answer; what has left can be ended after a week without a word',
    );
    kit.outLies = {
      transfers: async () => kit.let.map((each) => ({ ...each, state: 'done' as const, txid: 'tx-9' })),
    };
    kit.isShallow = true;
    kit.paid.set('tx-9', parseAmount('300'));
    expect(await why()).toBe('tx-9 is in a block, and not deep enough yet: it is 1 blocks deep');
    kit.isShallow = false;
    expect(await why()).toBe('tx-9 is in the wallet: openlode transfers look books it');
    kit.paid.clear();
    expect(await end()).toEqual({ kind: 'ended', isTakenBack: true });
    expect(await row()).toMatchObject({ state: 'failed', txid: 'tx-9' });
    expect([await standing(), await kit.findings()]).toEqual(['difference', []]);
    expect(await kit.correct('-302')).toMatchObject({ kind: 'booked' });
    expect([await standing(), await kit.findings()]).toEqual(['equal', []]);
    // It comes after all: a deposit like any other, that its transaction does not bar, and no payment of another pool.
    const income = { upstream: { coin: 'DOGE' } as never, reference: 'tx-9:0' };
    expect(await kit.ctx.db.transaction((tx) => findOtherBooking(tx, income, 'tx-9'))).toMatchObject({
      kind: 'transfer-transaction',
    });
    kit.held += parseAmount('300');
    expect(await kit.move('deposit', '300', 'tx-9')).toMatchObject({ kind: 'booked' });
    expect([(await kit.beyond())['DOGE'], await kit.findings()]).toEqual([0n, []]);
  });

  it('that has paid another amount is ended, and what came is booked by its transaction', async () => {
    await kit.transfer();
    kit.deliver();
    kit.paid.set('tx-0', parseAmount('250'));
    kit.held -= parseAmount('50');
    await kit.followTransfers();
    expect(await row()).toMatchObject({ state: 'left', txid: 'tx-0' });
    expect(await kit.move('deposit', '250', 'tx-0')).toMatchObject({ kind: 'transfer-transaction' });
    kit.ctx.advance(dayMs + 1);
    expect(await end()).toEqual({ kind: 'ended', isTakenBack: true });
    await kit.look(2);
    expect(await kit.correct('-302')).toMatchObject({ kind: 'booked' });
    expect(await kit.move('deposit', '250', 'tx-0')).toMatchObject({ kind: 'booked' });
    expect([await standing(), await kit.findings()]).toEqual(['equal', []]);
  });

  const dearer = async () => kit.let.map((each) => ({ ...each, fee: parseAmount('2.1') }));
  const silent = () => Promise.reject(new Error('no answer'));
  it.each([
    ['has another fee now', dearer, 1],
    ['is not there any more', async () => [], 1],
    ['is there twice', async () => [...kit.let, ...kit.let], 1],
    ['has not been said for a week', silent, 7],
  ] as const)(
    'that is in the wallet, and whose record %s, is booked by its nodes: nothing else would',
    async (_record, transfers, days) => {
      await kit.transfer();
      kit.deliver();
      kit.paid.clear();
      await kit.followTransfers();
      expect(await row()).toMatchObject({ state: 'left', txid: 'tx-0' });
      kit.paid.set('tx-0', parseAmount('300'));
      kit.outLies = { transfers };
      kit.ctx.advance(days * dayMs + 1);
      await kit.followTransfers();
      expect(await row()).toMatchObject({ state: 'left' });
      expect(await end()).toEqual({ kind: 'arrived', txid: 'tx-0' });
      expect(await row()).toMatchObject({ state: 'arrived', txid: 'tx-0' });
      expect(await why()).toBe('it is arrived');
      expect([await standing(), (await kit.beyond())['DOGE'], await kit.findings()]).toEqual([
        'equal',
        0n,
        [],
      ]);
    },
  );

  it('is not booked once more by a transaction that was booked as a deposit before its exchange named it', async () => {
    await kit.transfer();
    expect(await kit.move('deposit', '300', 'tx-0')).toMatchObject({ kind: 'booked' });
    kit.deliver();
    await kit.followTransfers();
    expect(await row()).toMatchObject({
      state: 'left',
      note: 'kraken names tx-0 for it, which is booked as a deposit: look there yourself',
    });
    kit.ctx.advance(dayMs + 1);
    expect(await end()).toEqual({ kind: 'ended', isTakenBack: true });
    expect(await standing()).toBe('difference');
    expect(await kit.correct('-302')).toMatchObject({ kind: 'booked' });
    expect([await standing(), await kit.findings()]).toEqual(['equal', []]);
  });
});
