import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import type { NumberedLine } from '../kernel/payout-journal.ts';
import type { Rail } from '../kernel/rail.ts';
import { readDecisions, recordDecision } from '../kernel/decision.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  advanceRounds,
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { adoptPayout } from './adopt-payout.ts';
import { storeFileLines } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { findPayout } from './payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions } from './suspensions.ts';

const ledger = 'a1'.repeat(32);

describe.each(oneEngine())('what an operator says is no payout, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, ['payout_epochs', 'operator_decisions']);
  });
  afterAll(() => ctx.close());

  /** A payout of 50 DOGE, just reserved, and a way to sign for its address. */
  async function begin(overrides: Partial<Rail> = {}) {
    const chain = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, { ...chain, ...overrides });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    const { id } = outcome;
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    const { network, address, memo, amount } = payout;
    const order = { payoutId: id, coin: 'DOGE', network, address, memo, amount };
    const signLine = async (changes: Partial<typeof order> = {}): Promise<NumberedLine> => {
      const signed = await chain.build([{ ...order, ...changes }], []);
      if (signed.kind !== 'signed') throw new Error('refused');
      const { payoutId, ...paid } = { ...order, ...changes };
      const place = { epoch: '', at: ctx.clock.now(), number: 1, hash: '', ledger };
      return {
        ...place,
        ...paid,
        payout: payoutId,
        bytes: signed.bytes,
        txid: signed.txid,
        proof: signed.proof,
      };
    };
    const disregard = (txid: string) => disregardTransaction(operator, { txid, reason: 'tired' });
    return { chain, process, operator, id, address, signLine, disregard };
  }

  const advance = (process: PayingProcess, rounds: number) => advanceRounds(ctx, process, rounds);

  it('is no payment of a reserved payout that a wallet names: it is adopted, and paid once', async () => {
    const { chain, process, operator, id, signLine, disregard } = await begin();
    const { txid, bytes } = await signLine();
    await chain.send('DOGE', bytes);
    await advance(process, 3);
    expect(await disregard(txid)).toEqual({ kind: 'pays-payout', payout: id });
    expect(await readDecisions(ctx, { limit: 9 })).toEqual([]);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
    expect(await liftSuspension(operator, 'DOGE', 'tired')).toBe('not-compared');
    expect(await adoptPayout(operator, { txid, reason: 'it left' })).toMatchObject({ payout: id });
    await compareOutgoing(operator);
    expect(await liftSuspension(operator, 'DOGE', 'adopted')).toBe('lifted');
    await advance(process, 20);
    expect(chain.sent()).toEqual([txid]);
    process.end();
  });

  it('is no payment of a reserved payout that a journal names', async () => {
    const { process, id, signLine, disregard } = await begin();
    const line = await signLine();
    await storeFileLines(ctx.db, [line]);
    expect(await disregard(line.txid)).toEqual({ kind: 'pays-payout', payout: id });
    process.end();
  });

  it('is named in capitals or not where its id is of hex digits, as what is adopted', async () => {
    const txid = 'ab'.repeat(32);
    const reader = adversarialRail(ctx.clock, calm);
    const { process, operator, id, signLine, disregard } = await begin({
      inspect: async (asked) => {
        const read = await reader.inspect(asked);
        return read === 'unreadable' ? read : { ...read, txid };
      },
    });
    await storeFileLines(ctx.db, [{ ...(await signLine()), txid }]);
    const typed = txid.toUpperCase();
    expect(await disregard(typed)).toEqual({ kind: 'pays-payout', payout: id });
    const adopt = () => adoptPayout(operator, { txid: typed, reason: 'it left' });
    expect(await adopt()).toMatchObject({ kind: 'adopted', payout: id });
    expect(await adopt()).toEqual({ kind: 'known', payout: id });
    expect((await findPayout(ctx.db, id))?.signed?.txid).toBe(txid);
    process.end();
  });

  it('is no payment to the address of a miner, whatever its amount', async () => {
    const { chain, process, address, signLine, disregard } = await begin();
    const sent = await signLine({ payoutId: 0n, amount: 3n * coin });
    await chain.send('DOGE', sent.bytes);
    expect(await disregard(sent.txid)).toEqual({ kind: 'pays-miner', coin: 'DOGE', address });
    const lost = await signLine({ payoutId: 77_777n, amount: 4n * coin });
    await storeFileLines(ctx.db, [lost]);
    expect(await disregard(lost.txid)).toEqual({ kind: 'pays-miner', coin: 'DOGE', address });
    process.end();
  });

  it('is what goes to an address of no miner, once a wallet has sent it', async () => {
    const { chain, process, operator, signLine, disregard } = await begin();
    const own = await signLine({ payoutId: 0n, address: 'DColdStore' });
    // A typing mistake would be kept as a decision: what no wallet has sent is no transaction yet.
    expect(await disregard(own.txid)).toEqual({ kind: 'no-transaction' });
    expect(await readDecisions(ctx, { limit: 9 })).toEqual([]);
    await chain.send('DOGE', own.bytes);
    expect(await disregard(`${own.txid}x`)).toEqual({ kind: 'no-transaction' });
    expect(await disregard(own.txid)).toEqual({ kind: 'done' });
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    process.end();
  });

  it('can be the second transaction that was signed for a payout, as long as no wallet has it', async () => {
    const { chain, process, operator, address, signLine, disregard } = await begin();
    const [one, other] = [await signLine(), await signLine()];
    await storeFileLines(ctx.db, [one, other]);
    expect(await adoptPayout(operator, { txid: other.txid, reason: 'it left' })).toMatchObject({
      kind: 'adopted',
    });
    await chain.send('DOGE', one.bytes);
    expect(await disregard(one.txid)).toEqual({ kind: 'pays-miner', coin: 'DOGE', address });
    const third = await signLine();
    await storeFileLines(ctx.db, [third]);
    expect(await disregard(third.txid)).toEqual({ kind: 'done' });
    process.end();
  });

  it.each(['lower', 'upper'] as const)(
    'is found by its id of hex digits in either case, written in %s',
    async (written) => {
      const { process, signLine, disregard } = await begin();
      const line = await signLine({ payoutId: 0n, address: 'DColdStore' });
      const [lower, upper] = ['0ab1'.repeat(16), '0AB1'.repeat(16)];
      const txid = written === 'lower' ? lower : upper;
      await storeFileLines(ctx.db, [{ ...line, txid }]);
      expect(await disregard(written === 'lower' ? upper : lower)).toEqual({ kind: 'done' });
      expect(await readDecisions(ctx, { limit: 1 })).toMatchObject([{ subject: txid }]);
      process.end();
    },
  );

  it('is judged again when it leaves: one that pays a miner is unknown, whatever was typed before', async () => {
    const { chain, process, operator, address, signLine } = await begin();
    const line = await signLine();
    // As an earlier release kept it.
    await recordDecision(ctx.db, operator, {
      kind: 'disregard-transaction',
      subject: line.txid,
      reason: 'typed',
    });
    await chain.send('DOGE', line.bytes);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid: line.txid, address }]);
    process.end();
  });

  it('waits for a wallet that does not say whether the transaction left', async () => {
    const outgoing: Rail['outgoing'] = async () => {
      throw new Error('no node of DOGE answers');
    };
    const { process, disregard } = await begin({ outgoing });
    expect(await disregard('unheard-of')).toEqual({
      kind: 'not-answered',
      unanswered: [{ network: 'DOGE', why: 'no node of DOGE answers' }],
    });
    process.end();
  });
});
