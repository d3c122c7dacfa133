import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { NumberedLine } from '../kernel/payout-journal.ts';
import type { Rail } from '../kernel/rail.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { adoptPayout } from './adopt-payout.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { storeFileLines } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { approvePayout, releasePayout } from './operate-payouts.ts';
import { findPayout } from './payout.ts';
import { preparePayouts, storeSentBytes } from './prepare-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { suspendPayouts } from './suspensions.ts';

const ledger = 'a1'.repeat(32);

describe.each(oneEngine())('bytes that a journal has of a payout, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, ['operator_decisions']);
  });
  afterAll(() => ctx.close());

  const recordDisregard = (by: Pick<PayingProcess, 'clock'> & { readonly actor: string }, txid: string) =>
    ctx.db.transaction((tx) =>
      recordDecision(tx, by, { kind: 'disregard-transaction', subject: txid, reason: 'never sent' }),
    );

  /** A reserved payout of 50 DOGE. */
  async function begin(overrides: Partial<Rail> = {}) {
    const chain = adversarialRail(ctx.clock, calm);
    const process = {
      ...payingProcess(ctx, { ...chain, ...overrides }),
      secret: ctx.secret,
      actor: 'root',
    };
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    const { id } = outcome;
    const payout = async () => {
      const found = await findPayout(ctx.db, id);
      if (found === undefined) throw new Error('gone');
      return found;
    };
    /** A line of a journal with bytes for just this payout. */
    const signLine = async (ofLedger: string): Promise<NumberedLine> => {
      const { coin: symbol, network, address, memo, amount } = await payout();
      const order = { payoutId: id, coin: symbol, network, address, memo, amount };
      const signed = await chain.build([order], []);
      if (signed.kind !== 'signed') throw new Error('refused');
      const { bytes, txid, proof } = signed;
      const place = { epoch: '', at: ctx.clock.now(), number: 1, hash: '', ledger: ofLedger };
      return { ...place, payout: id, txid, network, coin: symbol, address, memo, amount, bytes, proof };
    };
    const waitsFor = async () => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;
    const advance = (rounds: number) => advanceRounds(ctx, process, rounds);
    return { chain, process, miner, id, payout, signLine, waitsFor, advance };
  }

  it('are evidence only where the line does not name its ledger: no process pays by them', async () => {
    const { chain, process, id, payout, signLine, advance } = await begin();
    const line = await signLine('');
    await storeFileLines(ctx.db, [line]);
    expect(await ctx.db.query(sql`SELECT txid, origin FROM payout_journal`)).toEqual([
      { txid: line.txid, origin: 'unknown' },
    ]);
    expect(await storeSentBytes(process, await payout())).toBe(false);
    await advance(3);
    // Nothing else leaves either before an operator has said what they are.
    expect([(await payout()).state, chain.sent()]).toEqual(['reserved', []]);
    expect((await compareOutgoing(process)).unknown).toMatchObject([
      { txid: line.txid, from: 'unnamed-journal' },
    ]);
    expect(await liftSuspension(process, '*', 'at once')).toBe('not-compared');
    // It may be of an earlier release of this pool, and pays this payout: only adopting it leaves no way to pay twice.
    expect(await disregardTransaction(process, { txid: line.txid, reason: 'of another pool' })).toEqual({
      kind: 'pays-payout',
      payout: id,
    });
    expect(await adoptPayout(process, { txid: line.txid, reason: 'of an earlier release' })).toMatchObject({
      kind: 'adopted',
      payout: id,
    });
    await compareOutgoing(process);
    expect(await liftSuspension(process, '*', 'adopted')).toBe('lifted');
    await advance(12);
    expect([(await payout()).state, chain.sent()]).toEqual(['settled', [line.txid]]);
    process.end();
  });

  it('are taken over by themselves where the line is of this ledger', async () => {
    const { process, payout, signLine } = await begin();
    const line = await signLine(ledger);
    await storeFileLines(ctx.db, [line]);
    expect(await storeSentBytes(process, await payout())).toBe(true);
    expect((await payout()).signed?.txid).toBe(line.txid);
    process.end();
  });

  it('wait for an operator where there are two, and are the ones of the line that is adopted', async () => {
    const { chain, process, id, payout, signLine, waitsFor, advance } = await begin();
    const [one, other] = [await signLine(ledger), await signLine(ledger)];
    await storeFileLines(ctx.db, [one, other]);
    expect(await storeSentBytes(process, await payout())).toBe(false);
    await advance(1);
    // The mismatch was looked at: what holds it now is the choice itself.
    const looked = { ...process, rollback: { ...process.rollback, check: async () => undefined } };
    expect(await preparePayouts(looked, [await payout()])).toEqual({ kind: 'held' });
    expect(await waitsFor()).toContain(
      `an operator, who holds it: two transactions may have paid it, ${one.txid} and ${other.txid}: adopt the one that left (payouts adopt)`,
    );
    expect(await adoptPayout(process, { txid: other.txid, reason: 'the explorer has it' })).toEqual({
      kind: 'adopted',
      payout: id,
      fromPool: 0n,
      held: [id],
    });
    // No node knows it: the pool does not send it before an operator says so.
    expect(await payout()).toMatchObject({
      state: 'prepared',
      hold: 'operator',
      signed: { txid: other.txid },
    });
    expect(await approvePayout(process, id, 'neither has left')).toEqual({ kind: 'done' });
    expect(await disregardTransaction(process, { txid: one.txid, reason: 'never sent' })).toEqual({
      kind: 'done',
    });
    await compareOutgoing(process);
    expect(await liftSuspension(process, '*', 'adopted')).toBe('lifted');
    await advance(14);
    expect([(await payout()).state, chain.sent()]).toEqual(['settled', [other.txid]]);
    process.end();
  });

  it('end without having left only when two nodes have invalidated them, and the money goes back once', async () => {
    const { chain, process, miner, id, payout, waitsFor, advance } = await begin();
    expect(await preparePayouts(process, [await payout()])).toEqual({ kind: 'prepared' });
    expect(await releasePayout(process, id, 'bytes of another pool')).toEqual({ kind: 'awaits-chain' });
    await advance(3);
    expect((await payout()).state).toBe('prepared');
    expect(await waitsFor()).toMatch(
      /^an operator, who holds it: bytes of another pool; and then two nodes to prove that its bytes can never be confirmed; until then nothing is given back \(bytes that never expire end when the wallet spends what they spend: payouts cancel does that\): honest at block \d+: not known; other at block \d+: not known$/,
    );
    expect(await availableTo(ctx, miner)).toBe(0n);
    // Its bytes are valid for ten minutes, and a block is final after one more.
    await advance(90);
    expect(await payout()).toMatchObject({ state: 'released', hold: null });
    expect([await availableTo(ctx, miner), chain.sent()]).toEqual([50n * coin, []]);
    process.end();
  });

  it('end only by their chain also where a journal alone has them: a release gives nothing back before', async () => {
    const { chain, process, miner, id, payout, signLine, waitsFor, advance } = await begin();
    const line = await signLine(ledger);
    await storeFileLines(ctx.db, [line]);
    expect(await waitsFor()).toBe(
      `what became of ${line.txid}: a journal has it, so it may have left (payouts adopt, or payouts release)`,
    );
    await suspendPayouts(ctx.db, { network: '*', reason: 'restored', detail: 'x' }, ctx.clock.now());
    // Refused today; an earlier release took it.
    await recordDisregard(process, line.txid);
    expect(await releasePayout(process, id, 'on no chain')).toEqual({ kind: 'awaits-chain' });
    expect(await availableTo(ctx, miner)).toBe(0n);
    await advance(1);
    expect(await payout()).toMatchObject({
      state: 'prepared',
      hold: 'operator',
      note: 'on no chain',
      signed: { txid: line.txid },
    });
    expect(await waitsFor()).toMatch(
      /^an operator, who holds it: on no chain; and then .*two nodes to prove/s,
    );
    await advance(90);
    expect((await payout()).state).toBe('released');
    expect([await availableTo(ctx, miner), chain.sent()]).toEqual([50n * coin, []]);
    process.end();
  });

  it('end by their chain where only a line has them that does not name its ledger, and are never sent', async () => {
    const { chain, process, miner, id, payout, signLine, advance } = await begin();
    const line = await signLine('');
    await storeFileLines(ctx.db, [line]);
    expect(await releasePayout(process, id, 'not sent')).toEqual({ kind: 'awaits-chain' });
    expect(await availableTo(ctx, miner)).toBe(0n);
    await advance(3);
    expect(await payout()).toMatchObject({
      state: 'prepared',
      hold: 'operator',
      signed: { txid: line.txid },
    });
    await advance(90);
    expect((await payout()).state).toBe('released');
    expect([await availableTo(ctx, miner), chain.sent()]).toEqual([50n * coin, []]);
    process.end();
  });

  it('give back at once what only a disregarded line of an unknown ledger has', async () => {
    const { process, miner, id, signLine } = await begin();
    const line = await signLine('');
    await storeFileLines(ctx.db, [line]);
    await recordDisregard(process, line.txid);
    expect(await releasePayout(process, id, 'not sent')).toEqual({ kind: 'done' });
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    process.end();
  });

  it('stay held when a process starts on a journal that has them after a release was asked for', async () => {
    const { process, id, payout, signLine } = await begin();
    const line = await signLine(ledger);
    await storeFileLines(ctx.db, [line]);
    expect(await releasePayout(process, id, 'not sent')).toEqual({ kind: 'awaits-chain' });
    expect(await storeSentBytes(process, await payout())).toBe(true);
    expect(await payout()).toMatchObject({ state: 'prepared', hold: 'operator' });
    process.end();
  });

  it('are its payment when they are sent by hand after a release was asked for', async () => {
    const { chain, process, miner, id, payout, signLine, advance } = await begin();
    const line = await signLine(ledger);
    await storeFileLines(ctx.db, [line]);
    expect(await releasePayout(process, id, 'on no chain')).toEqual({ kind: 'awaits-chain' });
    await chain.send('DOGE', line.bytes);
    // Two nodes know it: it is followed to its end, also while the network is suspended.
    await advance(14);
    expect([(await payout()).state, await availableTo(ctx, miner)]).toEqual(['settled', 0n]);
    process.end();
  });

  it('cannot end where a journal has two of them, before an operator says which', async () => {
    const { process, miner, id, signLine } = await begin();
    const [one, other] = [await signLine(ledger), await signLine(ledger)];
    await storeFileLines(ctx.db, [one, other]);
    expect(await releasePayout(process, id, 'neither left')).toEqual({
      kind: 'several-transactions',
      txids: [one.txid, other.txid],
    });
    expect(await availableTo(ctx, miner)).toBe(0n);
    process.end();
  });

  it('are unknown again when a wallet has sent them although they were disregarded', async () => {
    const { chain, process, signLine } = await begin();
    const line = await signLine('');
    await storeFileLines(ctx.db, [line]);
    await recordDisregard(process, line.txid);
    expect((await compareOutgoing(process)).unknown).toEqual([]);
    await chain.send('DOGE', line.bytes);
    expect((await compareOutgoing(process)).unknown).toMatchObject([{ txid: line.txid, from: 'wallet' }]);
    process.end();
  });

  it('do not end while another network of the coin knows them, or its nodes do not answer', async () => {
    let answer: 'known' | 'away' | 'alone' | 'sound' = 'known';
    const chain = adversarialRail(ctx.clock, calm);
    const lookUp: Rail['lookUp'] = async (network, txid, proof) => {
      const answers = await chain.lookUp(network, txid, proof);
      if (network === 'DOGE' || answer === 'sound') return answers;
      if (answer === 'away') throw new Error('connection refused');
      if (answer === 'alone') return answers.slice(0, 1);
      return [...answers, { node: 'third', height: 7, isSynced: false, status: { kind: 'waiting' } }];
    };
    const { process, id, payout, waitsFor, advance } = await begin({ lookUp });
    await preparePayouts(process, [await payout()]);
    await releasePayout(process, id, 'never sent');
    await advance(90);
    expect((await payout()).state).toBe('prepared');
    expect(await waitsFor()).toMatch(
      /an operator: its transaction is known on BSC: .*third at block 7, not in step: waits for a block$/,
    );
    answer = 'away';
    await advance(1);
    expect(await waitsFor()).toMatch(
      /two nodes in step of BSC that do not know its transaction: no node answers$/,
    );
    answer = 'alone';
    await advance(1);
    expect(await waitsFor()).toMatch(/that do not know its transaction: honest at block \d+: invalidated$/);
    answer = 'sound';
    await advance(1);
    expect((await payout()).state).toBe('released');
    process.end();
  });

  it('leave after all when they are approved', async () => {
    const { chain, process, id, payout, advance } = await begin();
    await preparePayouts(process, [await payout()]);
    await releasePayout(process, id, 'a wrong click');
    expect(await approvePayout(process, id, 'it was right')).toEqual({ kind: 'done' });
    expect((await payout()).releaseAskedAt).toBeNull();
    await advance(14);
    expect([(await payout()).state, chain.sent().length]).toEqual(['settled', 1]);
    process.end();
  });

  it('contradict the database once for each payout, and not where another payout has them', async () => {
    const [one, two] = [await begin(), await begin()];
    const check = async () => one.process.rollback.check(ctx.db, ctx.clock.now());
    const words = (id: bigint) => `payout ${id} was sent, and the database has it as not sent`;
    const [sent, other] = [await one.signLine(ledger), await one.signLine(ledger)];
    await storeFileLines(ctx.db, [sent]);
    expect(await check()).toBe(words(one.id));
    // What an operator has looked at hides nothing of the next payout.
    await ctx.db.query(sql`UPDATE payout_suspensions SET lifted_at = since, lifted_why = 'looked at'`);
    expect(await check()).toBeUndefined();
    const another = await two.signLine(ledger);
    await storeFileLines(ctx.db, [another]);
    expect(await check()).toBe(words(two.id));
    await ctx.db.query(sql`DELETE FROM payout_suspensions`);
    await adoptPayout(two.process, { txid: another.txid, reason: 'the guide' });
    expect(await adoptPayout(one.process, { txid: sent.txid, reason: 'the guide' })).toMatchObject({
      payout: one.id,
    });
    await storeFileLines(ctx.db, [other]);
    expect(await check()).toBe(words(one.id));
    await ctx.db.query(sql`DELETE FROM payout_suspensions`);
    await one.chain.send('DOGE', other.bytes);
    expect(await adoptPayout(one.process, { txid: other.txid, reason: 'it left' })).toMatchObject({
      kind: 'adopted',
    });
    expect(await check()).toBeUndefined();
    one.process.end();
    two.process.end();
  });
});
