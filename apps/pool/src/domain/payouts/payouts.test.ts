import { verdictDelayMs } from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import type { Rail } from '../kernel/rail.ts';
import type { Rails } from '../kernel/rails.ts';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { readPaidTotal } from './paid-total.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { compareWithTruth } from '../../testing/payouts/compare-with-truth.ts';
import {
  availableTo,
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { advancePayouts } from './advance-payouts.ts';
import { broadcastPayout, sendsMax } from './broadcast-payout.ts';
import { sendEveryMs } from './send-cancel.ts';
import { confirmPayout } from './confirm-payout.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { approvePayout, holdPayout, releasePayout, retryPayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { readPaymentFlags } from '../views/read-payment-flags.ts';
import { readPayments } from '../views/read-payments.ts';
import { releaseReserved } from './release-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions, suspendByOperator } from './suspensions.ts';
import { valuePayouts } from './value-payouts.ts';

describe.each(oneEngine())('payouts on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  /** A chain that behaves, a process, and a payout of 50 DOGE that has just been reserved. */
  async function begin(
    overrides: Partial<Rail> = {},
    amount = 50n * coin,
  ): Promise<{
    rail: ReturnType<typeof adversarialRail>;
    process: PayingProcess;
    miner: bigint;
    id: bigint;
    now: () => Promise<Payout>;
  }> {
    const rail = { ...adversarialRail(ctx.clock, calm), ...overrides };
    const process = payingProcess(ctx, rail);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, amount);
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    const { id } = outcome;
    const now = async (): Promise<Payout> => {
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      return payout;
    };
    return { rail, process, miner, id, now };
  }

  const entriesOf = async (id: bigint): Promise<string[]> =>
    (
      await ctx.db.query<{ key: string }>(sql`
        SELECT key FROM ledger_entries WHERE key IN (${`reserve:${id}`}, ${`settle:${id}`}, ${`release:${id}`})
         ORDER BY id`)
    ).map(({ key }) => key);

  async function until(process: PayingProcess, now: () => Promise<Payout>, state: string): Promise<void> {
    for (let step = 0; step < 100 && (await now()).state !== state; step += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
    expect((await now()).state).toBe(state);
  }

  it('moves the amount into flight, sends it once and settles after enough confirmations [P5] [P13]', async () => {
    const { rail, process, miner, id, now } = await begin();
    expect(await availableTo(ctx, miner)).toBe(0n);
    ctx.published.length = 0;
    const paid = await readPaidTotal(ctx.db);
    await until(process, now, 'settled');
    expect((await now()).confirmations).toBe(6);
    expect(await entriesOf(id)).toEqual([`reserve:${id}`, `settle:${id}`]);
    const { overpaid, lost } = await compareWithTruth(ctx.db, rail.truth(), id - 1n);
    expect([overpaid, lost]).toEqual([0n, 0n]);
    // 50 DOGE at 0.25 are 12.5 dollars, at 100,000 dollars a BTC.
    await valuePayouts(ctx);
    await valuePayouts(ctx);
    expect((await readPaidTotal(ctx.db)) - paid).toBe(125_000_000_000_000n);
    const reported = ctx.published.flatMap((each) => (each.kind === 'payment-changed' ? [each.payment] : []));
    // Success is said once, last, and never before the last confirmation.
    expect(reported.map(({ status, confirmations }) => `${status} ${confirmations}`)).toEqual([
      'processing 0',
      'processing 1',
      'processing 2',
      'processing 3',
      'processing 4',
      'processing 5',
      'processing 6',
      'success 6',
    ]);
    const { list } = await readPayments(ctx, miner, 1);
    expect(list).toMatchObject([{ id, kind: 'manual', status: 'success', reason: null, amount: 50n * coin }]);
    process.end();
  });

  it('pays what was mined and what was referred, rounded down to what the network can pay', async () => {
    const { process, miner, id, now } = await begin({}, 50n * coin + 5n);
    expect(await availableTo(ctx, miner)).toBe(5n);
    expect(await now()).toMatchObject({ amount: 50n * coin, fromMining: 50n * coin, fromReferral: 0n });
    expect(await releasePayout(process, id, 'asked by mail')).toEqual({ kind: 'done' });
    expect(await availableTo(ctx, miner)).toBe(50n * coin + 5n);
    expect(await entriesOf(id)).toEqual([`reserve:${id}`, `release:${id}`]);
    // Nothing is wrong with an address because an operator was asked to give the money back.
    expect((await readPaymentFlags(ctx.db, miner)).failed).toBe(false);
    process.end();
  });

  it('reserves once for fifty requests at once, and once a UTC date [P6] [pay-06]', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    ctx.setNow(Date.UTC(2026, 1, 3, 23, 59, 59, 999));
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 100n * coin);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => reservePayout(process, miner, 'manual')),
    );
    expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
    await giveBalance(ctx, miner, 100n * coin);
    expect((await reservePayout(process, miner, 'manual')).kind).toBe('paid-today');
    ctx.advance(1);
    expect((await reservePayout(process, miner, 'manual')).kind).toBe('reserved');
    // A clock that is set back over midnight meets the payout of that date.
    ctx.setNow(Date.UTC(2026, 1, 3, 23, 0));
    await giveBalance(ctx, miner, 100n * coin);
    expect((await reservePayout(process, miner, 'manual')).kind).toBe('paid-today');
    await advanceAll(process);
    process.end();
  });

  it('lets the database refuse a second one of the day, whatever the code does [P6]', async () => {
    const { process, id } = await begin();
    const again = (kind: string) =>
      ctx.db.query(sql`
        INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount,
                             reserved_at, state_at)
        SELECT 'again-' || id, miner_id, ${kind}, utc_date, coin, network, address, memo, from_mining, from_referral, amount,
               reserved_at, state_at FROM payouts WHERE id = ${id}`);
    await expect(again('manual')).rejects.toThrow('payouts_one_manual_a_day');
    await advanceAll(process);
    process.end();
  });

  it.each([
    ['address', 'elsewhere'],
    ['network', 'BSC'],
    ['memo', 'm'],
    ['coin', 'BTC'],
  ])('freezes the %s at the reservation [P12]', async (column, value) => {
    const { process, id } = await begin();
    await expect(
      ctx.db.execute(`UPDATE payouts SET ${column} = '${value}' WHERE id = ${id}`),
    ).rejects.toThrow(`payout ${id} is frozen since its reservation`);
    await advanceAll(process);
    process.end();
  });

  it('lets no state go back and no signed bytes change, whatever the code does [P1] [P13]', async () => {
    const { process, id, now } = await begin();
    await preparePayouts(process, [await now()]);
    const set = (text: string) => ctx.db.execute(`UPDATE payouts SET ${text} WHERE id = ${id}`);
    await expect(set(`txid = NULL`)).rejects.toThrow(`payout ${id} has been signed`);
    const change = (text: string) => ctx.db.execute(`UPDATE payout_transactions SET ${text}`);
    await expect(change(`bytes = '\\x00'`)).rejects.toThrow('has been signed');
    await expect(change(`state = 'final'`)).rejects.toThrow('cannot become final from signed');
    await expect(ctx.db.execute(`DELETE FROM payout_transactions`)).rejects.toThrow('append-only');
    await expect(set(`state = 'reserved'`)).rejects.toThrow(`cannot become reserved from prepared`);
    await expect(set(`state = 'released', ended_at = state_at`)).rejects.toThrow('cannot become released');
    await broadcastPayout(process, await now());
    await expect(set(`state = 'prepared'`)).rejects.toThrow('cannot become prepared from broadcasting');
    await expect(set(`state = 'settled', ended_at = state_at`)).rejects.toThrow('cannot become settled');
    await expect(ctx.db.execute(`DELETE FROM payouts WHERE id = ${id}`)).rejects.toThrow('append-only');
    await until(process, now, 'settled');
    process.end();
  });

  it('signs for one of two processes, and only its bytes are kept [P1] [P3]', async () => {
    const { rail, process, now } = await begin();
    const other = payingProcess(ctx, rail);
    const payout = await now();
    const outcomes = await Promise.all([preparePayouts(process, [payout]), preparePayouts(other, [payout])]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['prepared', 'superseded']);
    // A process that acts later on what it saw earlier changes nothing either.
    const before = await now();
    expect(await preparePayouts(other, [payout])).toEqual({ kind: 'superseded' });
    expect((await now()).signed).toEqual(before.signed);
    await until(process, now, 'settled');
    for (const each of [process, other]) each.end();
  });

  it('is sent by the one process whose update changed the row [P3]', async () => {
    const { rail, process, now } = await begin();
    const other = payingProcess(ctx, rail);
    await preparePayouts(process, [await now()]);
    const send = vi.spyOn(rail, 'send');
    const payout = await now();
    const outcomes = await Promise.all([broadcastPayout(process, payout), broadcastPayout(other, payout)]);
    expect(outcomes.toSorted()).toEqual(['sent', 'superseded']);
    expect(send).toHaveBeenCalledTimes(1);
    await until(process, now, 'settled');
    for (const each of [process, other]) each.end();
  });

  it('sends nothing that is not in the database and in the journal, and always the same bytes [P2] [P3]', async () => {
    const sent: string[] = [];
    const seenBefore: boolean[] = [];
    const parts: { process?: PayingProcess; now?: () => Promise<Payout> } = {};
    const { process, now } = await begin({
      send: async (_network, bytes) => {
        sent.push(Buffer.from(bytes).toString('hex'));
        const payout = await parts.now?.();
        const stored = Buffer.from(payout?.signed?.bytes ?? []).toString('hex');
        const written = parts.process?.journal.lines().map((line) => Buffer.from(line.bytes).toString('hex'));
        seenBefore.push(payout?.state === 'broadcasting' && stored === sent[0] && written?.[0] === sent[0]);
        throw new Error('timeout');
      },
    });
    Object.assign(parts, { process, now });
    for (let round = 0; round < 4; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(sendEveryMs);
    }
    expect(seenBefore).toEqual([true, true, true, true]);
    expect(new Set(sent).size).toBe(1);
    // Nothing ever arrived: its time passes on a final block, and that is what gives the money back.
    await until(process, now, 'released');
    process.end();
  });

  it('stores nothing and sends nothing when the database fails after signing [P2]', async () => {
    const { rail, process, now } = await begin();
    const broken = {
      ...process,
      db: { ...ctx.db, transaction: () => Promise.reject(new Error('disk full')) },
    };
    await expect(preparePayouts(broken, [await now()])).rejects.toThrow('disk full');
    ctx.advance(60_000);
    expect(rail.truth()).toEqual([]);
    expect((await now()).state).toBe('reserved');
    await until(process, now, 'settled');
    process.end();
  });

  it('credits nothing back for an error after which the payment arrived [P4]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const { process, miner, id, now } = await begin({
      ...chain,
      send: async (network, bytes) => {
        await chain.send(network, bytes);
        throw new Error('insufficient funds');
      },
    });
    await preparePayouts(process, [await now()]);
    expect(await broadcastPayout(process, await now())).toBe('unacknowledged');
    expect((await now()).state).toBe('broadcasting');
    expect((await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor).toBe('a block that has it');
    expect(await availableTo(ctx, miner)).toBe(0n);
    await until(process, now, 'settled');
    expect(await compareWithTruth(ctx.db, chain.truth(), id - 1n)).toMatchObject({ overpaid: 0n, lost: 0n });
    process.end();
  });

  it('concludes nothing from a chain that cannot be asked [P4]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    let silent = true;
    const { process, now } = await begin({
      ...chain,
      lookUp: (network, txid, proof) =>
        silent ? Promise.reject(new Error('timeout')) : chain.lookUp(network, txid, proof),
    });
    await preparePayouts(process, [await now()]);
    await broadcastPayout(process, await now());
    const failed: bigint[] = [];
    for (let round = 0; round < 5; round += 1) {
      await advancePayouts(process, (payout) => failed.push(payout));
      ctx.advance(10_000);
    }
    expect(failed).toHaveLength(5);
    expect((await now()).state).toBe('broadcasting');
    silent = false;
    await until(process, now, 'settled');
    process.end();
  });

  it('settles once when two processes see the last confirmation at once [P5]', async () => {
    const { rail, process, id, now } = await begin();
    const other = payingProcess(ctx, rail);
    await until(process, now, 'seen');
    ctx.advance(100_000);
    // Each believes what it has heard itself for long enough.
    for (const each of [process, other]) await confirmPayout(each, await now());
    ctx.advance(verdictDelayMs);
    const payout = await now();
    ctx.published.length = 0;
    const outcomes = await Promise.all([confirmPayout(process, payout), confirmPayout(other, payout)]);
    expect(outcomes.toSorted()).toEqual([false, true]);
    expect(await confirmPayout(other, payout)).toBe(false);
    expect(await entriesOf(id)).toEqual([`reserve:${id}`, `settle:${id}`]);
    expect(ctx.published.filter(({ kind }) => kind === 'miner-event')).toHaveLength(1);
    for (const each of [process, other]) each.end();
  });

  it('publishes nothing that was rolled back, and a failing publisher undoes nothing [P5]', async () => {
    const { process, now } = await begin();
    await until(process, now, 'seen');
    ctx.advance(100_000);
    await confirmPayout(process, await now());
    ctx.advance(verdictDelayMs);
    const payout = await now();
    ctx.published.length = 0;
    const failing = {
      ...process,
      db: {
        ...ctx.db,
        transaction: <T>(work: Parameters<typeof ctx.db.transaction<T>>[0]) =>
          ctx.db.transaction<T>(async (tx) => {
            await work(tx);
            throw new Error('power cut');
          }),
      },
    };
    await expect(confirmPayout(failing, payout)).rejects.toThrow('power cut');
    expect(ctx.published).toEqual([]);
    const deaf = {
      ...process,
      publisher: {
        publish: () => {
          throw new Error('no socket');
        },
      },
    };
    await expect(confirmPayout(deaf, payout)).rejects.toThrow('no socket');
    expect((await now()).state).toBe('settled');
    process.end();
  });

  it('never settles what was released, and never releases what was sent [P5]', async () => {
    const { process, id, now } = await begin();
    const reserved = await now();
    await until(process, now, 'seen');
    expect(await releaseReserved(process, reserved, { reason: 'RELEASED', note: 'late' })).toBe(false);
    expect(await releasePayout(process, id, 'please')).toEqual({ kind: 'not-possible', state: 'seen' });
    expect(await holdPayout(process, id, 'please')).toEqual({ kind: 'not-possible', state: 'seen' });
    await until(process, now, 'settled');
    process.end();
  });

  it('sends nothing to an address that was restricted after its payout was reserved, until it is served again [P7] [rule-07]', async () => {
    const { rail, process, now } = await begin();
    const { coin: symbol, address } = await now();
    const bar = () => restrictMiner(ctx, { coin: symbol, address }, 'a botnet');
    const serve = () => ctx.db.query(sql`DELETE FROM restricted_addresses WHERE address = ${address}`);
    await bar();
    await advancePayouts(process, () => undefined);
    expect((await now()).state).toBe('reserved');
    expect((await listPayouts(ctx, { limit: 1 }))[0]?.waitsFor).toBe('the restriction of its address');
    await serve();
    await preparePayouts(process, [await now()]);
    await bar();
    expect(await broadcastPayout(process, await now())).toBe('restricted');
    await advancePayouts(process, () => undefined);
    expect([(await now()).state, rail.truth()]).toEqual(['prepared', []]);
    await serve();
    await until(process, now, 'settled');
    process.end();
  });

  it('waits on a network that the pool has no rail for, and goes on when it has one again', async () => {
    const { process, now } = await begin();
    const without: Rails = { all: [], railOf: (network) => ({ kind: 'no-rail', network }) };
    const railless = { ...process, rails: without };
    const other = await openMiner(ctx);
    await giveBalance(ctx, other, 50n * coin);
    expect(await reservePayout(railless, other, 'manual')).toEqual({ kind: 'not-enabled' });
    const failed: unknown[] = [];
    for (let step = 0; step < 3; step += 1) {
      await advancePayouts(railless, (_id, error) => failed.push(error));
      ctx.advance(10_000);
    }
    expect(failed).toEqual([]);
    expect((await now()).state).toBe('reserved');
    expect(await readSuspensions(ctx.db)).toMatchObject([
      {
        network: 'DOGE',
        reason: 'wallet-unreachable',
        detail: 'the wallet of DOGE has not said what has left it: the pool has no rail for DOGE',
      },
    ]);
    await advancePayouts(process, () => undefined);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect((await now()).state).toBe('broadcasting');
  });

  it('lets a bad payee fail alone [P8]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const good = await begin(chain);
    const refusing: Rail = {
      ...chain,
      build: async (orders, claimed) =>
        orders.some(({ payoutId }) => payoutId === bad.id)
          ? {
              kind: 'refused',
              payments: [{ payoutId: bad.id, reason: 'INVALID_ADDRESS', why: 'no such address' }],
            }
          : chain.build(orders, claimed),
    };
    const bad = await begin(chain);
    await advancePayouts({ ...good.process, rails: oneRail(refusing) }, () => undefined);
    expect(await bad.now()).toMatchObject({ state: 'released', reason: 'INVALID_ADDRESS' });
    expect(await availableTo(ctx, bad.miner)).toBe(50n * coin);
    // It is the address that something is wrong with, until a payment arrives there.
    expect((await readPaymentFlags(ctx.db, bad.miner)).failed).toBe(true);
    await until(good.process, good.now, 'settled');
    // What failed gave its money back and does not count for the day.
    expect((await reservePayout(bad.process, bad.miner, 'manual')).kind).toBe('reserved');
    await advanceAll(good.process);
    expect((await readPaymentFlags(ctx.db, bad.miner)).failed).toBe(false);
    for (const each of [good, bad]) each.process.end();
  });

  it('stores nothing that was altered and suspends the network until an operator says why not [P10] [P11]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const { process, now } = await begin({
      ...chain,
      build: (orders, claimed) =>
        chain.build(
          orders.map((order) => ({ ...order, address: 'DSomebodyElse' })),
          claimed,
        ),
    });
    expect(await preparePayouts(process, [await now()])).toEqual({ kind: 'altered', what: 'address' });
    expect(await now()).toMatchObject({ state: 'reserved', signed: null });
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'altered-transaction' }]);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    expect(await reservePayout(process, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'altered-transaction',
    });
    // Another process, later, and a restart change nothing about it.
    const other = payingProcess(ctx, chain).restart();
    ctx.advance(3_600_000);
    await advancePayouts(other, () => undefined);
    expect((await now()).state).toBe('reserved');
    expect((await listPayouts(ctx, { state: 'reserved', limit: 1 }))[0]?.waitsFor).toContain(
      'altered-transaction',
    );
    // An operator's own suspension stands beside the automatic one: when that is cleared up, nothing leaves before the operator says so.
    expect(await suspendByOperator(ctx, 'DOGE', 'the wallet is being replaced')).toBe('suspended');
    expect(await suspendByOperator(ctx, 'DOGE', 'again')).toBe('already-suspended');
    expect(await liftSuspension(ctx, 'DOGE', 'the wallet was replaced')).toBe('lifted');
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'altered-transaction' }]);
    expect(await liftSuspension(ctx, 'DOGE', 'its bytes were looked at')).toBe('lifted');
    expect(await liftSuspension(ctx, 'DOGE', 'once more')).toBe('not-suspended');
    await until(other, now, 'settled');
    for (const each of [process, other]) each.end();
  });

  it('waits while the network asks for a mad fee [P11]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const { process, now } = await begin({
      ...chain,
      terms: (symbol, network) => ({ ...chain.terms(symbol, network), feeMax: 6n }),
    });
    expect(await preparePayouts(process, [await now()])).toEqual({ kind: 'fee-over-cap' });
    expect(await now()).toMatchObject({
      state: 'reserved',
      note: 'the network asks for a fee of 7 units, over the cap',
    });
    expect(await readSuspensions(ctx.db)).toEqual([]);
    await advancePayouts(process, () => undefined);
    expect((await listPayouts(ctx, { state: 'reserved', limit: 1 }))[0]?.waitsFor).toBe(
      'a lower fee of the network: the network asks for a fee of 7 units, over the cap',
    );
    const healed = payingProcess(ctx, chain);
    await until(healed, now, 'settled');
    for (const each of [process, healed]) each.end();
  });

  it('sends nothing while this machine’s clock cannot be trusted, and goes on afterwards [P10]', async () => {
    const { process, now, miner } = await begin();
    const blocked = { ...process, payoutBlockReason: () => 'clock-skew' };
    await advancePayouts(blocked, () => undefined);
    expect((await now()).state).toBe('reserved');
    expect(await reservePayout(blocked, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'clock-skew',
    });
    await preparePayouts(process, [await now()]);
    expect(await broadcastPayout(blocked, await now())).toBe('suspended');
    await until(process, now, 'settled');
    process.end();
  });

  it('asks a person when it was sent again and again and never seen, and goes on by what the chain proves [P10] [P14]', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    let sent = 0;
    const { process, miner, now } = await begin({
      ...chain,
      // A chain whose blocks take long: nothing is proven for hours.
      lookUp: async (network, txid, proof) =>
        ctx.clock.now() < testStart + 90 * 86_400_000
          ? [{ node: 'one', height: 1, isSynced: true, status: { kind: 'absent' } }]
          : chain.lookUp(network, txid, proof),
      send: () => {
        sent += 1;
        return Promise.reject(new Error('timeout'));
      },
    });
    for (let round = 0; round <= sendsMax + 1; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(sendEveryMs);
    }
    expect(await now()).toMatchObject({ state: 'manual_review', sends: sendsMax });
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'never-seen' }]);
    expect((await readPayments(ctx, miner, 1)).list[0]?.status).toBe('processing');
    // Once more for each retry, and only when the network is not suspended any more.
    const go = () => advancePayouts(process, () => undefined);
    expect(await retryPayout(process, (await now()).id, 'the node is back')).toEqual({ kind: 'done' });
    await go();
    expect(sent).toBe(sendsMax);
    await liftSuspension(ctx, 'DOGE', 'the node is back');
    await go();
    ctx.advance(sendEveryMs);
    await go();
    expect([sent, (await now()).sends]).toEqual([sendsMax + 1, sendsMax]);
    ctx.setNow(testStart + 91 * 86_400_000);
    await until(process, now, 'released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    process.end();
  });

  it('holds what is over a cap until an operator approves it [P15]', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const plain = payingProcess(ctx, rail);
    // In dollars; a DOGE is worth 0.25. A day that no other test uses.
    ctx.setNow(Date.UTC(2027, 5, 1, 12));
    const process = { ...plain, caps: { miner: 25n * coin, run: 1000n * coin, day: 40n * coin } };
    const miners = [await openMiner(ctx), await openMiner(ctx), await openMiner(ctx)];
    const reserve = async (index: number, amount: bigint) => {
      const miner = miners[index] ?? 0n;
      await giveBalance(ctx, miner, amount * coin);
      const outcome = await reservePayout(process, miner, 'manual');
      return outcome.kind === 'reserved' ? outcome : { ...outcome, id: 0n, hold: null };
    };
    // A poisoned balance, a thousand times what it should be.
    const poisoned = await reserve(0, 100_000n);
    expect(poisoned).toMatchObject({ kind: 'reserved', hold: 'over-account-cap' });
    expect(await reserve(1, 100n)).toMatchObject({ kind: 'reserved', hold: null });
    // 25 of the day's 40 dollars are gone.
    const late = await reserve(2, 64n);
    expect(late).toMatchObject({ kind: 'reserved', hold: 'over-day-cap' });
    for (let round = 0; round < 20; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
    const states = async () => (await listPayouts(ctx, { limit: 3 })).map(({ payout }) => payout.state);
    expect(await states()).toEqual(['reserved', 'settled', 'reserved']);
    expect(await approvePayout(process, late.id, 'looked at the work')).toEqual({ kind: 'done' });
    expect(await releasePayout(process, poisoned.id, 'a wrong balance')).toEqual({ kind: 'done' });
    expect(await approvePayout(process, 999_999n, '?')).toEqual({ kind: 'no-payout' });
    for (let round = 0; round < 20; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
    expect(await states()).toEqual(['settled', 'settled', 'released']);
    const log = await ctx.db.query<{ action: string; why: string }>(
      sql`SELECT action, why FROM payout_actions ORDER BY id DESC LIMIT 2`,
    );
    expect(log.map(({ action, why }) => `${action}: ${why}`)).toEqual([
      'release: a wrong balance',
      'approve: looked at the work',
    ]);
    plain.end();
  });

  it('holds what has no price, and what an operator holds', async () => {
    const price = ctx.prices.get('DOGE') ?? '';
    ctx.prices.delete('DOGE');
    const { process, id, now } = await begin();
    ctx.prices.set('DOGE', price);
    await advancePayouts(process, () => undefined);
    expect(await now()).toMatchObject({ state: 'reserved', hold: 'no-price' });
    await approvePayout(process, id, 'known');
    expect(await holdPayout(process, id, 'a phone call')).toEqual({ kind: 'done' });
    await advancePayouts(process, () => undefined);
    expect(await now()).toMatchObject({ state: 'reserved', hold: 'operator', note: 'a phone call' });
    await approvePayout(process, id, 'settled');
    await until(process, now, 'settled');
    process.end();
  });

  async function advanceAll(process: PayingProcess): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
  }
});
