import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import { checkLedger, isLedgerSound } from '../ledger/check-ledger.ts';
import { checkRounds } from '../operations/audit/check-rounds.ts';
import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { addIncome } from './add-income.ts';
import { listIncomes } from './list-incomes.ts';
import type { IncomeRequest } from './read-income-request.ts';
import { endBooked } from './statements/end-booked.ts';
import { openPlace } from './places/operate-places.ts';
import { holdLines } from './statements/hold-lines.ts';
import { readDeposited } from './statements/read-deposited.ts';

const wholeCoin = 10n ** 18n;
const otherPool: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'sha256',
  coin: 'DOGE',
  network: 'DOGE',
  feePpm: 10_000,
  incomeMax: 1000n * wholeCoin,
};

describe.each(oneEngine())('what another pool pays into an account at an exchange, on %s', (engine) => {
  let kit: PlaceKit;
  let count = 0;
  /** Nothing of a suite before is taken back: each has a pool, a deposit and a transaction of its own. */
  let [pool, record, txid] = ['', '', ''];
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    await kit.opened(7n * kit.coin);
    count += 1;
    [pool, record, txid] = [`other-${count}`, `FTQcuak-${count}`, count.toString(16).padStart(64, 'c')];
    const id = `22222222-2222-4222-8222-${count.toString(16).padStart(12, '0')}`;
    const line = buildLine({ miner: dogeMiner, work: 30n });
    await recordWork(kit.ctx, {
      ...buildBatch(id, line),
      relayed: { upstream: pool, networkWork: 1000n },
    });
    kit.ctx.advance(3_600_000);
    await kit.look();
  });
  afterAll(() => kit.close());

  const add = (
    request: Partial<IncomeRequest> = {},
    db: Database = kit.ctx.db,
    { upstreams = [{ ...otherPool, name: pool }] }: { readonly upstreams?: readonly UpstreamTerms[] } = {},
  ) =>
    addIncome(
      {
        ...kit.ctx,
        db,
        actor: 'suite',
        upstreams,
        payouts: { exchanges: kit.exchanges },
        wallet: { holdings: async () => ({ amounts: new Map([['DOGE', kit.held]]), unanswered: [] }) },
        arrivals: { outputOf: async () => ({ kind: 'not-arrived', why: 'no node is asked' }) },
      },
      {
        upstream: pool,
        amount: '30',
        reference: `kraken:${record}`,
        until: new Date(kit.ctx.clock.now()).toISOString(),
        reason: 'it came',
        ...request,
      },
    );
  /** Its record has it, and two looks have seen that it has more. */
  const came = async (more: Parameters<PlaceKit['credit']>[2] = {}): Promise<void> => {
    kit.credit(`0x${txid.toUpperCase()}`, 30n * kit.coin, { exchangeId: record, ...more });
    await kit.look(2);
  };

  it('is credited once, lies there for its miners, and leaves no wallet short', async () => {
    await came();
    expect(await kit.states()).toEqual({ kraken: 'difference' });
    expect(await add()).toMatchObject({ kind: 'booked', miners: 1, work: '30' });
    expect(await kit.ledger()).toEqual({
      'ext:exchange:kraken': '-7',
      'ext:exchange:kraken:bought': '-30',
      'ext:network:DOGE': '-100',
      'miner:1:mining': '29.7',
      'pool:capital': '107',
      'pool:fees': '0.3',
    });
    expect(await kit.positions()).toEqual({ held: '100', owed: '100' });
    await kit.look(2);
    expect(await kit.states()).toEqual({ kraken: 'equal' });
    expect(await kit.findings()).toEqual([]);
    expect(isLedgerSound(await checkLedger(kit.ctx))).toBe(true);
    expect(await checkRounds(kit.ctx.db, { roundsAfter: 0n, entriesAfter: 0n } as never)).toEqual([]);
    expect(await add()).toMatchObject({ kind: 'already-booked' });
    expect(await add({ amount: '29' })).toEqual({ kind: 'reference-used', as: `30 DOGE of ${pool}` });
    expect(await listIncomes(kit.ctx, { limit: 10 })).toMatchObject([{ reference: `kraken:${record}` }]);
    // Nor is its transaction a deposit into a wallet.
    expect(await kit.move('deposit', '30', txid)).toEqual({ kind: 'income', upstream: pool });
    expect(await kit.move('deposit', '30', `kraken:${record}`)).toEqual({ kind: 'income', upstream: pool });
  });

  it('is credited in a coin that no wallet of the pool has, once that was begun with nothing', async () => {
    kit.exchanges = kit.exchanges.map((exchange) => ({ ...exchange, expects: ['KAS'] }));
    await kit.look();
    expect(await kit.open('0', 'KAS')).toMatchObject({ kind: 'booked' });
    kit.records.push({
      kind: 'deposit',
      exchangeId: record,
      id: undefined,
      coin: 'KAS',
      address: 'kaspa:exchange',
      amount: 30n * wholeCoin,
      fee: 0n,
      state: 'done',
      txid,
      at: kit.ctx.clock.now(),
    });
    kit.others = new Map([['KAS', 30n * wholeCoin]]);
    await kit.look(2);
    const ofKas = { name: pool, algorithm: 'sha256', coin: 'KAS', network: 'KAS' };
    const request = { upstreams: [{ ...otherPool, ...ofKas }] };
    const booked = await add({}, kit.ctx.db, request);
    expect(booked).toMatchObject({ kind: 'booked', miners: 1 });
    const { round } = booked as Extract<typeof booked, { readonly kind: 'booked' }>;
    const rows = await kit.ctx.db.query<{ account: string; amount: bigint }>(sql`
      SELECT account, amount FROM balances WHERE asset = 'KAS' AND amount <> 0 ORDER BY account`);
    expect(rows.find(({ account }) => account === 'ext:exchange:kraken:bought')?.amount).toBe(
      -30n * wholeCoin,
    );
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    expect(rows.map(({ account }) => account).filter((account) => account.startsWith('ext:'))).toEqual([
      'ext:exchange:kraken:bought',
    ]);
    await kit.look(2);
    expect((await kit.places()).find(({ coin }) => coin === 'KAS')).toMatchObject({ state: 'equal' });
    // Rounds of suites before have no entries any more.
    const { miscredited, ...ledger } = await checkLedger(kit.ctx);
    expect(isLedgerSound({ ...ledger, miscredited: miscredited.filter((id) => id === BigInt(round)) })).toBe(
      true,
    );
    expect(await add({}, kit.ctx.db, request)).toMatchObject({ kind: 'already-booked' });
  });

  it.each([
    [
      'has another name there',
      { reference: 'kraken:ftqcuak-0' },
      {},
      'the record of kraken has no deposit of DOGE that it calls ftqcuak-0',
    ],
    [
      'is at an exchange that the settings do not name',
      { reference: 'gate:FTQcuak-1' },
      {},
      'the settings name no exchange gate',
    ],
    ['is not credited there yet', {}, { state: 'pending' }, 'kraken has not credited it yet'],
    ['has failed', {}, { state: 'failed' }, 'kraken names it as failed'],
  ] as const)('is not credited where it %s', async (_name, request, more, why) => {
    await came(more);
    expect(await add(request)).toEqual({ kind: 'not-arrived', why });
  });

  it('is not credited where the exchange says another amount, or names it twice', async () => {
    await came();
    expect(await add({ amount: '31' })).toEqual({
      kind: 'other-amount',
      amount: '30',
      coin: 'DOGE',
      by: 'kraken',
    });
    await came();
    expect(await add()).toEqual({ kind: 'not-arrived', why: `kraken calls 2 deposits ${record}` });
  });

  it('is not credited where the exchange does not answer, or has not so much more by two looks', async () => {
    kit.credit(txid, 30n * kit.coin, { exchangeId: record });
    await kit.look();
    expect(await add()).toEqual({
      kind: 'not-arrived',
      why: 'two looks in a row have seen no difference of DOGE at kraken',
    });
    // A thief has taken some of it.
    kit.balance -= 1n;
    await kit.look(2);
    expect(await add()).toMatchObject({
      kind: 'not-arrived',
      why: /^kraken has 29\.9+ DOGE more than the ledger says/,
    });
    kit.silent = new Set(['transfers']);
    expect(await add()).toEqual({ kind: 'no-answer', why: 'no answer of transfers' });
  });

  it('is the operator’s own where it was booked as that before', async () => {
    await came();
    expect(await kit.correct('30')).toMatchObject({ kind: 'booked' });
    await kit.look(2);
    expect(await add()).toMatchObject({ kind: 'not-arrived' });
  });

  /** The database, with every statement of transactions heard before it is asked. */
  const heard = (hear: (text: string, tx: Transaction) => Promise<void>): Database => ({
    ...kit.ctx.db,
    transaction: (work, limits) =>
      kit.ctx.db.transaction(
        (tx) =>
          work({
            ...tx,
            query: async <Row>(statement: Sql) => {
              await hear(statement.sql, tx);
              return tx.query<Row>(statement);
            },
          }),
        limits,
      ),
  });
  const converts = (text: string): boolean => text.includes('pg_advisory_xact_lock(');

  it('locks chains after conversions, and the look after chains, as rounds and transfers do', async () => {
    await came();
    const asked: string[] = [];
    const db = heard(async (text) => void asked.push(text));
    expect(await add({}, db)).toMatchObject({ kind: 'booked' });
    const first = (...words: string[]) =>
      asked.findIndex((text) => words.every((each) => text.includes(each)));
    const order = [
      asked.findIndex(converts),
      first('FROM ledger_chains', 'FOR UPDATE'),
      first('FROM place_balances', 'FOR UPDATE'),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('is not credited, and leaves nothing, where the exchange is seen with less meanwhile', async () => {
    await came();
    const before = await kit.ledger();
    const db = heard(async (text, tx) => {
      if (converts(text)) await tx.query(sql`UPDATE place_balances SET state = 'unknown', difference = 0`);
    });
    expect(await add({}, db)).toEqual({
      kind: 'not-arrived',
      why: 'two looks in a row have seen no difference of DOGE at kraken',
    });
    expect(await kit.ledger()).toEqual(before);
    expect(await add()).toMatchObject({ kind: 'booked' });
  });

  it('is no transfer of the pool’s own', async () => {
    const sent = await kit.sent(40n * kit.coin);
    kit.credit(sent.txid, 40n * kit.coin, { exchangeId: record });
    // What the record has of it is booked by itself; a thief's deposit of as much is not it.
    await kit.look(2);
    kit.balance += 40n * kit.coin;
    await kit.look(2);
    expect(await add({ amount: '40' })).toEqual({ kind: 'sweep-transaction', sweep: sent.sweep });
  });

  describe('of a pool of the settings that pays there', () => {
    const paying = (): UpstreamTerms => ({
      ...otherPool,
      name: pool,
      coin: 'KAS',
      network: 'KAS',
      paysTo: 'kraken',
    });
    const kas = (amount: bigint, more: object = {}) =>
      kit.records.push({
        kind: 'deposit',
        exchangeId: record,
        id: undefined,
        coin: 'KAS',
        address: 'kaspa:exchange',
        amount,
        fee: 0n,
        state: 'done',
        txid,
        at: kit.ctx.clock.now(),
        ...more,
      });
    const open = (amount: string) =>
      openPlace(
        { ...kit.ctx, exchanges: kit.exchanges, actor: 'suite', upstreams: [paying()] },
        { place: 'kraken', coin: 'KAS', amount, reason: 'it is mine' },
      );
    beforeEach(async () => {
      kit.exchanges = kit.exchanges.map((exchange) => ({ ...exchange, expects: ['KAS'] }));
      await kit.ctx.db.query(sql`DELETE FROM place_balances WHERE coin = 'KAS'`);
    });

    it('is not begun as the operator’s own: what came since it gives work is left for its miners', async () => {
      kas(30n * wholeCoin);
      kit.others = new Map([['KAS', 35n * wholeCoin]]);
      await kit.look();
      expect(await open('35')).toEqual({
        kind: 'refused',
        why: `30 KAS came to kraken since ${pool} gives work for it (kraken:${record} of 30), which its miners are owed: begin with --amount 5, and credit the others with openlode income add once openlode places shows them as a difference`,
      });
      expect(await open('5')).toEqual({ kind: 'booked', amount: '5' });
      await kit.look(3);
      expect((await kit.places()).find(({ coin }) => coin === 'KAS')).toMatchObject({
        state: 'difference',
        difference: '30',
        note: expect.stringContaining(`deposit of 30 KAS by ${txid}, kraken:${record}`),
      });
      const ofKas = { upstreams: [paying()] };
      expect(await add({}, kit.ctx.db, ofKas)).toMatchObject({ kind: 'booked', miners: 1 });
      await kit.look(2);
      expect((await kit.places()).find(({ coin }) => coin === 'KAS')).toMatchObject({ state: 'equal' });
    });

    it('is not begun while a deposit is on its way, or the record is not known', async () => {
      kas(30n * wholeCoin, { state: 'pending' });
      kit.others = new Map([['KAS', 5n * wholeCoin]]);
      await kit.look();
      expect(await open('5')).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('one of them is on its way still: wait until it is there'),
      });
      kit.silent = new Set(['transfers']);
      expect(await open('5')).toEqual({
        kind: 'refused',
        why: 'the record of kraken is not known: no answer of transfers',
      });
    });

    it('is not begun with less of the operator’s own, by what the balance does not have yet', async () => {
      kit.others = new Map([['KAS', 100n * wholeCoin]]);
      await kit.look();
      kas(30n * wholeCoin, { state: 'pending' });
      // The hundred are the operator's own: the thirty are not among them.
      expect(await open('70')).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('one of them is on its way still: wait until it is there'),
      });
      kit.records = [];
      kas(30n * wholeCoin);
      kit.others = new Map([['KAS', 130n * wholeCoin]]);
      expect(await open('70')).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('wait for the next look'),
      });
      await kit.look();
      expect(await open('100')).toEqual({ kind: 'booked', amount: '100' });
    });

    it('is begun with all of it where nothing came since, or all of that has failed', async () => {
      kas(30n * wholeCoin, { state: 'failed' });
      kit.others = new Map([['KAS', 5n * wholeCoin]]);
      await kit.look();
      expect(await open('5')).toEqual({ kind: 'booked', amount: '5' });
    });

    it('holds the lines of its page by the record of the exchange, whatever wallets say', async () => {
      const at = new Date(kit.ctx.clock.now());
      const lost = 'f'.repeat(64);
      for (const each of [txid, lost])
        await kit.ctx.db.query(sql`
          INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
          VALUES (${pool}, 'sha256', 'KAS', ${each}, ${30n * wholeCoin}, 'open', ${at}, ${at}, ${at})`);
      const source = { upstream: pool, algorithm: 'sha256', coin: 'KAS', network: 'KAS', paysTo: 'kraken' };
      const errors: string[] = [];
      const held = async () => {
        const deposited = await readDeposited(
          { ...kit.ctx, exchanges: kit.exchanges, statements: [source as never] },
          'KAS',
          (error) => errors.push((error as Error).message),
        );
        // No wallet of the coin is asked: there is none.
        const wallet = { holdings: () => Promise.reject(new Error('no rail')) };
        await holdLines({ ...kit.ctx, wallet }, { coin: 'KAS', network: 'KAS' }, deposited);
        const rows = await kit.ctx.db.query<{ txid: string }>(
          sql`SELECT txid FROM upstream_lines WHERE upstream = ${pool} AND is_held ORDER BY txid`,
        );
        return rows.map((row) => row.txid);
      };
      expect(await held()).toEqual([]);
      kas(30n * wholeCoin, { txid: `0x${txid.toUpperCase()}` });
      expect(await held()).toEqual([txid]);
      // While the exchange does not answer nothing changes.
      kit.silent = new Set(['transfers']);
      expect(await held()).toEqual([txid]);
      expect(errors).toEqual(['no answer of transfers']);
      kit.silent = new Set();
      kit.records = [];
      expect(await held()).toEqual([]);
      // Less than that pool says, but for a fee.
      kas(29n * wholeCoin);
      expect(await held()).toEqual([txid]);
      kit.records = [];
      kas(20n * wholeCoin);
      expect(await held()).toEqual([]);
    });

    it('holds no line by a deposit that several pools name, whichever was first, and none by one that is booked', async () => {
      const at = new Date(kit.ctx.clock.now());
      const thief = `${pool}-thief`;
      await kit.ctx.db.query(sql`DELETE FROM upstream_lines WHERE asset = 'KAS'`);
      const say = (name: string, seenAt: Date) =>
        kit.ctx.db.query(sql`
          INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
          VALUES (${name}, 'sha256', 'KAS', ${txid}, ${30n * wholeCoin}, 'open', ${at}, ${seenAt}, ${at})`);
      const common = { algorithm: 'sha256', coin: 'KAS', network: 'KAS', paysTo: 'kraken' };
      const sources = [pool, thief].map((upstream) => ({ ...common, upstream }));
      const held = async () => {
        const ctx = { ...kit.ctx, exchanges: kit.exchanges, statements: sources as never };
        const deposited = await readDeposited(ctx, 'KAS', (error) => expect.fail(String(error)));
        const wallet = { holdings: () => Promise.reject(new Error('no rail')) };
        await holdLines({ ...kit.ctx, wallet }, { coin: 'KAS', network: 'KAS' }, deposited);
        const rows = await kit.ctx.db.query<{ upstream: string }>(
          sql`SELECT upstream FROM upstream_lines WHERE txid = ${txid} AND is_held ORDER BY upstream`,
        );
        return rows.map((row) => row.upstream);
      };
      await say(thief, at);
      kas(30n * wholeCoin);
      expect(await held()).toEqual([thief]);
      // A thief who reads the chain is first: which of both has paid an operator says.
      await say(pool, new Date(at.getTime() + 1));
      expect(await held()).toEqual([]);
      kas(30n * wholeCoin);
      // It may have paid for both.
      expect(await held()).toEqual([pool, thief]);
      kit.records.pop();
      expect(await held()).toEqual([]);
      kit.others = new Map([['KAS', 35n * wholeCoin]]);
      await kit.look();
      await open('5');
      await kit.look(3);
      expect(await add({}, kit.ctx.db, { upstreams: [paying()] })).toMatchObject({ kind: 'booked' });
      await endBooked(kit.ctx, { upstream: pool, algorithm: 'sha256' });
      expect(await held()).toEqual([]);
    });
  });

  it('holds a line of its pool’s page, and ends it', async () => {
    const at = new Date(kit.ctx.clock.now());
    await kit.ctx.db.query(sql`
      INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
      VALUES (${pool}, 'sha256', 'DOGE', ${txid}, ${30n * wholeCoin}, 'open', ${at}, ${at}, ${at})`);
    const line = async () => {
      const wallet = { holdings: async () => ({ amounts: new Map([['DOGE', kit.held]]), unanswered: [] }) };
      await holdLines({ ...kit.ctx, wallet }, { coin: 'DOGE', network: 'DOGE' });
      await endBooked(kit.ctx, { upstream: pool, algorithm: 'sha256' });
      const [row] = await kit.ctx.db.query(
        sql`SELECT state, is_held AS "isHeld" FROM upstream_lines WHERE upstream = ${pool}`,
      );
      return row;
    };
    expect(await line()).toEqual({ state: 'open', isHeld: false });
    await came();
    expect(await line()).toEqual({ state: 'open', isHeld: true });
    await add();
    expect(await line()).toMatchObject({ state: 'arrived' });
  });

  it('holds no payment into a wallet by what the exchange has of another one, nor while it does not answer', async () => {
    await kit.ctx.db.query(sql`DELETE FROM upstream_lines WHERE asset = 'DOGE'`);
    const first = kit.ctx.clock.now();
    for (const [at, name] of [pool, `${pool}-wallet`].entries()) {
      const seen = new Date(first + at);
      await kit.ctx.db.query(sql`
        INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
        VALUES (${name}, 'sha256', 'DOGE', ${`${at}${txid.slice(1)}`}, ${30n * wholeCoin}, 'open', ${seen}, ${seen}, ${seen})`);
    }
    const held = async (there: bigint | 'unknown') => {
      const wallet = { holdings: async () => ({ amounts: new Map([['DOGE', kit.held]]), unanswered: [] }) };
      await holdLines({ ...kit.ctx, wallet }, { coin: 'DOGE', network: 'DOGE' }, ({ upstream }) =>
        upstream === pool ? there : undefined,
      );
      const rows = await kit.ctx.db.query<{ upstream: string }>(
        sql`SELECT upstream FROM upstream_lines WHERE asset = 'DOGE' AND is_held ORDER BY upstream`,
      );
      return rows.map((row) => row.upstream);
    };
    await came();
    expect(await held(30n * wholeCoin)).toEqual([pool]);
    expect(await held('unknown')).toEqual([pool]);
  });
});
