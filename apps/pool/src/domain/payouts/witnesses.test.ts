import type { TransactionAnswer, TransactionStatus } from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { auditLedger } from '../operations/audit/audit-ledger.ts';
import { onDomainEvent } from '../kernel/domain-events.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  availableTo,
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { advancePayouts } from './advance-payouts.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions } from './suspensions.ts';
import { watchMs, watchSettled } from './watch-settled.ts';

const invalidated: TransactionStatus = { kind: 'invalidated', why: 'its input is spent elsewhere', fee: 0n };

describe.each(oneEngine())('witnesses of a payout on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  /** A payout of 50 DOGE that was sent, over a chain whose two nodes say what `says` makes of the truth. */
  async function sent() {
    const chain = adversarialRail(ctx.clock, calm);
    const say: {
      of?: (truth: TransactionStatus) => readonly TransactionStatus[];
      /** By how many blocks the last node claims to be above the others. */
      above?: number;
    } = {};
    const rail = {
      ...chain,
      lookUp: async (network: string, txid: string, proof: Readonly<Record<string, string>>) => {
        const answers = await chain.lookUp(network, txid, proof);
        const [truth] = answers;
        if (say.of === undefined || truth === undefined) return answers;
        const said = say.of(truth.status);
        return said.map((status, index): TransactionAnswer => {
          const height = truth.height + (index === said.length - 1 ? (say.above ?? 0) : 0);
          return { ...truth, node: `node-${index + 1}`, height, status };
        });
      },
    };
    const process = payingProcess(ctx, rail);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    const id = outcome.kind === 'reserved' ? outcome.id : 0n;
    const advance = () => advancePayouts(process, () => undefined);
    await advance();
    const now = async () => (await findPayout(ctx.db, id)) as Payout;
    const waitsFor = async () => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;
    const pass = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        ctx.advance(10_000);
        await advance();
        await watchSettled(process, (_payout, error) => {
          throw error;
        });
      }
    };
    return { chain, process, miner, id, say, advance, now, waitsFor, pass };
  }

  const feesOf = async (id: bigint) =>
    ctx.db.query<{ kind: string; amount: bigint }>(sql`
      SELECT ledger_entries.kind, postings.amount FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
        JOIN payouts ON key = 'network-fee:' || txid WHERE payouts.id = ${id} AND account = 'pool:network-fees'`);

  it('gives nothing back on the word of one node, and pays once [P1] [P4]', async () => {
    const { chain, miner, id, say, now, waitsFor, pass } = await sent();
    say.of = (truth) => [invalidated, truth];
    await pass(12);
    expect((await now()).state).not.toBe('released');
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await waitsFor()).toBe('nodes that agree: node-1 says it is invalidated, node-2 knows it');
    say.of = () => [invalidated];
    await pass(12);
    expect(await waitsFor()).toBe('a second node: only node-1 says it is invalidated');
    delete say.of;
    await pass(12);
    expect((await now()).state).toBe('settled');
    expect(chain.truth().map(({ label }) => label)).toEqual([id.toString()]);
  });

  it('suspends no network on the word of one of two nodes with a made-up height, names it, and goes on without it', async () => {
    const { say, now, waitsFor, pass } = await sent();
    say.of = (truth) => [truth, { kind: 'absent' }];
    say.above = 1_000_000;
    await pass(100);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect((await now()).state).toBe('broadcasting');
    expect(await waitsFor()).toMatch(/^nodes of one height: node-2 is alone at \d+, and node-1 at /);
    delete say.of;
    await pass(12);
    expect((await now()).state).toBe('settled');
  });

  it('settles by two honest nodes whatever a third says at a made-up height, and names it in the log [P14]', async () => {
    const { say, id, now, pass } = await sent();
    const named: unknown[] = [];
    const stopHearing = onDomainEvent((event) => {
      if (event.event === 'node-left-out') named.push(event);
    });
    say.of = (truth) => [truth, truth, { kind: 'absent' }];
    say.above = 1_000_000;
    await pass(24);
    stopHearing();
    expect((await now()).state).toBe('settled');
    expect((await now()).sends).toBe(1);
    expect(named.at(-1)).toEqual({
      event: 'node-left-out',
      payout: id.toString(),
      network: 'DOGE',
      why: expect.stringMatching(/^node-3 at \d{7,} is not heard, far above node-1 at \d+, node-2 at \d+$/),
    });
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('gives back what two nodes say is invalidated, and only when they say so again after 30 s', async () => {
    const { miner, id, say, now, waitsFor, advance } = await sent();
    say.of = () => [invalidated, { ...invalidated, fee: 0n }];
    await advance();
    expect(await waitsFor()).toBe('the nodes to say the same once more');
    ctx.advance(29_999);
    await advance();
    expect((await now()).state).toBe('broadcasting');
    ctx.advance(1);
    await advance();
    expect(await now()).toMatchObject({ state: 'released', reason: 'TRANSACTION_DEAD' });
    expect((await now()).note).toMatch(
      /^invalidated: its input is spent elsewhere \(node-1 at \d+\); its input is spent elsewhere \(node-2 at \d+\)$/,
    );
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(await feesOf(id)).toEqual([]);
  });

  it('starts the delay again when the nodes have differed in between', async () => {
    const { say, now, advance } = await sent();
    for (const said of [
      [invalidated, invalidated],
      [{ kind: 'waiting' } as const, invalidated],
      [invalidated, invalidated],
    ]) {
      say.of = () => said;
      await advance();
      ctx.advance(20_000);
    }
    await advance();
    expect((await now()).state).toBe('broadcasting');
  });

  it('settles on the word of two nodes only, and books the fee that the chain took [P13]', async () => {
    const { id, say, now, waitsFor, pass } = await sent();
    const settled: TransactionStatus = { kind: 'confirmed', confirmations: 99, fee: 4n };
    say.of = () => [settled, { kind: 'absent' }];
    await pass(20);
    expect(await now()).toMatchObject({ state: 'seen', confirmations: 0, signed: { fee: 7n } });
    expect(await waitsFor()).toBe('a second node: only node-1 has it in a block');
    say.of = () => [settled, { kind: 'confirmed', confirmations: 5, fee: 4n }];
    await pass(5);
    expect(await now()).toMatchObject({ state: 'seen', confirmations: 5 });
    say.of = () => [settled, { kind: 'confirmed', confirmations: 6, fee: 3n }];
    await pass(5);
    expect(await waitsFor()).toBe('nodes that agree on its fee: node-1, node-2');
    say.of = () => [settled, { kind: 'confirmed', confirmations: 6, fee: 4n }];
    await pass(5);
    expect(await now()).toMatchObject({ state: 'settled', signed: { fee: 4n } });
    expect(await feesOf(id)).toEqual([{ kind: 'network-fee-paid', amount: -4n }]);
  });

  it('books what the network took for a payment that failed on it', async () => {
    const { miner, id, say, pass } = await sent();
    say.of = () => [
      { ...invalidated, fee: 3n },
      { ...invalidated, fee: 3n },
    ];
    await pass(5);
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(await feesOf(id)).toEqual([{ kind: 'network-fee-paid', amount: -3n }]);
  });

  it('believes no node that is out of step, or far below another', async () => {
    const { process, now, id } = await sent();
    const answer = (node: string, more: Partial<TransactionAnswer>): TransactionAnswer => ({
      node,
      height: 1000,
      isSynced: true,
      status: invalidated,
      ...more,
    });
    const believing = (answers: readonly TransactionAnswer[]) => ({
      ...process,
      rails: oneRail({ ...process.rail, lookUp: async () => answers }),
    });
    for (const answers of [
      [answer('one', {}), answer('one', {})],
      [answer('one', {}), answer('two', { isSynced: false })],
      [answer('one', {}), answer('two', { height: 993 })],
    ])
      for (let step = 0; step < 5; step += 1) {
        await advancePayouts(believing(answers), () => undefined);
        ctx.advance(10_000);
      }
    expect((await now()).state).toBe('broadcasting');
    expect((await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor).toBe(
      'a second node: only one says it is invalidated',
    );
    await advancePayouts(believing([answer('one', { isSynced: false })]), () => undefined);
    expect((await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor).toBe('a node that is in step');
  });

  it('watches what has settled for a week: what is taken back suspends its network and is sent again', async () => {
    const { chain, id, now, waitsFor, pass, advance } = await sent();
    await pass(12);
    const { signed } = await now();
    expect([(await now()).state, await waitsFor()]).toEqual(['settled', undefined]);
    ctx.advance(5 * 86_400_000);
    // Its time is over in 600 s, so that it would be invalidated by now: here it is only gone.
    const absent = { node: '', height: 1, isSynced: true, status: { kind: 'absent' } as const };
    const lost = { on: true };
    const honest = { ...chain };
    chain.lookUp = async (...asked) =>
      lost.on
        ? [
            { ...absent, node: 'one' },
            { ...absent, node: 'two' },
          ]
        : honest.lookUp(...asked);
    await pass(1);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    await pass(3);
    expect(await readSuspensions(ctx.db)).toMatchObject([
      {
        network: 'DOGE',
        reason: 'reorganised',
        detail: `payout ${id} had settled, and two nodes do not have ${signed?.txid} any more`,
      },
    ]);
    await pass(1);
    expect(await waitsFor()).toBe(
      'its bytes to be on the chain again: they are sent once the network is not suspended',
    );
    const { sends } = await now();
    await liftSuspension(ctx, 'DOGE', 'the chain is whole again');
    ctx.advance(30_000);
    await pass(1);
    expect((await now()).sends).toBe(sends + 1);
    lost.on = false;
    await pass(5);
    expect([(await now()).state, (await now()).goneAt, await waitsFor()]).toEqual([
      'settled',
      null,
      undefined,
    ]);
    await advance();
  });

  it('gives the money of a settled payout back where its chain has lost it for good, by an operator only', async () => {
    const { chain, process, miner, id, now, waitsFor, pass } = await sent();
    await pass(12);
    expect(await releasePayout(process, id, 'please')).toEqual({ kind: 'not-possible', state: 'settled' });
    const { signed } = await now();
    ctx.advance(86_400_000);
    chain.reorganise(signed?.txid ?? '');
    await pass(5);
    expect((await now()).goneAt).not.toBeNull();
    await pass(1);
    expect(await releasePayout(process, id, 'at once')).toEqual({ kind: 'not-possible', state: 'settled' });
    await pass(4);
    expect(await waitsFor()).toBe(
      'an operator: its chain has lost it for good, payouts release gives the money back',
    );
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await releasePayout(process, id, 'two explorers agree')).toEqual({ kind: 'done' });
    expect(await releasePayout(process, id, 'twice')).toEqual({ kind: 'not-possible', state: 'released' });
    expect(await now()).toMatchObject({ state: 'released', reason: 'TRANSACTION_DEAD' });
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    const { findings } = await auditLedger(ctx);
    // The payouts of other tests of this suite were taken away, their entries were not.
    expect(findings.filter(({ kind, rule }) => kind === 'payout-not-as-booked' || rule === 'L3')).toEqual([]);
  });

  it('looks no more at what has settled more than a week ago', async () => {
    const { chain, now, pass } = await sent();
    await pass(12);
    ctx.advance(watchMs);
    chain.reorganise((await now()).signed?.txid ?? '');
    await pass(5);
    expect((await now()).goneAt).toBeNull();
  });

  it('lets the database refuse to release what is settled, whatever the code does [P13]', async () => {
    const { now, id, pass } = await sent();
    await pass(12);
    await expect(
      ctx.db.execute(`UPDATE payouts SET state = 'released', reversed_at = state_at WHERE id = ${id}`),
    ).rejects.toThrow(`payout ${id} is settled`);
    expect((await now()).state).toBe('settled');
  });
});
