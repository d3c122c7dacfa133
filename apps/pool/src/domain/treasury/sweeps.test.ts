import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { claimedOn } from '../payouts/payout-transaction.ts';
import { createSweepKit, type SweepKit } from '../../testing/payouts/sweep-kit.ts';

const beyondOwed =
  'the wallet holds no more beyond what miners are owed: a payout is on its way, or something is missing or not booked yet';
const notDeep = 'the rest is not deep enough, or payouts that wait need it';

describe.each(oneEngine())('a sweep, on %s', (engine) => {
  let kit: SweepKit;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(async () => {
    armCrashPoints();
    await kit.close();
  });

  const change = async (what: string): Promise<void> => {
    if (what === 'the wallet has less') kit.held = 20n * kit.coin;
    if (what === 'the file has another address') kit.listedCold = 'DAnother';
    if (what !== 'a payout was reserved') return;
    await kit.reserved();
    kit.held = 150n * kit.coin;
    kit.spendable = 60n * kit.coin;
  };

  it('says what it would send, and keeps nothing of that', async () => {
    expect(await kit.plan()).toEqual({
      kind: 'planned',
      coin: 'DOGE',
      network: 'DOGE',
      address: kit.cold,
      place: null,
      amount: '89.99999999',
      feeAsset: 'DOGE',
      fee: '0.000000000000000008',
      feeMax: '0.000000000000001',
      held: '100',
      remains: '10.000000009999999',
      owed: '0',
      target: '10',
    });
    expect(await kit.rows()).toEqual([]);
  });

  it('is signed and stored at once, sent once, and in the ledger when two nodes have it for good', async () => {
    const { txid, amount } = await kit.stored('40');
    expect(amount).toBe('40');
    expect(await kit.rows()).toMatchObject([{ state: 'signed', txid, sends: 0 }]);
    expect(kit.chain.sent()).toEqual([]);
    await kit.follow();
    expect(kit.chain.sent()).toEqual([txid]);
    expect(await kit.positions()).toEqual({ held: '100', owed: '59.999999999999999992' });
    kit.chain.mine(txid, 2);
    kit.held = 59n * kit.coin + (kit.coin - 8n);
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final', txid, sends: 1, bookings: 1 }]);
    expect(await kit.accounts()).toEqual({
      cold: '-40',
      wallet: '-59.999999999999999992',
      own: '100',
      fees: '-0.000000000000000008',
    });
    expect(await kit.positions()).toEqual({ held: '59.999999999999999992', owed: '59.999999999999999992' });
    await kit.follow(2);
    expect(kit.chain.paid(kit.cold)).toBe(40n * kit.coin);
  });

  it('is known to comparisons and to the journal, also where a stranger mines to its address [7]', async () => {
    await kit.minerAt(kit.cold);
    const { txid } = await kit.stored('40');
    await kit.follow();
    kit.chain.mine(txid, 2);
    expect(kit.process.journal.lines().map((line) => [line.payout, line.txid])).toEqual([[0n, txid]]);
    expect((await kit.compare()).unknown).toEqual([]);
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
    expect(await kit.suspended()).toEqual([]);
  });

  describe('takes nothing that is owed', () => {
    it('to miners, whatever is accepted as missing [2]', async () => {
      await kit.owe(60n * kit.coin);
      // The wallet holds what is owed and what is the pool's own.
      kit.held = 160n * kit.coin;
      expect(await kit.plan('90')).toMatchObject({ kind: 'planned' });
      // 50 are missing, and an operator has lifted the suspension for it: the ledger alone would still allow 100.
      kit.held = 110n * kit.coin;
      expect(await kit.plan('90')).toMatchObject({ kind: 'exceeds', most: '49.99999999', limit: 'held' });
      expect(await kit.sweep('50')).toMatchObject({ kind: 'exceeds', limit: 'held' });
    });

    it('to networks for what is on its way [2]', async () => {
      await kit.payoutOnItsWay(50n * kit.coin, 3n * kit.coin);
      kit.held = 150n * kit.coin;
      expect(await kit.plan('99')).toMatchObject({ kind: 'exceeds', most: '96.99999999', limit: 'own' });
    });

    it('by rounds that have not matured, and by what conversions have to sell', async () => {
      await kit.book('round:7', 30n * kit.coin);
      await kit.book('conv:desk', 20n * kit.coin);
      expect(await kit.plan('60')).toMatchObject({ kind: 'exceeds', most: '49.99999999', limit: 'held' });
    });

    it('to payouts that are not signed, and leaves the target [8]', async () => {
      await kit.reserved();
      kit.held = 150n * kit.coin;
      kit.spendable = 120n * kit.coin;
      expect(await kit.plan('80')).toMatchObject({
        kind: 'exceeds',
        most: '69.99999999',
        limit: 'spendable',
      });
      kit.spendable = 1000n * kit.coin;
      kit.target = 145n * kit.coin;
      expect(await kit.plan('80')).toMatchObject({ kind: 'exceeds', most: '4.99999999', limit: 'target' });
    });

    it('twice: what is at a cold address, or on its way there, is not withdrawn as well', async () => {
      await kit.stored('40');
      expect(await kit.move('withdrawal', '60')).toMatchObject({ kind: 'exceeds-own' });
      expect(await kit.move('withdrawal', '59')).toMatchObject({ kind: 'booked' });
    });
  });

  it('is one at a time: who asks again, or at the same moment, is shown the first [3]', async () => {
    const { sweep } = await kit.stored('5');
    expect(await kit.sweep('5')).toEqual({ kind: 'under-way', sweep });
    await kit.begin();
    // The wallet is compared: what asks at the same moment does not wait for that.
    await kit.plan();
    const two = await Promise.all([kit.sweep('5'), kit.sweep('5')]);
    expect(two.map(({ kind }) => kind).toSorted()).toEqual(['stored', 'under-way']);
    expect(await kit.rows()).toHaveLength(1);
  });

  it('goes on beside withdrawals without a deadlock [9]', async () => {
    const { txid } = await kit.stored('5');
    await kit.follow();
    kit.chain.mine(txid, 2);
    await kit.follow(3);
    const moves = Array.from({ length: 6 }, () => kit.move('withdrawal', '1'));
    const [outcomes] = await Promise.all([Promise.all(moves), kit.follow(1), kit.plan()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'booked'));
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
  });

  it('says what stands in its way', async () => {
    expect(await kit.sweep('5', { coin: 'NOPE' })).toEqual({ kind: 'unknown-network', coin: 'NOPE' });
    expect(await kit.sweep('x')).toEqual({ kind: 'malformed-amount', amount: 'x' });
    expect(await kit.sweep('5', { reason: ' ' })).toEqual({ kind: 'malformed-reason' });
    expect(await kit.sweep('5', { coin: 'LTC' })).toEqual({
      kind: 'no-cold-address',
      coin: 'LTC',
      network: 'LTC',
    });
    kit.change({ sweep: undefined });
    expect(await kit.sweep('5')).toEqual({ kind: 'not-swept', network: 'DOGE' });
    kit.change({ funds: async () => Promise.reject(new Error('no node answers')) });
    expect(await kit.sweep('5')).toEqual({ kind: 'no-answer', why: 'no node answers' });
    kit.change({});
    await kit.suspend();
    expect(await kit.sweep('5')).toEqual({
      kind: 'not-leaving',
      why: 'payouts of the network are suspended: operator',
    });
    expect(await kit.rows()).toEqual([]);
  });

  it('is given up where it is not signed as asked, and nothing is left of it', async () => {
    kit.change({
      sweep: async () => ({
        kind: 'refused',
        payments: [{ payoutId: 0n, reason: 'REFUSED', why: 'too small' }],
      }),
    });
    expect(await kit.sweep('5')).toMatchObject({ kind: 'given-up', why: 'too small' });
    kit.change({
      sweep: (order, claimed) => kit.chain.build([{ ...order, amount: order.amount * 2n }], claimed),
    });
    expect(await kit.sweep('5')).toMatchObject({
      kind: 'given-up',
      why: expect.stringMatching(/^sweep \d+: what was signed has another amount$/),
    });
    expect(await kit.suspended()).toEqual(['altered-transaction']);
    expect(await kit.rows()).toMatchObject([{ state: 'returned' }, { state: 'returned' }]);
    expect((await kit.accounts()).cold).toBe('0');
  });

  it('stores nothing that spends what a payout has been given, or another transaction [5] [10]', async () => {
    await kit.reserved();
    kit.held = 150n * kit.coin;
    const claim = await kit.nextClaim();
    await kit.keepForPayout(claim);
    expect(await kit.sweep('5')).toMatchObject({
      kind: 'given-up',
      why: 'a payout has been given one of its coins meanwhile',
    });
    await kit.begin();
    kit.change({ sweep: (order) => kit.chain.build([order], []) });
    await kit.payoutOnItsWay(50n * kit.coin, 0n);
    kit.held = 150n * kit.coin;
    expect(await kit.sweep('5')).toMatchObject({
      kind: 'given-up',
      why: expect.stringContaining('spends what it would spend'),
    });
    expect(await kit.rows()).toMatchObject([{ state: 'returned', txid: null }]);
  });

  it('is signed again by another process where the first died, or its signer did not answer', async () => {
    kit.silentSigner();
    expect(await kit.sweep('5')).toMatchObject({ kind: 'waits', why: 'no answer of the signer' });
    expect(await kit.rows()).toMatchObject([{ state: 'planned', note: 'no answer of the signer' }]);
    kit.change({});
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'planned' }]);
    kit.ctx.advance(60_000);
    await kit.follow(2);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: null }]);
  });

  it('leaves the fee of every payout that is not signed, of a token among them', async () => {
    const reserved = [await kit.reserved(), await kit.reserved()];
    kit.held = 10_000n * kit.coin;
    const most = async (): Promise<unknown> => {
      const plan = await kit.plan();
      return plan.kind === 'planned' ? plan.amount : plan;
    };
    // 100 for both, and three times the most that a payment costs: theirs and its own.
    kit.spendable = 100n * kit.coin + 3_000n + 100_000_000_000n;
    expect(await most()).toBe('0.0000001');
    await kit.ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET coin = 'TOKEN' WHERE id = ${reserved[0]};
      SET session_replication_role = origin`);
    kit.spendable = 50n * kit.coin + 3_000n + 100_000_000_000n;
    expect(await most()).toBe('0.0000001');
    kit.spendable -= 1n;
    expect(await most()).toBe('0.00000009');
  });

  it('is not sent while nothing leaves, nor before its wallet was asked once more [10]', async () => {
    const { txid } = await kit.stored('5');
    await kit.suspend();
    await kit.follow(2);
    expect(kit.chain.sent()).toEqual([]);
    await kit.begin();
    const { txid: second } = await kit.stored('5');
    expect(second).not.toBe(txid);
    await kit.strangeTransaction();
    await kit.follow(1);
    expect(kit.chain.sent()).not.toContain(second);
    expect(await kit.suspended()).toEqual(['unknown-transaction']);
  });

  describe('is judged again by its wallet', () => {
    it.each([
      ['the wallet has less', `no more than 19.99999999 DOGE may leave by now, because ${beyondOwed}`],
      ['a payout was reserved', `no more than 9.99999999 DOGE may leave by now, because ${notDeep}`],
      ['the file has another address', 'the file does not name DKYbJGQk'],
    ])('before it is signed, and given up where %s', async (what, note) => {
      kit.silentSigner();
      await kit.sweep('40');
      kit.change({});
      await change(what);
      kit.ctx.advance(60_000);
      await kit.follow(2);
      expect(await kit.rows()).toMatchObject([
        { state: 'returned', txid: null, note: expect.stringContaining(note) },
      ]);
      expect([kit.chain.signed, kit.chain.sent()]).toEqual([[], []]);
    });

    it.each(['the wallet has less', 'a payout was reserved', 'the file has another address'])(
      'before it is sent, and held while %s',
      async (what) => {
        const { txid } = await kit.stored('40');
        await change(what);
        await kit.follow(3);
        expect(kit.chain.sent()).not.toContain(txid);
        expect(await kit.rows()).toMatchObject([
          {
            state: 'signed',
            txid,
            sends: 0,
            note: expect.stringMatching(/^(no more than|the file does not)/),
          },
        ]);
        kit.held = 200n * kit.coin;
        kit.spendable = 200n * kit.coin;
        kit.listedCold = kit.cold;
        await kit.follow(1);
        // What it spends itself can be spent by it.
        expect(kit.claimed).toEqual([]);
        expect(kit.chain.sent()).toContain(txid);
        expect(await kit.rows()).toMatchObject([{ state: 'sent', txid, sends: 1, note: null }]);
      },
    );

    it('before it is first sent, also where its process died when it had let it go', async () => {
      const { txid } = await kit.stored('40');
      armCrashPoints((name) => {
        if (name !== 'sweep-journalled') return;
        armCrashPoints();
        throw new Error('died');
      });
      await expect(kit.follow(1)).rejects.toThrow('died');
      kit.restart();
      kit.held = 20n * kit.coin;
      kit.ctx.advance(60_000);
      await kit.follow(2);
      expect(kit.chain.sent()).toEqual([]);
      // A journal has it: no time ends it.
      kit.ctx.advance(3_600_000);
      await kit.follow(2);
      const note = `no more than 19.99999999 DOGE may leave by now, because ${beyondOwed}: it has not left, and waits until it fits, or treasury sweep-cancel ends it`;
      expect(await kit.rows()).toMatchObject([{ state: 'sent', sends: 0, note }]);
      kit.held = 100n * kit.coin;
      await kit.follow(1);
      expect(kit.chain.sent()).toEqual([txid]);
      expect(await kit.rows()).toMatchObject([{ state: 'sent', sends: 1, note: null }]);
    });

    it('by the ledger of the moment in which it is let go', async () => {
      const { txid } = await kit.stored('40');
      kit.held = 150n * kit.coin;
      kit.spendable = 60n * kit.coin;
      let isReserved = false;
      kit.change({
        funds: async () => {
          // What the wallet says is of before.
          if (!isReserved) await kit.reserved();
          isReserved = true;
          return { spendable: kit.spendable, waiting: 0n, fee: 8n };
        },
      });
      await kit.follow(1);
      expect(await kit.rows()).toMatchObject([
        { state: 'signed', txid, sends: 0, note: expect.stringContaining(`because ${notDeep}`) },
      ]);
      expect(kit.chain.sent()).not.toContain(txid);
      expect(await kit.ctx.db.query(sql`SELECT 1 FROM payout_journal WHERE txid = ${txid}`)).toEqual([]);
      expect(kit.process.journal.has(0n, txid)).toBe(false);
    });

    it('but never by its target: that is a wish, and no debt', async () => {
      const planned = await kit.plan();
      if (planned.kind !== 'planned') throw new Error(planned.kind);
      const { txid } = await kit.stored(planned.amount);
      // A withdrawal that was booked between.
      expect(await kit.move('withdrawal', '5')).toMatchObject({ kind: 'booked' });
      kit.held = 95n * kit.coin;
      await kit.follow(1);
      expect(kit.chain.sent()).toEqual([txid]);
    });

    it('and only held where nodes have it: it is on its way then', async () => {
      const { txid } = await kit.stored('40');
      await kit.chain.send('DOGE', kit.chain.signed[0]?.bytes ?? new Uint8Array());
      kit.held = 20n * kit.coin;
      kit.ctx.advance(3_600_000);
      await kit.follow(2);
      const why = `no more than 19.99999999 DOGE may leave by now, because ${beyondOwed}`;
      const note = `${why}: a node has it all the same, and its chain decides`;
      expect(await kit.rows()).toMatchObject([{ state: 'signed', txid, sends: 0, note }]);
      expect(await claimedOn(kit.ctx.db, 'DOGE')).toHaveLength(1);
      kit.chain.mine(txid, 2);
      await kit.follow(4);
      expect(await kit.rows()).toMatchObject([{ state: 'final', txid, note: null }]);
      expect(await kit.accounts()).toMatchObject({ cold: '-40' });
    });

    it('by the ledger of the moment in which its bytes are stored', async () => {
      kit.held = 150n * kit.coin;
      kit.spendable = 60n * kit.coin;
      kit.change({
        sweep: async (order, claimed) => {
          await kit.reserved();
          return kit.chain.build([order], claimed);
        },
      });
      expect(await kit.sweep('40')).toMatchObject({
        kind: 'given-up',
        why: `no more than 9.99999999 DOGE may leave by now, because ${notDeep}`,
      });
      expect(await kit.transactions()).toEqual({});
    });

    it('and waits where that does not answer', async () => {
      const silent = { funds: async () => Promise.reject(new Error('no node answers')) };
      kit.silentSigner();
      await kit.sweep('5');
      kit.change(silent);
      kit.ctx.advance(60_000);
      await kit.follow(1);
      const note = 'what the wallet has is not known: no node answers';
      expect(await kit.rows()).toMatchObject([{ state: 'planned', note }]);
      await kit.begin();
      const { txid } = await kit.stored('5');
      kit.change(silent);
      await kit.follow(1);
      expect(await kit.rows()).toMatchObject([{ state: 'signed', txid, note }]);
      expect(kit.chain.sent()).toEqual([]);
    });

    it('and given up five minutes after it was signed, so that payouts have its coins', async () => {
      const { txid } = await kit.stored('40');
      kit.held = 20n * kit.coin;
      kit.ctx.advance(299_000);
      await kit.follow(1);
      const why = `no more than 19.99999999 DOGE may leave by now, because ${beyondOwed}`;
      const note = `${why}: it is held, and given up from five minutes after it was signed`;
      expect(await kit.rows()).toMatchObject([{ state: 'signed', note }]);
      expect(await claimedOn(kit.ctx.db, 'DOGE')).toHaveLength(1);
      await kit.follow(1);
      expect(await kit.rows()).toMatchObject([{ state: 'returned', txid, note: why }]);
      expect(await claimedOn(kit.ctx.db, 'DOGE')).toEqual([]);
      kit.held = 100n * kit.coin;
      await kit.follow(2);
      expect(kit.chain.sent()).toEqual([]);
    });

    it('and not given up where a journal has its bytes, and the note says who ends it', async () => {
      const { txid } = await kit.stored('40');
      await kit.journalLine(txid, 'file');
      kit.held = 20n * kit.coin;
      kit.ctx.advance(600_000);
      await kit.follow(1);
      const note = expect.stringMatching(
        /it has not left, and waits until it fits, or treasury sweep-cancel ends it$/,
      );
      expect(await kit.rows()).toMatchObject([{ state: 'signed', txid, note }]);
    });
  });

  it('says what it waits for, and no more than that', async () => {
    const { txid } = await kit.stored('5');
    await kit.suspend();
    await kit.follow(1);
    const note = 'payouts of the network are suspended: operator';
    expect(await kit.rows()).toMatchObject([{ state: 'signed', note }]);
    await kit.lift();
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: null }]);
    // Forgotten by its nodes, and not sent again.
    kit.chain.forget(txid);
    await kit.suspend();
    kit.ctx.advance(30_000);
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note }]);
    // Others have sent it.
    await kit.chain.send('DOGE', kit.chain.signed[0]?.bytes ?? new Uint8Array());
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: null }]);
    kit.chain.forget(txid);
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note }]);
    await kit.lift();
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: null, sends: 2 }]);
  });

  it('is named where it was sent a day ago and is not final, about once an hour', async () => {
    const { txid, sweep } = await kit.stored('5');
    await kit.follow(1);
    const named: string[] = [];
    const name = (id: bigint, error: unknown) => void named.push(`${id}: ${(error as Error).message}`);
    kit.ctx.advance(86_380_000);
    await kit.follow(2, name);
    kit.ctx.advance(10_000);
    await kit.follow(1, name);
    const words = 'was sent a day ago or more, and is not final yet: see treasury sweeps';
    expect(named).toEqual([`${sweep}: ${words}`]);
    kit.chain.mine(txid, 2);
    await kit.follow(4, name);
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
    expect(named).toHaveLength(1);
  });

  it('can be ended while its network is suspended and it has not left: lifting that sends nothing', async () => {
    const { sweep, txid } = await kit.stored('40');
    await kit.suspend();
    // A node that is silent keeps nothing.
    kit.change({ lookUp: async () => Promise.reject(new Error('no node answers')) });
    expect(await kit.cancel(sweep)).toEqual({ kind: 'ended' });
    kit.change({});
    expect(await kit.rows()).toMatchObject([
      { state: 'returned', txid, note: 'ended by an operator before it was sent' },
    ]);
    expect(await kit.transactions()).toEqual({ [txid]: 'invalidated' });
    expect(await claimedOn(kit.ctx.db, 'DOGE')).toEqual([]);
    expect(
      await kit.ctx.db.query(sql`SELECT 1 FROM operator_decisions WHERE kind = 'cancel-sweep'`),
    ).toHaveLength(1);
    await kit.lift();
    await kit.follow(3);
    expect(kit.chain.sent()).toEqual([]);
    expect(await kit.move('withdrawal', '90')).toMatchObject({ kind: 'booked' });
  });

  it('is signed once more after it was ended, by the same bytes where its coins are the same', async () => {
    const first = await kit.stored('40');
    expect(await kit.cancel(first.sweep)).toEqual({ kind: 'ended' });
    const second = await kit.stored('40');
    expect(second.txid).toBe(first.txid);
    expect((await kit.rows()).map(({ id, state, txid }) => [id, state, txid])).toEqual([
      [second.sweep, 'signed', first.txid],
      [first.sweep, 'returned', null],
    ]);
    await kit.follow(1);
    kit.chain.mine(second.txid, 2);
    await kit.follow(4);
    // A node still has what was ended.
    kit.ctx.advance(600_000);
    await kit.follow(4);
    expect((await kit.rows()).map(({ state, bookings }) => [state, bookings])).toEqual([
      ['final', 1],
      ['returned', 0],
    ]);
    expect(await kit.accounts()).toMatchObject({ cold: '-40', own: '100' });
    expect((await kit.compare()).unknown).toEqual([]);
  });

  it('is given up where what is signed is a sweep of before', async () => {
    const first = await kit.stored('40');
    await kit.follow(1);
    kit.chain.mine(first.txid, 2);
    await kit.follow(4);
    const [before] = kit.chain.signed;
    if (before === undefined) throw new Error('nothing was signed');
    kit.change({ sweep: async () => before });
    expect(await kit.sweep('40')).toMatchObject({
      kind: 'given-up',
      why: `sweep ${first.sweep} has this transaction`,
    });
    expect((await kit.rows()).map(({ state, bookings }) => [state, bookings])).toEqual([
      ['returned', 0],
      ['final', 1],
    ]);
  });

  it('is given up where what is signed is the transaction of a payout', async () => {
    await kit.payoutOnItsWay(50n * kit.coin, 0n);
    kit.held = 150n * kit.coin;
    const [paid] = kit.chain.signed;
    if (paid === undefined) throw new Error('nothing was signed');
    await kit.ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payout_transactions SET state = 'invalidated'; UPDATE payout_claims SET freed_at = now();
      SET session_replication_role = origin`);
    kit.change({
      sweep: async () => paid,
      inspect: async (on) => {
        const decoded = await kit.chain.inspect(on);
        if (decoded === 'unreadable') return decoded;
        const outputs = decoded.outputs.map((each) => ({
          ...each,
          address: kit.cold,
          amount: 5n * kit.coin,
        }));
        return { ...decoded, outputs };
      },
    });
    expect(await kit.sweep('5')).toMatchObject({
      kind: 'given-up',
      why: expect.stringMatching(/^payout \d+ has this transaction$/),
    });
    expect(await kit.transactions()).toEqual({ [paid.txid]: 'invalidated' });
  });

  it('keeps that the database was rolled back while its bytes were to be stored', async () => {
    await kit.stored('5');
    await kit.follow(1);
    const [first] = kit.chain.signed;
    kit.chain.mine(first?.txid ?? '', 2);
    await kit.follow(4);
    kit.change({
      inspect: async (on) => {
        await kit.forgetJournal();
        return kit.chain.inspect(on);
      },
    });
    expect(await kit.sweep('5')).toMatchObject({
      kind: 'given-up',
      why: expect.stringContaining('has lost'),
    });
    expect(await kit.suspended()).toEqual(['rolled-back']);
  });

  it('is not simply ended where a journal or a node has it', async () => {
    const { sweep, txid } = await kit.stored('40');
    const bytes = kit.chain.signed[0]?.bytes ?? new Uint8Array();
    await kit.chain.send('DOGE', bytes);
    expect(await kit.cancel(sweep)).toMatchObject({ kind: 'cancelling' });
    await kit.begin();
    const second = await kit.stored('40');
    expect(second.txid).not.toBe(txid);
    await kit.follow(1);
    kit.chain.forget(second.txid);
    // A copy of before it left, on the disk of after; then on another disk, with the line that another process has written.
    for (const isOwnDisk of [true, false]) {
      await kit.ctx.db.execute(`SET session_replication_role = replica;
        UPDATE sweeps SET state = 'signed'; UPDATE payout_transactions SET state = 'signed', sends = 0, last_sent_at = NULL;
        ${isOwnDisk ? 'DELETE FROM payout_journal' : ''};
        SET session_replication_role = origin`);
      if (isOwnDisk) await kit.suspend();
      else {
        kit.reopen();
        await kit.journalLine(second.txid);
      }
      expect(await kit.cancel(second.sweep)).toMatchObject({ kind: 'not-possible' });
      expect(await kit.rows()).toMatchObject([{ state: 'signed' }]);
    }
  });

  it('can be ended before anything is stored, and frees what it kept', async () => {
    kit.silentSigner();
    await kit.sweep('80');
    const [row] = await kit.rows();
    expect(await kit.cancel(row?.id)).toEqual({ kind: 'ended' });
    expect(await kit.cancel(row?.id)).toEqual({ kind: 'not-possible', why: 'it is returned' });
    expect(await kit.move('withdrawal', '90')).toMatchObject({ kind: 'booked' });
    expect(
      await kit.ctx.db.query(sql`SELECT 1 FROM operator_decisions WHERE kind = 'cancel-sweep'`),
    ).toHaveLength(1);
  });

  it('happens by itself only where the file says so, over the ceiling, down to the target', async () => {
    await kit.excess();
    expect(await kit.rows()).toEqual([]);
    kit.isSweptByItself = true;
    kit.held = 50n * kit.coin;
    await kit.excess();
    expect(await kit.rows()).toEqual([]);
    kit.held = 50n * kit.coin + 1n;
    // So little that its fee may be more than a hundredth.
    kit.change({
      terms: () => ({ confirmationsNeeded: 3, feeAsset: 'DOGE', feeMax: kit.coin / 2n, ownAddresses: [] }),
    });
    await kit.excess();
    expect(await kit.rows()).toEqual([]);
    kit.change({});
    await kit.excess();
    await kit.excess();
    expect(await kit.rows()).toMatchObject([
      { amount: '39.99999999', operator: 'openlode', state: 'signed' },
    ]);
  });

  it('says where it would happen by itself and its wallet does not answer', async () => {
    kit.isSweptByItself = true;
    kit.change({ funds: async () => Promise.reject(new Error('no node answers')) });
    await expect(kit.excess()).rejects.toThrow('what the wallet has is not known: no node answers');
    expect(await kit.rows()).toEqual([]);
  });

  it('happens by itself no more for a day after one was given up', async () => {
    kit.isSweptByItself = true;
    const refused = { payoutId: 0n, reason: 'REFUSED', why: 'too many small coins' } as const;
    kit.change({ sweep: async () => ({ kind: 'refused', payments: [refused] }) });
    await expect(kit.excess()).rejects.toThrow('too many small coins');
    await kit.excess();
    kit.change({});
    await kit.excess();
    expect(await kit.rows()).toMatchObject([{ state: 'returned' }]);
    kit.ctx.advance(86_400_001);
    await kit.excess();
    expect(await kit.rows()).toMatchObject([{ state: 'signed' }, { state: 'returned' }]);
  });
});
