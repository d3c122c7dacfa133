import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import type { OutgoingAnswer, Rail } from '../kernel/rail.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';
import { claimDatabase } from '../operations/claim-database.ts';
import { maintainNetwork } from '../operations/maintain-network.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  advanceRounds,
  clearPayouts,
  coin,
  forgetSigned,
  giveBalance,
  openMiner,
  payingProcess,
  type PayingProcess,
} from '../../testing/payouts/payout-world.ts';
import { adoptPayout } from './adopt-payout.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { advancePayouts } from './advance-payouts.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { comparedSince, compareOutgoing } from './compare-outgoing.ts';
import { approvePayout, holdPayout } from './operate-payouts.ts';
import { createOutgoingGuard, newestKnown } from './outgoing-guard.ts';
import { findPayout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions, suspendPayouts, suspensionBeforeLeaving } from './suspensions.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())('what left the wallets, before anything is signed, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await clearTables(ctx.db, ['payout_epochs', 'operator_decisions', 'network_maintenance']);
  });
  afterAll(() => ctx.close());

  /** A payout of 50 DOGE, just reserved, and how often the wallet was asked what has left it. */
  async function begin(overrides: Partial<Rail> = {}) {
    const chain = adversarialRail(ctx.clock, calm);
    const asked: string[] = [];
    const rail = {
      ...chain,
      ...overrides,
      outgoing: (since: number, network?: string) => {
        // A comparison looks a day further back than a last look before bytes leave.
        asked.push(`${ctx.clock.now() - since > dayMs ? 'all' : 'new'} ${network ?? ''}`);
        return overrides.outgoing === undefined
          ? chain.outgoing(since, network)
          : overrides.outgoing(since, network);
      },
    };
    const process = payingProcess(ctx, rail);
    return { chain, rail, asked, process, ...(await reserve(process)) };
  }

  async function reserve(process: PayingProcess) {
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    return { miner, id: outcome.id, stateOf: async () => (await findPayout(ctx.db, outcome.id))?.state };
  }

  const advance = (process: PayingProcess, rounds: number) => advanceRounds(ctx, process, rounds);

  /** The data directory of before the payout left: its tables, and a journal without its line. */
  const copyBack = async (process: PayingProcess, rail: Rail): Promise<PayingProcess> => {
    process.end();
    await forgetSigned(ctx, ['DELETE FROM payout_journal']);
    return payingProcess(ctx, rail);
  };

  it('suspends the network where a data directory was copied back with its journal, and pays once', async () => {
    const { chain, rail, process, id, stateOf } = await begin();
    await advance(process, 3);
    const [txid = ''] = chain.sent();
    const again = { ...(await copyBack(process, rail)), secret: ctx.secret, actor: 'root' };
    await advance(again, 20);
    expect(chain.sent()).toEqual([txid]);
    expect(await readSuspensions(ctx.db)).toMatchObject([
      {
        network: 'DOGE',
        reason: 'unknown-transaction',
        detail: expect.stringMatching(
          new RegExp(`^1 outgoing transaction of the wallet of DOGE since .* the first ${txid}: compare`),
        ),
      },
    ]);
    expect(await liftSuspension(again, 'DOGE', 'at once')).toBe('not-compared');
    expect((await compareOutgoing(again)).unknown).toMatchObject([{ txid, from: 'wallet' }]);
    expect(await adoptPayout(again, { txid, reason: 'the disk was copied back' })).toMatchObject({
      kind: 'adopted',
      payout: id,
    });
    expect((await compareOutgoing(again)).unknown).toEqual([]);
    expect(await liftSuspension(again, 'DOGE', 'adopted')).toBe('lifted');
    await advance(again, 20);
    expect(await stateOf()).toBe('settled');
    expect(chain.sent()).toEqual([txid]);
    again.end();
  });

  it('asks each wallet of the coin once for many payouts, and again after five minutes or another server', async () => {
    const { asked, process } = await begin();
    const comparisons = () => asked.filter((each) => each.startsWith('all'));
    const both = ['all DOGE', 'all BSC'];
    for (let each = 0; each < 3; each += 1) await reserve(process);
    await advance(process, 2);
    expect(comparisons()).toEqual(both);
    await reserve(process);
    ctx.advance(300_000);
    await advance(process, 1);
    expect(comparisons()).toEqual([...both, ...both]);
    await reserve(process);
    const other = { ...process, rollback: { ...process.rollback, database: () => 'another' } };
    await advance(other, 1);
    expect(comparisons()).toEqual([...both, ...both, ...both]);
    process.end();
  });

  it('compares again before a comparison ends, so that none ends while a payout is signed', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const { asked, process, stateOf } = await begin({
      ...chain,
      build: async (orders, claimed) => {
        ctx.advance(40_000);
        return chain.build(orders, claimed);
      },
    });
    await process.outgoing.compare(process, { coin: 'DOGE', network: 'DOGE' });
    ctx.advance(270_000);
    await advancePayouts(process, () => undefined);
    expect(await stateOf()).toBe('broadcasting');
    expect(asked.filter((each) => each === 'all DOGE')).toHaveLength(2);
    process.end();
  });

  it('relies on no comparison of before where the next one finds something, or fails', async () => {
    let unknown: 'nothing' | 'something' | 'an error' = 'nothing';
    const pair = { coin: 'DOGE', network: 'DOGE' };
    const chain = adversarialRail(ctx.clock, calm);
    const { process } = await begin({
      outgoing: async (since, network) => {
        if (unknown === 'an error') throw new Error('no node answers');
        const answers = await chain.outgoing(since, network);
        const left = {
          network: 'DOGE',
          txid: 'of someone else',
          bytes: Uint8Array.of(1),
          proof: {},
          label: undefined,
          at: ctx.clock.now(),
        };
        if (unknown === 'nothing') return answers;
        return answers.map((each) => (each.network === 'DOGE' ? { ...each, transactions: [left] } : each));
      },
    });
    for (const found of ['an error', 'something'] as const) {
      unknown = 'nothing';
      ctx.advance(60_000);
      expect(await process.outgoing.compare(process, pair)).toBeUndefined();
      unknown = found;
      ctx.advance(241_000);
      expect(process.outgoing.missing(process, pair)).toBeUndefined();
      expect(await process.outgoing.compare(process, pair)).toBeDefined();
      expect(process.outgoing.missing(process, pair)).toBeDefined();
    }
    process.end();
  });

  it('asks once more just before the bytes of each payout leave for the first time', async () => {
    const { asked, process } = await begin();
    await reserve(process);
    await advance(process, 3);
    expect(asked.slice(2)).toEqual(['new DOGE', 'new BSC', 'new DOGE', 'new BSC']);
    process.end();
  });

  it('pays once where two copies of a pool run at the same time, minutes after both have compared', async () => {
    const { chain, rail, process, id, stateOf } = await begin();
    await holdPayout(process, id, 'later');
    await reserve(process);
    await advance(process, 2);
    await approvePayout(process, id, 'now');
    // The other copy pays it at this moment, with bytes of its own.
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    expect(await preparePayouts(process, [payout])).toEqual({ kind: 'prepared' });
    const { coin: symbol, network, address, memo, amount } = payout;
    const theirs = await rail.build([{ payoutId: id, coin: symbol, network, address, memo, amount }], []);
    if (theirs.kind !== 'signed') throw new Error('refused');
    await rail.send(network, theirs.bytes);
    const before = chain.sent();
    await advance(process, 20);
    expect(chain.sent()).toEqual(before);
    expect(await stateOf()).toBe('prepared');
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    process.end();
  });

  it('compares every network of the coin: paid on one before the copy came back, not paid on another', async () => {
    const { chain, rail, process, miner, id, stateOf } = await begin();
    await advance(process, 3);
    const [txid = ''] = chain.sent();
    const again = { ...(await copyBack(process, rail)), secret: ctx.secret, actor: 'root' };
    // The owner mines with BSC since the copy was made, and has asked for the money there.
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE miners SET network = 'BSC' WHERE id = ${miner};
      UPDATE payouts SET network = 'BSC' WHERE id = ${id};
      SET session_replication_role = origin`);
    await advance(again, 20);
    expect([chain.sent(), await stateOf()]).toEqual([[txid], 'reserved']);
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    const [listed] = await listPayouts(ctx, { id, limit: 1 });
    expect(listed?.waitsFor).toMatch(
      /^the suspension of DOGE, where it may have been paid: unknown-transaction \(1 outgoing transaction /,
    );
    // Another process, whose own comparison is of before, stops as well.
    const other = payingProcess(ctx, rail);
    const compared = {
      compare: async () => undefined,
      lookOnce: async () => undefined,
      missing: () => undefined,
    };
    await advance({ ...other, outgoing: { ...other.outgoing, ...compared } }, 3);
    expect([chain.sent(), await stateOf()]).toEqual([[txid], 'reserved']);
    other.end();
    again.end();
  });

  it('waits for the node of another network of the coin, and names it', async () => {
    let away = true;
    const chain = adversarialRail(ctx.clock, calm);
    const outgoing: Rail['outgoing'] = async (since, network) => {
      if (away && network === 'BSC') throw new Error('connection refused');
      return chain.outgoing(since, network);
    };
    const { process, id, stateOf } = await begin({ outgoing });
    await advance(process, 3);
    expect(await stateOf()).toBe('reserved');
    const [listed] = await listPayouts(ctx, { id, limit: 1 });
    expect(listed?.waitsFor).toBe(
      'the node of BSC: it does not answer, and what has left there may have been this payout (the wallet of BSC has not said what has left it: connection refused)',
    );
    away = false;
    await advance(process, 3);
    expect(await stateOf()).not.toBe('reserved');
    expect(await readSuspensions(ctx.db)).toEqual([]);
    process.end();
  });

  it('waits no longer for a network whose node is gone for good, once an operator has abandoned it, and again when it is opened', async () => {
    let away = true;
    const chain = adversarialRail(ctx.clock, calm);
    const outgoing: Rail['outgoing'] = async (since, network) => {
      if (away && network === 'BSC') throw new Error('connection refused');
      return chain.outgoing(since, network);
    };
    const { process, stateOf } = await begin({ outgoing });
    const operator = { ...process, secret: ctx.secret, publisher: ctx.publisher, actor: 'root' };
    const decide = (mode: 'abandoned' | 'open' | 'closed') =>
      maintainNetwork(operator, {
        network: 'BSC',
        mode,
        message: 'BSC is closed.',
        reason: 'its maker has shut it down',
      });
    expect(await decide('abandoned')).toEqual({ kind: 'wallet-answers', network: 'BSC' });
    await advance(process, 3);
    // Work on a network ends nothing of what the others wait for.
    await decide('closed');
    await advance(process, 3);
    expect(await stateOf()).toBe('reserved');
    expect(await decide('abandoned')).toEqual({ kind: 'done', network: 'BSC' });
    expect(
      await ctx.db.query(
        sql`SELECT kind, subject, reason, actor FROM operator_decisions ORDER BY id DESC LIMIT 1`,
      ),
    ).toEqual([
      { kind: 'maintenance-abandoned', subject: 'BSC', reason: 'its maker has shut it down', actor: 'root' },
    ]);
    await advance(process, 3);
    expect(await stateOf()).not.toBe('reserved');
    expect(await suspensionBeforeLeaving(ctx.db, { coin: 'DOGE', network: 'BSC' })).toBeDefined();
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'BSC', reason: 'wallet-unreachable', abandoned: true },
      { network: 'BSC', reason: 'maintenance', abandoned: true },
    ]);
    const next = await reserve(process);
    await decide('open');
    ctx.advance(400_000);
    await advance(process, 3);
    expect(await next.stateOf()).toBe('reserved');
    away = false;
    await advance(process, 3);
    expect(await next.stateOf()).not.toBe('reserved');
    process.end();
  });

  it.each([
    { age: 3_600_000, named: false, kind: 'done' },
    { age: 3_600_001, named: false, kind: 'wallet-answers' },
    { age: 1000, named: true, kind: 'wallet-answers' },
  ])('abandons a network only by what is true now: $age ms, named $named', async ({ age, named, kind }) => {
    const { process } = await begin();
    await ctx.db.query(sql`
      INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor, unanswered)
      VALUES (${new Date(ctx.clock.now() - age)}, ${new Date(0)}, 0, 0, 'root', ARRAY['BSC'])`);
    if (named)
      await suspendPayouts(
        ctx.db,
        { network: 'BSC', reason: 'unknown-transaction', detail: '' },
        ctx.clock.now(),
      );
    const operator = { ...process, secret: ctx.secret, publisher: ctx.publisher, actor: 'root' };
    const asked = { network: 'BSC', mode: 'abandoned', message: 'BSC is closed.' } as const;
    expect(await maintainNetwork(operator, asked)).toMatchObject({ kind });
    process.end();
  });

  it('abandons no network for one call that its wallet missed, while a transaction is named there; for an hour of silence it does', async () => {
    const now = ctx.clock.now();
    const { process } = await begin();
    const operator = { ...process, secret: ctx.secret, publisher: ctx.publisher, actor: 'root' };
    const ask = () =>
      maintainNetwork(operator, { network: 'BSC', mode: 'abandoned', message: 'BSC is closed.' });
    const suspend = (reason: 'unknown-transaction' | 'wallet-unreachable') =>
      suspendPayouts(ctx.db, { network: 'BSC', reason, detail: 'd' }, ctx.clock.now());
    await suspend('unknown-transaction');
    await suspend('wallet-unreachable');
    expect(await ask()).toEqual({ kind: 'wallet-answers', network: 'BSC' });
    const compare = () =>
      ctx.db.query(sql`
        INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor, unanswered)
        VALUES (${new Date(ctx.clock.now())}, ${new Date(0)}, 0, 0, 'root', ARRAY['BSC'])`);
    await compare();
    expect(await ask()).toEqual({ kind: 'wallet-answers', network: 'BSC' });
    ctx.setNow(now + 3_600_000);
    expect(await ask()).toEqual({ kind: 'done', network: 'BSC' });
    process.end();
  });

  it('abandons no network whose wallet answers, though what has left it is not decided', async () => {
    const { process } = await begin();
    const operator = { ...process, secret: ctx.secret, publisher: ctx.publisher, actor: 'root' };
    const suspension = {
      network: 'BSC',
      reason: 'wallet-unreachable',
      detail: 'd',
      mark: 'answers',
    } as const;
    await suspendPayouts(ctx.db, suspension, ctx.clock.now());
    expect(
      await maintainNetwork(operator, { network: 'BSC', mode: 'abandoned', message: 'BSC is closed.' }),
    ).toEqual({ kind: 'wallet-answers', network: 'BSC' });
    process.end();
  });

  it('compares from the last comparison on, also where an abandoned network never answers', async () => {
    const now = ctx.clock.now();
    await claimDatabase(ctx, simulatedKind);
    await ctx.db.query(sql`
      INSERT INTO payout_epochs (id, origin, began_at)
      VALUES (${ctx.random.uuid()}::uuid, 'created', ${new Date(now - 40 * dayMs)})`);
    await ctx.db.query(sql`
      INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor, unanswered)
      VALUES (${new Date(now)}, ${new Date(0)}, 0, 0, 'root', ARRAY['BSC'])`);
    expect(await comparedSince(ctx.db, now)).toBe(now - 41 * dayMs);
    await ctx.db.query(sql`
      INSERT INTO network_maintenance (network, mode, abandoned, message, since) VALUES ('BSC', 'closed', true, 'gone', ${new Date(now)})`);
    expect(await comparedSince(ctx.db, now)).toBe(now - dayMs);
  });

  it('asks no network on which the rail does not pay the coin', async () => {
    const { asked, process, stateOf } = await begin({ pays: (_coin, network) => network === 'DOGE' });
    await advance(process, 2);
    expect(new Set(asked)).toEqual(new Set(['all DOGE', 'new DOGE']));
    expect(await stateOf()).not.toBe('reserved');
    process.end();
  });

  it('waits for a wallet that does not answer, says so, and goes on by itself', async () => {
    let away = true;
    const chain = adversarialRail(ctx.clock, calm);
    const outgoing: Rail['outgoing'] = async (...asked) => {
      if (away) throw new Error('connection refused');
      return chain.outgoing(...asked);
    };
    const { asked, process, stateOf } = await begin({ outgoing });
    for (let second = 0; second < 21; second += 2) {
      await advancePayouts(process, () => undefined);
      ctx.advance(2000);
    }
    // Every ten seconds, and not at each look.
    expect(asked.filter((each) => each.endsWith('DOGE'))).toHaveLength(3);
    expect(await stateOf()).toBe('reserved');
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'BSC', reason: 'wallet-unreachable' },
      {
        network: 'DOGE',
        reason: 'wallet-unreachable',
        detail: 'the wallet of DOGE has not said what has left it: connection refused',
      },
    ]);
    away = false;
    // The networks are compared side by side: where the payout's own is done first, the payout waits for the look after the other's.
    await advance(process, 3);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await stateOf()).not.toBe('reserved');
    process.end();
  });

  it('takes a node that is behind for no witness', async () => {
    const behind: OutgoingAnswer = {
      network: 'DOGE',
      node: 'one',
      height: 3,
      isSynced: false,
      transactions: [],
    };
    const { process, chain } = await begin({ outgoing: async () => [behind] });
    await advance(process, 3);
    expect(chain.sent()).toEqual([]);
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'BSC' },
      {
        reason: 'wallet-unreachable',
        detail:
          'the wallet of DOGE has not said what has left it: no node of DOGE is in step, so it may not know what has left: one is at block 3 and not synced',
      },
    ]);
    process.end();
  });

  it('compares with the ledger as well: what is short is not signed, nor anything while it is unknown', async () => {
    const { process, stateOf, chain } = await begin();
    const short = createOutgoingGuard(async ({ db, clock }) => {
      await suspendPayouts(db, { network: 'asset:DOGE', reason: 'wallet-short', detail: '' }, clock.now());
      return [];
    });
    await advance({ ...process, outgoing: short }, 2);
    expect([await stateOf(), chain.sent()]).toEqual(['reserved', []]);
    await ctx.db.execute('DELETE FROM payout_suspensions');
    const silent = createOutgoingGuard(async () => [{ network: '*', why: 'no route' }]);
    expect(await silent.compare(process, { coin: 'DOGE', network: 'DOGE' })).toBe(
      'the wallet of DOGE has not said what it holds: no route',
    );
    await advance({ ...process, outgoing: silent }, 2);
    expect([await stateOf(), chain.sent()]).toEqual(['reserved', []]);
    process.end();
  });

  it('lets stored bytes leave only after a comparison of this process', async () => {
    const { process, rail, id, stateOf } = await begin();
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    expect(await preparePayouts(process, [payout])).toEqual({ kind: 'prepared' });
    const stranger = await openMiner(ctx);
    const signed = await rail.build(
      [
        {
          payoutId: 0n,
          coin: 'DOGE',
          network: 'DOGE',
          address: `DStranger${stranger}`,
          memo: '',
          amount: coin,
        },
      ],
      [],
    );
    if (signed.kind !== 'signed') throw new Error('refused');
    await rail.send('DOGE', signed.bytes);
    const next = process.restart();
    await advance(next, 2);
    expect(await stateOf()).toBe('prepared');
    expect(await readSuspensions(ctx.db)).toMatchObject([{ reason: 'unknown-transaction' }]);
    // The operator's own business, said so.
    await disregardTransaction(
      { ...next, actor: 'root' },
      { txid: signed.txid, reason: 'to the cold store' },
    );
    await compareOutgoing({ ...next, actor: 'root' });
    expect(await liftSuspension(next, 'DOGE', 'ours')).toBe('lifted');
    await advance(next, 2);
    expect(await stateOf()).not.toBe('prepared');
    next.end();
  });

  it('knows what an operator has booked with its transaction', async () => {
    const { process, rail, stateOf } = await begin();
    const signed = await rail.build(
      [
        {
          payoutId: 0n,
          coin: 'DOGE',
          network: 'DOGE',
          address: 'DColdStore',
          memo: '',
          amount: coin,
        },
      ],
      [],
    );
    if (signed.kind !== 'signed') throw new Error('refused');
    await rail.send('DOGE', signed.bytes);
    const book = (kind: 'deposit' | 'correction', more: { missing?: true }, reference: string) =>
      moveFunds(
        { ...ctx, actor: 'root' },
        { kind, amount: '1', coin: 'DOGE', reference, reason: 'to the cold store', ...more },
      );
    // What came in under this name says nothing of what left.
    await book('deposit', {}, signed.txid);
    await advance(process, 2);
    expect(await stateOf()).toBe('reserved');
    await ctx.db.execute('DELETE FROM payout_suspensions');
    expect(await book('correction', { missing: true }, signed.txid)).toMatchObject({
      kind: 'reference-used',
    });
    await ctx.db.execute(
      'SET session_replication_role = replica; TRUNCATE treasury_movements; SET session_replication_role = origin',
    );
    expect(await book('correction', { missing: true }, signed.txid.toUpperCase())).toEqual({
      kind: 'booked',
    });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    expect(await adoptPayout(operator, { txid: signed.txid, reason: 'again' })).toEqual({
      kind: 'movement',
      of: 'correction',
    });
    await advance(process, 2);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await stateOf()).not.toBe('reserved');
    process.end();
  });

  it('knows no payment by a movement of another coin or amount, nor one that pays a miner', async () => {
    const { process, rail, chain, id, stateOf } = await begin();
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    const { coin: symbol, network, address, memo, amount } = payout;
    const theirs = await rail.build([{ payoutId: id, coin: symbol, network, address, memo, amount }], []);
    if (theirs.kind !== 'signed') throw new Error('refused');
    const { txid } = theirs;
    await rail.send(network, theirs.bytes);
    await advance(process, 2);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const book = (more: { amount: string; coin: string; network?: string }) =>
      moveFunds(operator, { kind: 'correction', missing: true, reference: txid, reason: 'a typo', ...more });
    for (const wrong of [
      { amount: '0.00000001', coin: 'BTC' },
      { amount: '50', coin: 'DOGE', network: 'BSC' },
      // The amount that left, and still no money of the pool: it went to a miner.
      { amount: '50', coin: 'DOGE' },
    ]) {
      expect(await book(wrong)).toEqual({ kind: 'booked' });
      expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
      expect(await liftSuspension(operator, 'DOGE', 'booked')).toBe('not-compared');
    }
    expect(await adoptPayout(operator, { txid, reason: 'it is the payout' })).toMatchObject({
      kind: 'adopted',
      payout: id,
    });
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, 'DOGE', 'adopted')).toBe('lifted');
    await advance(process, 20);
    expect([await stateOf(), chain.sent()]).toEqual(['settled', [txid]]);
    process.end();
  });

  it.each([
    ['0.99999999', false],
    ['1', true],
    // What was booked with the network's fee of 0.00000003.
    ['1.00000003', true],
    ['1.00000004', false],
  ])('knows a payment of 1 DOGE by a movement of %s: %s', async (amount, isKnown) => {
    // Another moment is another transaction.
    ctx.advance(1000);
    const { process, rail } = await begin();
    const fee = { asset: 'DOGE', amount: 3n * 10n ** 10n };
    const inspect: Rail['inspect'] = async (asked) => {
      const read = await rail.inspect(asked);
      return read === 'unreadable' ? read : { ...read, fee };
    };
    const operator = { ...payingProcess(ctx, { ...rail, inspect }), actor: 'root' };
    const address = 'DColdStore';
    const order = { payoutId: 0n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin };
    const signed = await rail.build([order], []);
    if (signed.kind !== 'signed') throw new Error('refused');
    await rail.send('DOGE', signed.bytes);
    const booked = { amount, coin: 'DOGE', reference: signed.txid, reason: 'to the cold store' };
    expect(await moveFunds(operator, { kind: 'correction', missing: true, ...booked })).toEqual({
      kind: 'booked',
    });
    expect((await compareOutgoing(operator)).unknown).toHaveLength(isKnown ? 0 : 1);
    operator.end();
    process.end();
  });

  it('keeps no comparison while no wallet answers, says why, and lifts nothing by it', async () => {
    let away = true;
    const chain = adversarialRail(ctx.clock, calm);
    const outgoing: Rail['outgoing'] = async (...asked) => {
      if (away) throw new Error('connection refused');
      return chain.outgoing(...asked);
    };
    const { process } = await begin({ outgoing });
    const operator = { ...process, actor: 'root' };
    const now = ctx.clock.now();
    await suspendPayouts(ctx.db, { network: '*', reason: 'restored', detail: '' }, now);
    await expect(compareOutgoing(operator)).rejects.toThrow(
      'nothing was compared: no wallet has said what has left it. No answer from DOGE (connection refused): bring the node or the wallet back, and compare again.',
    );
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_comparisons`)).toEqual([]);
    expect(await liftSuspension(operator, '*', 'in a hurry')).toBe('not-compared');
    away = false;
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, '*', 'compared')).toBe('lifted');
    process.end();
  });

  /** A rail of three networks; the node of XRP can be away. */
  function threeNetworks() {
    const chain = adversarialRail(ctx.clock, calm);
    const nodes = { isXrpAway: true };
    const networks = ['DOGE', 'BSC', 'XRP'];
    const outgoing: Rail['outgoing'] = async (since, network) => {
      if (nodes.isXrpAway && (network ?? 'XRP') === 'XRP') throw new Error('no node of XRP answers');
      if (network !== undefined) return chain.outgoing(since, network);
      return (await Promise.all(networks.map((each) => chain.outgoing(since, each)))).flat();
    };
    return { chain, nodes, overrides: { ...chain, networks, outgoing } };
  }

  it('compares, adopts and lifts what can be asked while one node is away, and leaves its network suspended', async () => {
    const { chain, nodes, overrides } = threeNetworks();
    const { process, rail, stateOf } = await begin(overrides);
    await advance(process, 3);
    const [txid = ''] = chain.sent();
    const again = { ...(await copyBack(process, rail)), secret: ctx.secret, actor: 'root' };
    await suspendPayouts(ctx.db, { network: '*', reason: 'restored', detail: '' }, ctx.clock.now());
    const away = [{ network: 'XRP', why: 'no node of XRP answers' }];
    expect(await compareOutgoing(again)).toMatchObject({ unknown: [{ txid }], unanswered: away });
    expect(await liftSuspension(again, '*', 'at once')).toBe('not-compared');
    expect(await adoptPayout(again, { txid: 'unheard-of', reason: 'typed' })).toEqual({
      kind: 'not-answered',
      unanswered: away,
    });
    expect(await adoptPayout(again, { txid, reason: 'it left' })).toMatchObject({ kind: 'adopted' });
    expect(await compareOutgoing(again)).toMatchObject({ unknown: [], unanswered: away });
    expect(await liftSuspension(again, '*', 'compared')).toBe('lifted');
    expect(await readSuspensions(ctx.db)).toMatchObject([
      {
        network: 'XRP',
        reason: 'restored',
        detail: expect.stringMatching(/^its wallet did not answer when the others were compared \(/),
      },
    ]);
    await advance(again, 20);
    expect([await stateOf(), chain.sent()]).toEqual(['settled', [txid]]);
    // Coins of that network wait on their other networks too: their owners may have been paid there.
    expect(await suspensionBeforeLeaving(ctx.db, { coin: 'XRP', network: 'BSC' })).toBe('restored');
    expect(await suspensionBeforeLeaving(ctx.db, { coin: 'DOGE', network: 'BSC' })).toBeUndefined();
    expect(await liftSuspension(again, 'XRP', 'at once')).toBe('not-compared');
    nodes.isXrpAway = false;
    expect(await compareOutgoing(again)).toMatchObject({ unknown: [], unanswered: [] });
    expect(await liftSuspension(again, 'XRP', 'compared')).toBe('lifted');
    expect(await readSuspensions(ctx.db)).toEqual([]);
    again.end();
  });

  it('lifts an asset only where every network of it was compared, and a network that has nothing unknown', async () => {
    const { nodes, overrides } = threeNetworks();
    const { process } = await begin(overrides);
    const operator = { ...process, actor: 'root' };
    const now = ctx.clock.now();
    const signed = await process.rail.build(
      [
        {
          payoutId: 0n,
          coin: 'DOGE',
          network: 'DOGE',
          address: 'DStranger',
          memo: '',
          amount: coin,
        },
      ],
      [],
    );
    if (signed.kind !== 'signed') throw new Error('refused');
    await process.rail.send('DOGE', signed.bytes);
    for (const scope of ['DOGE', 'BSC', 'asset:XRP', 'asset:DOGE', 'asset:SOL'])
      await suspendPayouts(ctx.db, { network: scope, reason: 'wallet-short', detail: '' }, now);
    await compareOutgoing(operator);
    const lifted: string[] = [];
    for (const scope of ['DOGE', 'BSC', 'asset:XRP', 'asset:DOGE', 'asset:SOL'])
      if ((await liftSuspension(operator, scope, 'looked at')) === 'lifted') lifted.push(scope);
    expect(lifted).toEqual(['BSC', 'asset:SOL']);
    nodes.isXrpAway = false;
    await compareOutgoing(operator);
    expect(await liftSuspension(operator, 'asset:XRP', 'looked at')).toBe('lifted');
    expect(await liftSuspension(operator, 'asset:DOGE', 'looked at')).toBe('not-compared');
    process.end();
  });

  it('lifts an asset without the word of an abandoned network, which stays suspended until it was compared', async () => {
    const { overrides } = threeNetworks();
    const { process } = await begin(overrides);
    const operator = { ...process, secret: ctx.secret, publisher: ctx.publisher, actor: 'root' };
    for (const network of ['asset:XRP', 'XRP'])
      await suspendPayouts(ctx.db, { network, reason: 'wallet-short', detail: '' }, ctx.clock.now());
    await compareOutgoing(operator);
    expect(await liftSuspension(operator, 'asset:XRP', 'looked at')).toBe('not-compared');
    expect(
      await maintainNetwork(operator, { network: 'XRP', mode: 'abandoned', message: 'XRP is closed.' }),
    ).toEqual({ kind: 'done', network: 'XRP' });
    expect(await liftSuspension(operator, 'XRP', 'looked at')).toBe('not-compared');
    expect(await liftSuspension(operator, 'asset:XRP', 'looked at')).toBe('lifted');
    expect(await suspensionBeforeLeaving(ctx.db, { coin: 'XRP', network: 'BSC' })).toBeUndefined();
    await maintainNetwork(operator, { network: 'XRP', mode: 'open', message: 'it is back' });
    expect(await suspensionBeforeLeaving(ctx.db, { coin: 'XRP', network: 'BSC' })).toBe('rolled-back');
    process.end();
  });

  it('takes no comparison of a clock that was ahead, and does not wait for the time of such a suspension', async () => {
    const { process } = await begin();
    const operator = { ...process, actor: 'root' };
    const now = ctx.clock.now();
    await ctx.db.query(sql`
      INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor)
      VALUES (${new Date(now + 9 * dayMs)}, ${new Date(0)}, 0, 0, 'root')`);
    await suspendPayouts(ctx.db, { network: 'DOGE', reason: 'unknown-transaction', detail: '' }, now);
    await suspendPayouts(ctx.db, { network: 'BSC', reason: 'rolled-back', detail: '' }, now + 9 * dayMs);
    expect(await liftSuspension(operator, 'DOGE', 'at once')).toBe('not-compared');
    expect(await liftSuspension(operator, 'BSC', 'at once')).toBe('not-compared');
    await compareOutgoing(operator);
    expect(await liftSuspension(operator, 'DOGE', 'compared')).toBe('lifted');
    expect(await liftSuspension(operator, 'BSC', 'compared')).toBe('lifted');
    process.end();
  });

  it('asks from the newest payout that the database has sent on, or its creation, a day earlier', async () => {
    const began = new Date(Date.UTC(2026, 0, 1));
    expect(await newestKnown(ctx.db, 'DOGE', ctx.clock.now())).toBe(-dayMs);
    await ctx.db.query(sql`
      INSERT INTO payout_epochs (id, origin, began_at) VALUES (${ctx.random.uuid()}::uuid, 'created', ${began})`);
    expect(await newestKnown(ctx.db, 'DOGE', ctx.clock.now())).toBe(began.getTime() - dayMs);
    const { process, id } = await begin();
    await advance(process, 2);
    const sentAt = (await findPayout(ctx.db, id))?.sentAt?.getTime() ?? 0;
    expect(await newestKnown(ctx.db, 'DOGE', ctx.clock.now())).toBe(sentAt - dayMs);
    expect(await newestKnown(ctx.db, 'BTC', ctx.clock.now())).toBe(began.getTime() - dayMs);
    // Another one left under a clock that was ahead and was set right: it says nothing of what has left since.
    const ahead = await reserve(process);
    const future = new Date(ctx.clock.now() + 3 * dayMs);
    await ctx.db.query(sql`UPDATE payouts SET sent_at = ${future} WHERE id = ${ahead.id}`);
    expect(await newestKnown(ctx.db, 'DOGE', ctx.clock.now() + 2 * dayMs)).toBe(sentAt - dayMs);
    // What was adopted does not say that the database knows what left before it, nor does a line from the future.
    await ctx.db.execute(`SET session_replication_role = replica; UPDATE payouts SET kind = 'adopted';
      SET session_replication_role = origin`);
    expect(await newestKnown(ctx.db, 'DOGE', ctx.clock.now())).toBe(began.getTime() - dayMs);
    expect(await newestKnown(ctx.db, 'DOGE', 0)).toBe(-dayMs);
    process.end();
  });
});
