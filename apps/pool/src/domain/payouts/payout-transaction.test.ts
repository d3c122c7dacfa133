import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { unluckyPayee } from '../../sandbox/testing/adversarial-chain.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  payingProcess,
  type PayingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { broadcastPayout } from './broadcast-payout.ts';
import { findPayout } from './payout.ts';
import { moveTransaction, storeTransaction } from './payout-transaction.ts';
import { preparePayouts } from './prepare-payout.ts';

describe.each(oneEngine())('the transaction of a payout, on %s', (engine) => {
  let ctx: TestContext;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    // A wallet that gives every transaction the same coin, unless a suite asks for more.
    coins = () => ['coin:a:0'];
    const rail = adversarialRail(ctx.clock, calm);
    const inspect: Rail['inspect'] = async (asked) => {
      const read = await rail.inspect(asked);
      return read === 'unreadable' ? read : { ...read, claims: coins() };
    };
    given = [];
    const build: Rail['build'] = (orders, claimed) => {
      given.push(claimed);
      return rail.build(orders, claimed);
    };
    process = payingProcess(ctx, { ...rail, inspect, build });
  });
  afterAll(() => ctx.close());

  let coins: () => readonly string[];
  let given: (readonly string[])[];
  const read = async (id: bigint) => {
    const [row] = await ctx.db.query<{ state: string; sends: number; fee: bigint }>(sql`
      SELECT payout_transactions.state, sends, fee FROM payout_transactions JOIN payouts USING (txid) WHERE payouts.id = ${id}`);
    return row;
  };
  const claims = () =>
    ctx.db.query<{ payout: bigint; claim: string; free: boolean }>(sql`
      SELECT payouts.id AS payout, claim, freed_at IS NOT NULL AS free FROM payout_claims JOIN payouts USING (txid) ORDER BY payouts.id, claim`);
  const prepare = async (id: bigint) => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return preparePayouts(process, [payout]);
  };

  it('is stored before it leaves, and goes with its payout to the end', async () => {
    const { id } = await reserveFifty(ctx, process);
    expect(await read(id)).toBeUndefined();
    await prepare(id);
    expect(await read(id)).toEqual({ state: 'signed', sends: 0, fee: 7n });
    const prepared = await findPayout(ctx.db, id);
    if (prepared === undefined) throw new Error('gone');
    await broadcastPayout(process, prepared);
    expect(await read(id)).toEqual({ state: 'sent', sends: 1, fee: 7n });
    await advanceRounds(ctx, process, 14);
    // What the block took, not what the bytes allowed.
    expect(await read(id)).toEqual({ state: 'final', sends: 1, fee: 5n });
    expect(await claims()).toEqual([{ payout: id, claim: 'coin:a:0', free: false }]);
  });

  it('is stored by one of two processes at once, and by none where another one spends the same [P1] [P9]', async () => {
    const [one, two] = [await reserveFifty(ctx, process), await reserveFifty(ctx, process)];
    const outcomes = await Promise.all([prepare(one.id), prepare(two.id)]);
    // The other one stops at the claim, or before it signs, where the journal has a line already whose bytes are being stored.
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      expect.stringMatching(/^(claimed|not-compared)$/),
      'prepared',
    ]);
    const taken = await claims();
    expect(taken).toHaveLength(1);
    const late = taken[0]?.payout === one.id ? two.id : one.id;
    expect(await findPayout(ctx.db, late)).toMatchObject({ state: 'reserved', signed: null });
    // It names why, and is signed again once the wallet gives it another coin.
    await advanceRounds(ctx, process, 1);
    const { note, signFailure } = (await findPayout(ctx.db, late)) ?? {};
    expect(signFailure).toBe('failed');
    expect(note).toMatch(/^the wallet did not sign: sandbox-[0-9a-f]{40} spends what it would spend$/);
    coins = () => ['coin:b:0', 'coin:b:1'];
    await advanceRounds(ctx, process, 14);
    expect(await findPayout(ctx.db, late)).toMatchObject({ state: 'settled' });
    expect((await claims()).map(({ claim, free }) => `${claim} ${free}`).toSorted()).toEqual([
      'coin:a:0 false',
      'coin:b:0 false',
      'coin:b:1 false',
    ]);
  });

  it('takes nothing where one of several is taken', async () => {
    const { id: first } = await reserveFifty(ctx, process);
    await prepare(first);
    const { id } = await reserveFifty(ctx, process);
    coins = () => ['coin:c:0', 'coin:a:0'];
    expect((await prepare(id)).kind).toBe('claimed');
    expect(await claims()).toEqual([{ payout: first, claim: 'coin:a:0', free: false }]);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_transactions`)).toHaveLength(1);
  });

  it('is built from nothing that another one may still spend, whatever the wallet remembers [P1]', async () => {
    const { id: first } = await reserveFifty(ctx, process);
    await prepare(first);
    coins = () => ['coin:b:0', 'coin:b:1'];
    const { id: second } = await reserveFifty(ctx, process);
    await prepare(second);
    expect(given).toEqual([[], ['coin:a:0']]);
    await advanceRounds(ctx, process, 14);
    coins = () => ['coin:c:0'];
    const { id: third } = await reserveFifty(ctx, process);
    await prepare(third);
    // What is final is spent on its chain, and every node knows it.
    expect(given[2]).toEqual([]);
    await ctx.db.query(sql`UPDATE payouts SET gone_at = state_at WHERE id = ${second}`);
    await prepare((await reserveFifty(ctx, process)).id);
    expect(given[3]).toEqual(['coin:b:0', 'coin:b:1', 'coin:c:0']);
  });

  it('claims something, or is none that is sent [P11]', async () => {
    const { id } = await reserveFifty(ctx, process);
    coins = () => [];
    expect(await prepare(id)).toEqual({ kind: 'altered', what: 'claims' });
    expect(await claims()).toEqual([]);
  });

  it('gives what it would have spent to others once it can never be confirmed', async () => {
    const miner = await openMiner(ctx, { address: `${unluckyPayee}Claims` });
    await giveBalance(ctx, miner, 50n * coin);
    const { id } = await reserveFifty(ctx, process, miner);
    await advanceRounds(ctx, process, 80);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    expect(await read(id)).toMatchObject({ state: 'invalidated', fee: 0n });
    expect(await claims()).toEqual([{ payout: id, claim: 'coin:a:0', free: true }]);
    const { id: next } = await reserveFifty(ctx, process);
    expect(await prepare(next)).toEqual({ kind: 'prepared' });
    expect(await claims()).toEqual([
      { payout: id, claim: 'coin:a:0', free: true },
      { payout: next, claim: 'coin:a:0', free: false },
    ]);
  });

  it('takes over what it spends from one that is invalidated, where its bytes had left before [P1]', async () => {
    const { id } = await reserveFifty(ctx, process);
    await prepare(id);
    const [first] = await ctx.db.query<{ txid: string }>(sql`SELECT txid FROM payout_transactions`);
    const at = ctx.clock.now();
    const left = (txid: string) =>
      ctx.db.transaction((tx) =>
        storeTransaction(
          tx,
          {
            network: 'DOGE',
            txid,
            bytes: Uint8Array.of(1),
            proof: {},
            payees: 1,
            decoded: { fee: { asset: 'DOGE', amount: 1n }, claims: ['coin:a:0', 'coin:d:0'] },
          },
          { state: 'sent', at, mayHaveLeft: true },
        ),
      );
    await left('b');
    await left('c');
    const held = () =>
      ctx.db.query(sql`SELECT claim, txid FROM payout_claims WHERE freed_at IS NULL ORDER BY claim`);
    expect(await held()).toEqual([
      { claim: 'coin:a:0', txid: first?.txid },
      { claim: 'coin:d:0', txid: 'b' },
    ]);
    for (const [gone, next] of [
      [first?.txid ?? '', ['b', 'b']],
      ['b', ['c', 'c']],
      ['c', []],
    ] as const) {
      await ctx.db.transaction((tx) => moveTransaction(tx, gone, 'invalidated', at));
      expect(await held()).toEqual(
        next.map((txid, index) => ({ claim: ['coin:a:0', 'coin:d:0'][index], txid })),
      );
    }
  });

  it('keeps what it claimed, whatever the code does [P1]', async () => {
    const { id } = await reserveFifty(ctx, process);
    await prepare(id);
    await expect(ctx.db.execute('UPDATE payout_claims SET freed_at = now()')).rejects.toThrow(
      'may still be confirmed',
    );
    await expect(ctx.db.execute(`UPDATE payout_claims SET claim = 'other'`)).rejects.toThrow('stays');
    await expect(ctx.db.execute('DELETE FROM payout_claims')).rejects.toThrow('append-only');
    await expect(
      ctx.db.execute(`
        INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
          SELECT 'other', network, bytes, proof, 1, fee_asset, fee, state, state_at FROM payout_transactions;
        INSERT INTO payout_claims VALUES ('DOGE', 'coin:a:0', 'other')`),
    ).rejects.toThrow('payout_claims_taken_once');
  });
});
