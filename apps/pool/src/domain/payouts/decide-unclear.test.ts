import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NumberedRail, numberedRail } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { decideUnclear } from './decide-unclear.ts';
import { findPayout } from './payout.ts';
import { readSuspensions } from './suspensions.ts';
import { watchReleased } from './watch-released.ts';
import { watchSettled } from './watch-settled.ts';

describe.each(oneEngine())('a payment of which no node can tell whether it paid, on %s', (engine) => {
  let ctx: TestContext;
  let chain: NumberedRail;
  let process: PayingProcess;
  let id: bigint;
  let miner: bigint;
  let txid: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    chain = numberedRail(ctx.clock);
    process = payingProcess(ctx, chain);
    ({ id, miner } = await reserveFifty(ctx, process));
    await advanceRounds(ctx, process, 1);
    txid = (await now())?.signed?.txid ?? '';
  });
  afterAll(() => ctx.close());

  const now = () => findPayout(ctx.db, id);
  const decide = (paid: boolean) =>
    decideUnclear({ ...process, actor: 'root' }, { id, paid, why: 'looked at' });
  const fees = () => ctx.db.query(sql`SELECT key FROM ledger_entries WHERE key = ${`network-fee:${txid}`}`);
  const unknown = async () => (await compareOutgoing({ ...process, actor: 'root' })).unknown;
  const lookAgain = async () => {
    ctx.advance(601_000);
    await watchSettled(process, () => undefined);
    await watchReleased(process, () => undefined);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await unknown()).toEqual([]);
  };

  it('waits for a person, and is sent no more', async () => {
    chain.mine(txid, 5, 'unclear');
    await advanceRounds(ctx, process, 30);
    expect([(await now())?.state, chain.sent()]).toEqual(['broadcasting', [txid]]);
    expect((await now())?.awaited).toBe(
      `${txid} was executed without a report: an operator has to look (payouts paid, or payouts unpaid)`,
    );
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it.each([true, false])('is over by the word of an operator, paid: %s, with its fee', async (paid) => {
    chain.mine(txid, 2, 'unclear');
    await advanceRounds(ctx, process, 1);
    if (!paid) {
      expect(await decide(false)).toMatchObject({ kind: 'not-possible' });
      ctx.advance(30_000);
    }
    expect(await decide(paid)).toEqual({ kind: 'done' });
    await advanceRounds(ctx, process, 2);
    expect((await now())?.state).toBe(paid ? 'settled' : 'released');
    expect(await availableTo(ctx, miner)).toBe(paid ? 0n : 50n * coin);
    expect(await fees()).toHaveLength(1);
    expect(await ctx.db.query(sql`SELECT action, actor, why FROM payout_actions`)).toEqual([
      { action: paid ? 'paid' : 'unpaid', actor: 'root', why: 'looked at' },
    ]);
    await lookAgain();
    expect(await decide(paid)).toMatchObject({ kind: 'not-possible' });
  });

  it.each<[string, () => void]>([
    ['its nodes can tell', () => undefined],
    ['it stands under 2 blocks, and 3 are needed', () => chain.mine(txid, 1, 'unclear')],
    ['a node says that it has paid', () => chain.mine(txid, 3)],
  ])('is not decided by a person where %s', async (why, happen) => {
    happen();
    const outcome = await decide(false);
    expect(outcome.kind === 'not-possible' ? outcome.why : outcome).toContain(why);
    expect((await now())?.state).toBe('broadcasting');
  });

  it('is not decided by one node', async () => {
    chain.mine(txid, 3, 'unclear');
    const lookUp: typeof chain.lookUp = async (...asked) => (await chain.lookUp(...asked)).slice(0, 1);
    process = payingProcess(ctx, { ...chain, lookUp });
    expect(await decide(true)).toMatchObject({ kind: 'not-possible' });
  });
});
