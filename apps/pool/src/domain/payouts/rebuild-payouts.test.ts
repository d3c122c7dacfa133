import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type AdversarialRail, adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { advancePayouts } from './advance-payouts.ts';
import { movePayout } from './move-payout.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { rebuildWithoutHeld } from './rebuild-payouts.ts';

describe.each(oneEngine())('payouts that are taken out of a transaction, on %s', (engine) => {
  let ctx: TestContext;
  let chain: AdversarialRail;
  let process: PayingProcess;
  let payouts: readonly [Payout, Payout, Payout];
  let first: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    await ctx.db.query(sql`DELETE FROM restricted_addresses`);
    chain = adversarialRail(ctx.clock, calm, { payeesMax: 3, validMs: 120_000 });
    begin();
    const reserve = async () => (await reserveFifty(ctx, process)).payout;
    payouts = [await reserve(), await reserve(), await reserve()];
    expect(await preparePayouts(process, payouts)).toEqual({ kind: 'prepared' });
    first = (await now(payouts[0].id)).signed?.txid ?? '';
  });
  afterAll(() => ctx.close());

  /** A rail whose transactions all spend one coin. */
  function begin(changes: Partial<Rail> = {}): void {
    process = payingProcess(ctx, {
      ...chain,
      inspect: async (transaction) => {
        const decoded = await chain.inspect(transaction);
        return decoded === 'unreadable' ? decoded : { ...decoded, claims: ['a coin'] };
      },
      ...changes,
    });
  }
  const now = async (id: bigint): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const operator = () => ({ ...process, actor: 'root' });
  const hold = (payout: Payout) => holdPayout(operator(), payout.id, 'a look');
  const rebuild = () => rebuildWithoutHeld(operator(), { id: payouts[0].id, why: 'one is held' });
  const statesNow = async () => Promise.all(payouts.map(async ({ id }) => (await now(id)).state));

  it('leave with another one over the same coin, and the one that is held ends with the first [P1] [P4]', async () => {
    const [one, two, three] = payouts;
    await hold(two);
    await advanceRounds(ctx, process, 2);
    expect(await statesNow()).toEqual(['prepared', 'prepared', 'prepared']);
    const rebuilt = await rebuild();
    expect(rebuilt).toMatchObject({ kind: 'rebuilt', payouts: [one.id, three.id], left: [two.id] });
    const txid = rebuilt.kind === 'rebuilt' ? rebuilt.txid : '';
    expect([(await now(one.id)).signed?.txid, (await now(two.id)).signed?.txid]).toEqual([txid, first]);
    await advanceRounds(ctx, process, 1);
    expect((await listPayouts(ctx, { id: two.id, limit: 1 }))[0]?.waitsFor).toBeDefined();
    await advanceRounds(ctx, process, 24);
    expect(await statesNow()).toEqual(['settled', 'invalidated', 'settled']);
    expect(chain.sent()).toEqual([txid]);
    expect(await releasePayout(operator(), two.id, 'looked at')).toEqual({ kind: 'done' });
    expect(await availableTo(ctx, two.minerId)).toBe(50n * coin);
    for (const { address } of [one, three]) expect(paidOnChain(chain, address)).toBe(50n);
  });

  it('are those whose address is not restricted, and once where two processes do it at one moment', async () => {
    await restrictMiner(ctx, payouts[1], 'a sanction');
    const outcomes = await Promise.all([rebuild(), rebuild()]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['not-possible', 'rebuilt']);
    expect(await ctx.db.query(sql`SELECT DISTINCT txid FROM payout_attempts`)).toEqual([{ txid: first }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['none of those whom its transaction pays is held', async () => undefined],
    [
      'all whom its transaction pays are held',
      async () => {
        for (const each of payouts) await hold(each);
      },
    ],
    ['its transaction may have left', async () => advancePayouts(process, () => undefined)],
    [
      `what was signed shares nothing with`,
      async () => {
        await hold(payouts[1]);
        begin({ inspect: (transaction) => chain.inspect(transaction) });
      },
    ],
    [
      'its coins are not enough',
      async () => {
        await hold(payouts[1]);
        const { rail } = process;
        const more = async (...asked: Parameters<Rail['inspect']>) => {
          const decoded = await rail.inspect(...asked);
          return decoded === 'unreadable' ? decoded : { ...decoded, claims: [...decoded.claims, 'another'] };
        };
        begin({ inspect: more });
      },
    ],
    [
      'two nodes must answer, and',
      async () => {
        await hold(payouts[1]);
        begin({ lookUp: async (...asked) => (await chain.lookUp(...asked)).slice(0, 1) });
      },
    ],
    [
      'two nodes must answer, and none may know its transaction',
      async () => {
        await hold(payouts[1]);
        await chain.send('DOGE', (await now(payouts[0].id)).signed?.bytes ?? new Uint8Array());
        ctx.advance(30_000);
      },
    ],
  ])('are none where %s', async (why, prepare) => {
    await prepare();
    const outcome = await rebuild();
    expect(outcome.kind === 'not-possible' ? outcome.why : outcome).toContain(why);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_attempts`)).toEqual([]);
    expect((await now(payouts[0].id)).signed?.txid).toBe(first);
  });

  it('are not given back where the other one can never be confirmed, before the first one cannot either', async () => {
    await hold(payouts[1]);
    const rebuilt = await rebuild();
    const txid = rebuilt.kind === 'rebuilt' ? rebuilt.txid : '';
    let over: readonly string[] = [txid];
    const statusOf = (asked: string) =>
      over.includes(asked)
        ? ({ kind: 'invalidated', why: 'its coin is spent', fee: 0n } as const)
        : ({ kind: 'absent' } as const);
    begin({
      lookUp: async (_network, asked) =>
        ['a', 'b'].map((node) => ({
          node,
          height: 1_000_000_000,
          isSynced: true,
          status: statusOf(asked),
        })),
    });
    await advanceRounds(ctx, process, 12);
    expect(await statesNow()).not.toContain('released');
    expect((await now(payouts[0].id)).awaited).toBe(
      `two nodes to end ${first}, in which it was signed before, or an operator to adopt it (bytes that never expire end when the wallet spends what they spend: payouts cancel does that)`,
    );
    over = [txid, first];
    await advanceRounds(ctx, process, 12);
    expect(await statesNow()).toEqual(['released', 'invalidated', 'released']);
  });

  it('go back to the first one where their chain has that one after all [P1]', async () => {
    const [one, two, three] = payouts;
    await hold(two);
    await rebuild();
    begin({
      lookUp: async (_network, asked) =>
        ['a', 'b'].map((node) => ({
          node,
          height: 1_000_000_000,
          isSynced: true,
          status:
            asked === first
              ? ({ kind: 'confirmed', confirmations: 9, fee: 7n } as const)
              : ({ kind: 'invalidated', why: 'its coin is spent', fee: 0n } as const),
        })),
    });
    await advanceRounds(ctx, process, 14);
    expect(await statesNow()).toEqual(['settled', 'settled', 'settled']);
    for (const { id } of [one, two, three]) expect((await now(id)).signed?.txid).toBe(first);
  });

  it('are not given back where their chain has lost the other one, before the first one has ended', async () => {
    await hold(payouts[1]);
    await rebuild();
    await advanceRounds(ctx, process, 16);
    const [{ id }] = payouts;
    expect((await now(id)).state).toBe('settled');
    const lost = (state: string) =>
      ctx.db.execute(`SET session_replication_role = replica;
        UPDATE payouts SET gone_at = now(), verdict = 'invalidated', verdict_at = 'epoch' WHERE id = ${id};
        UPDATE payout_transactions SET state = '${state}' WHERE txid = '${first}';
        SET session_replication_role = origin`);
    await lost('signed');
    const release = () => releasePayout(operator(), id, 'its chain has lost it');
    expect(await release()).toEqual({ kind: 'not-possible', state: 'settled' });
    await lost('invalidated');
    expect(await release()).toEqual({ kind: 'done' });
  });

  it('may be the ones that were held at first, where none of the others has left', async () => {
    const [one, two, three] = payouts;
    await hold(two);
    const second = await rebuild();
    for (const each of [one, three]) await hold(each);
    await approvePayout(operator(), two.id, 'looked at');
    const third = await rebuildWithoutHeld(operator(), { id: two.id, why: 'it is free now' });
    expect(third).toMatchObject({ kind: 'rebuilt', payouts: [two.id], left: [] });
    expect(second.kind).toBe('rebuilt');
    await advanceRounds(ctx, process, 28);
    expect(await statesNow()).toEqual(['invalidated', 'settled', 'invalidated']);
  });

  it('move nothing of the transaction that they have left where a caller saw them in it', async () => {
    const [one, two] = payouts;
    const seen = await now(one.id);
    await hold(two);
    await rebuild();
    expect(await ctx.db.transaction((tx) => movePayout(tx, seen, 'invalidated', ctx.clock.now()))).toBe(
      false,
    );
    expect((await now(one.id)).state).toBe('prepared');
  });

  it('goes over to nothing by itself', async () => {
    await ctx.db.query(sql`
      INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
      VALUES ('other', 'DOGE', '\\x00', '{}', 1, 'DOGE', 1, 'signed', ${new Date(0)})`);
    await expect(
      ctx.db.query(sql`UPDATE payouts SET txid = 'other' WHERE id = ${payouts[0].id}`),
    ).rejects.toThrow('has been signed');
  });
});
