import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { unluckyPayee } from '../../sandbox/testing/adversarial-chain.ts';
import {
  type AdversarialRail,
  adversarialRail,
  badPayee,
  calm,
} from '../../sandbox/testing/adversarial-rail.ts';
import { clearTables } from '../testing/clear-tables.ts';
import {
  advanceRounds,
  availableTo,
  clearPayouts,
  coin,
  forgetSigned,
  giveBalance,
  openMiner,
  paidOnChain,
  payingProcess,
  type PayingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { WalletShort } from '../kernel/wallet-short.ts';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { adoptPayout } from './adopt-payout.ts';
import { advancePayouts } from './advance-payouts.ts';
import { checkJournal } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { liftSuspension } from './lift-suspension.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { readSuspensions } from './suspensions.ts';

describe.each(oneEngine())('one transaction for several payouts, on %s', (engine) => {
  let ctx: TestContext;
  let chain: AdversarialRail;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, ['payout_epochs', 'operator_decisions', 'restricted_addresses']);
    chain = adversarialRail(ctx.clock, calm, { payeesMax: 3, validMs: 120_000 });
    begin();
  });
  afterAll(() => ctx.close());

  function begin(changes: Partial<Rail> = {}): void {
    process = payingProcess(ctx, { ...chain, ...changes });
  }
  const now = async (id: bigint): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const reserve = async (address?: string): Promise<Payout> => {
    if (address === undefined) return (await reserveFifty(ctx, process)).payout;
    const miner = await openMiner(ctx, { address });
    await giveBalance(ctx, miner, 50n * coin);
    return (await reserveFifty(ctx, process, miner)).payout;
  };
  const several = async (count: number): Promise<Payout[]> => {
    const payouts: Payout[] = [];
    for (let each = 0; each < count; each += 1) payouts.push(await reserve());
    return payouts;
  };
  const advance = () => advancePayouts(process, () => undefined);
  const statesOf = async (payouts: readonly Payout[]) =>
    Promise.all(payouts.map(async ({ id }) => (await now(id)).state));
  const txidsOf = async (payouts: readonly Payout[]) =>
    Promise.all(payouts.map(async ({ id }) => (await now(id)).signed?.txid));
  const waitOf = async ({ id }: Payout) => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;
  const entriesOf = (kind: string) =>
    ctx.db.query<{ key: string; amount: bigint }>(sql`
      SELECT key, sum(postings.amount) FILTER (WHERE postings.amount > 0) AS amount
        FROM ledger_entries JOIN postings ON entry_id = ledger_entries.id
       WHERE kind = ${kind} AND booked_at >= ${begunAt} GROUP BY key ORDER BY key`);
  let begunAt = new Date(0);
  beforeEach(() => {
    ctx.advance(1000);
    begunAt = new Date(ctx.clock.now());
  });

  it('pays each exactly, is asked for once a turn, and takes its fee once [P1] [P5] [P11]', async () => {
    const asked: string[] = [];
    const sent: number[] = [];
    begin({
      lookUp: (network, txid, proof) => {
        asked.push(txid);
        return chain.lookUp(network, txid, proof);
      },
      send: (network, bytes) => {
        sent.push(bytes.length);
        return chain.send(network, bytes);
      },
    });
    const payouts = await several(5);
    await advance();
    expect(await statesOf(payouts)).toEqual(payouts.map(() => 'broadcasting'));
    const txids = await txidsOf(payouts);
    expect([new Set(txids.slice(0, 3)).size, new Set(txids.slice(3)).size, new Set(txids).size]).toEqual([
      1, 1, 2,
    ]);
    expect([sent.length, chain.sent().length]).toEqual([2, 2]);
    // A line for each payment, here and for the other processes.
    expect(process.journal.lines().map(({ payout, txid }) => [payout, txid])).toEqual(
      payouts.map(({ id }, index) => [id, txids[index]]),
    );
    expect(await ctx.db.query(sql`SELECT payout FROM payout_journal ORDER BY payout`)).toHaveLength(5);
    asked.length = 0;
    ctx.advance(10_000);
    await advance();
    expect(asked).toHaveLength(2 * new Set(txids).size);
    await advanceRounds(ctx, process, 14);
    expect(await statesOf(payouts)).toEqual(payouts.map(() => 'settled'));
    for (const { address } of payouts) expect(paidOnChain(chain, address)).toBe(50n);
    expect(await entriesOf('payout-settled')).toEqual(
      payouts
        .map(({ id }) => ({ key: `settle:${id}`, amount: 50n * coin }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
    expect(await entriesOf('network-fee-paid')).toEqual(
      [...new Set(txids)]
        .map((txid) => ({ key: `network-fee:${txid}`, amount: 5n }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
    expect(await ctx.db.query(sql`SELECT state, payees FROM payout_transactions ORDER BY payees`)).toEqual([
      { state: 'final', payees: 2 },
      { state: 'final', payees: 3 },
    ]);
  });

  it('goes on without what is held, restricted or refused, and pays no address twice [P8]', async () => {
    const [held, barred, bad, one] = [
      await reserve(),
      await reserve(),
      await reserve(`${badPayee}B`),
      await reserve(),
    ];
    const same = await openMiner(ctx);
    await giveBalance(ctx, same, 50n * coin);
    const first = (await reserveFifty(ctx, process, same)).payout;
    await giveBalance(ctx, same, 50n * coin);
    // A second payout of one miner on the same day.
    await ctx.db.query(sql`
      INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount, reserved_at,
                           state, state_at, confirmations_needed)
      SELECT 'again-' || id, miner_id, 'auto', utc_date, coin, network, address, memo, from_mining, from_referral, amount, reserved_at,
             state, state_at, confirmations_needed FROM payouts WHERE id = ${first.id}`);
    await holdPayout({ ...ctx, actor: 'ann' }, held.id, 'a look');
    await restrictMiner(ctx, barred, 'a sanction');
    await advance();
    expect(await statesOf([held, barred, bad, one, first])).toEqual([
      'reserved',
      'reserved',
      'released',
      'broadcasting',
      'broadcasting',
    ]);
    const [txid, other] = await txidsOf([one, first]);
    expect(txid).toBe(other);
    expect(await ctx.db.query(sql`SELECT payees FROM payout_transactions ORDER BY payees`)).toEqual([
      { payees: 1 },
      { payees: 2 },
    ]);
    expect(await availableTo(ctx, bad.minerId)).toBe(50n * coin);
  });

  it('leaves with all of its payouts or with none, and says which one it waits for [P7]', async () => {
    const [one, two, three] = await several(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error('none');
    expect(await preparePayouts(process, [one, two, three])).toEqual({ kind: 'prepared' });
    await holdPayout({ ...ctx, actor: 'ann' }, two.id, 'a look');
    await advanceRounds(ctx, process, 3);
    expect([await statesOf([one, two, three]), chain.sent()]).toEqual([
      ['prepared', 'prepared', 'prepared'],
      [],
    ]);
    expect(await waitOf(one)).toBe(`payout ${two.id}, which the same transaction pays and which is held`);
    expect(await waitOf(two)).toContain('a look');
    await approvePayout({ ...ctx, actor: 'ann' }, two.id, 'it is good');
    await restrictMiner(ctx, three, 'a sanction');
    await advanceRounds(ctx, process, 2);
    expect(await statesOf([one, two, three])).toEqual(['prepared', 'prepared', 'prepared']);
    expect(await waitOf(one)).toBe(
      `payout ${three.id}, which the same transaction pays and whose address is restricted`,
    );
    await ctx.db.query(sql`DELETE FROM restricted_addresses`);
    await advanceRounds(ctx, process, 14);
    expect(await statesOf([one, two, three])).toEqual(['settled', 'settled', 'settled']);
  });

  it('gives the money of all back where one that is held ends with its bytes [P4]', async () => {
    const payouts = await several(2);
    await preparePayouts(process, payouts);
    await releasePayout({ ...ctx, actor: 'ann' }, payouts[1]?.id ?? 0n, 'not this one');
    await advanceRounds(ctx, process, 24);
    expect([await statesOf(payouts), chain.sent()]).toEqual([['released', 'released'], []]);
    for (const { minerId } of payouts) expect(await availableTo(ctx, minerId)).toBe(50n * coin);
  });

  it('stores nothing where one of them was held while the wallet built it, and builds the others next [P9]', async () => {
    const payouts = await several(3);
    let held = false;
    begin({
      build: async (orders, claimed) => {
        if (!held) await holdPayout({ ...ctx, actor: 'ann' }, payouts[1]?.id ?? 0n, 'a look');
        held = true;
        return chain.build(orders, claimed);
      },
    });
    await advance();
    expect(await statesOf(payouts)).toEqual(['reserved', 'reserved', 'reserved']);
    await advance();
    expect(await statesOf(payouts)).toEqual(['broadcasting', 'reserved', 'broadcasting']);
    expect(chain.sent()).toHaveLength(1);
  });

  it('is built once by two processes at once [P1] [P9]', async () => {
    const payouts = await several(3);
    const other = payingProcess(ctx, chain);
    await Promise.all([advance(), advancePayouts(other, () => undefined)]);
    await advanceRounds(ctx, process, 14);
    await advanceRounds(ctx, other, 4);
    expect(await statesOf(payouts)).toEqual(['settled', 'settled', 'settled']);
    for (const { address } of payouts) expect(paidOnChain(chain, address)).toBe(50n);
    other.end();
  });

  it('pays the oldest where the wallet has too little for all, and one that always fails fails alone', async () => {
    const payouts = await several(3);
    const [, , third] = payouts;
    begin({
      build: async (orders, claimed) => {
        if (orders.length > 2) throw new WalletShort('too little');
        if (orders.some(({ payoutId }) => payoutId === third?.id)) throw new Error('dust');
        return chain.build(orders, claimed);
      },
    });
    await advance();
    expect(await statesOf(payouts)).toEqual(['broadcasting', 'broadcasting', 'reserved']);
    expect(await waitOf(payouts[2] as Payout)).toContain('dust');
    expect(chain.sent()).toHaveLength(1);
  });

  it('gives back the money of each where its chain invalidates it, whatever is heard afterwards [P4]', async () => {
    const payouts = [await reserve(), await reserve(`${unluckyPayee}B`)];
    await advance();
    expect(chain.sent()).toHaveLength(1);
    const [one, two] = payouts;
    // The second is not looked at in the turn in which two nodes have proved it.
    let stands = true;
    begin({
      lookUp: async (network, txid, proof) => {
        const answers = await chain.lookUp(network, txid, proof);
        const isOver = answers.some(({ status }) => status.kind === 'invalidated');
        if (isOver && !stands) throw new Error('timeout');
        return answers;
      },
    });
    for (let round = 0; round < 24 && (await now(one?.id ?? 0n)).state !== 'released'; round += 1)
      await advanceRounds(ctx, process, 1);
    stands = false;
    await advanceRounds(ctx, process, 3);
    expect(await statesOf(payouts)).toEqual(['released', 'released']);
    expect((await now(two?.id ?? 0n)).note).toMatch(/^invalidated/);
    for (const { minerId } of payouts) expect(await availableTo(ctx, minerId)).toBe(50n * coin);
    expect(await entriesOf('network-fee-paid')).toEqual([]);
  });

  it('is not shared by a payout whose last transaction could never be confirmed, so that it spoils no other twice', async () => {
    const payouts = [await reserve(), await reserve(`${unluckyPayee}C`)];
    await advanceRounds(ctx, process, 24);
    expect(await statesOf(payouts)).toEqual(['released', 'released']);
    const again: Payout[] = [];
    for (const { minerId } of payouts) again.push((await reserveFifty(ctx, process, minerId)).payout);
    const fresh = await several(2);
    await advance();
    const txids = await txidsOf([...again, ...fresh]);
    expect([new Set(txids).size, txids[2] === txids[3]]).toEqual([3, true]);
    await advanceRounds(ctx, process, 24);
    expect(await statesOf([...again, ...fresh])).toEqual(['settled', 'released', 'settled', 'settled']);
  });

  it.each([
    ['its journal has it', 'ahead'],
    ['only its wallet has it', 'sound'],
  ])(
    'is adopted whole after the database has lost it, where %s, and pays none twice [P2]',
    async (_where, journal) => {
      const payouts = await several(3);
      await advance();
      const [txid] = await txidsOf(payouts);
      await forgetSigned(ctx, ['DELETE FROM payout_journal']);
      process = journal === 'ahead' ? process.restart() : payingProcess(ctx, chain);
      expect(await checkJournal(process)).toMatchObject({ kind: journal });
      const operator = { ...process, secret: ctx.secret, actor: 'root' };
      const { unknown } = await compareOutgoing(operator);
      expect(unknown.map((each) => `${each.txid} ${each.address}`).toSorted()).toEqual(
        payouts.map(({ address }) => `${txid} ${address}`).toSorted(),
      );
      expect(await disregardTransaction(operator, { txid: txid ?? '', reason: 'no payout' })).toMatchObject({
        kind: 'pays-payout',
      });
      const adopt = () => adoptPayout(operator, { txid: txid ?? '', reason: 'it left' });
      expect(await adopt()).toMatchObject({ kind: 'adopted', payout: payouts[0]?.id, more: 2 });
      // Known in part is not known.
      expect((await compareOutgoing(operator)).unknown.map(({ address }) => address).toSorted()).toEqual(
        payouts
          .slice(1)
          .map(({ address }) => address)
          .toSorted(),
      );
      expect(await adopt()).toMatchObject({ kind: 'adopted', payout: payouts[1]?.id, more: 1 });
      const last = await adopt();
      expect(last).toMatchObject({ kind: 'adopted', payout: payouts[2]?.id });
      expect(last).not.toHaveProperty('more');
      expect(await adopt()).toEqual({ kind: 'known', payout: payouts[0]?.id });
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      for (const { network } of await readSuspensions(ctx.db))
        await liftSuspension({ ...ctx, actor: 'root' }, network, 'compared');
      await advanceRounds(ctx, process, 20);
      expect(await statesOf(payouts)).toEqual(['settled', 'settled', 'settled']);
      for (const { address } of payouts) expect(paidOnChain(chain, address)).toBe(50n);
      expect(await entriesOf('network-fee-paid')).toHaveLength(1);
    },
  );

  it('goes on where two nodes know it, whatever keeps it here', async () => {
    const payouts = await several(2);
    await preparePayouts(process, payouts);
    const [one, two] = payouts;
    await restrictMiner(ctx, two as Payout, 'a sanction');
    await advanceRounds(ctx, process, 2);
    expect(await statesOf(payouts)).toEqual(['prepared', 'prepared']);
    await chain.send('DOGE', (await now(one?.id ?? 0n)).signed?.bytes ?? new Uint8Array());
    await advanceRounds(ctx, process, 14);
    expect(await statesOf(payouts)).toEqual(['settled', 'settled']);
  });

  it('is not handed out from here while one whom it pays is no payout of this database [P2]', async () => {
    const payouts = await several(2);
    await preparePayouts(process, payouts);
    const [one, two] = payouts;
    // As where the other one was reserved after the copy was made.
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET state = 'reserved', txid = NULL WHERE id = ${two?.id};
      UPDATE payouts SET hold = 'operator' WHERE id = ${two?.id};
      SET session_replication_role = origin`);
    await advanceRounds(ctx, process, 3);
    expect([await statesOf(payouts), chain.sent()]).toEqual([['prepared', 'reserved'], []]);
    expect(await waitOf(one as Payout)).toBe(
      `an operator: ${(await now(one?.id ?? 0n)).signed?.txid} pays 2 payouts, of which this database knows 1 (payouts compare)`,
    );
  });
});
