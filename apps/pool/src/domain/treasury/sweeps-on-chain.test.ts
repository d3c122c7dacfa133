import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { ownAddress } from '../../sandbox/testing/numbered-rail.ts';
import { forgetSigned } from '../../testing/payouts/payout-world.ts';
import { adoptPayout } from '../payouts/adopt-payout.ts';
import { checkJournal, storeLines } from '../payouts/check-journal.ts';
import { disregardTransaction } from '../payouts/disregard-transaction.ts';
import { liftSuspension } from '../payouts/lift-suspension.ts';
import { claimedOn } from '../payouts/payout-transaction.ts';
import { createSweepKit, type SweepKit } from '../../testing/payouts/sweep-kit.ts';

describe.each(oneEngine())('what becomes of a sweep, on %s', (engine) => {
  let kit: SweepKit;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(async () => {
    armCrashPoints();
    await kit.close();
  });

  const sent = async (): Promise<{ readonly txid: string; readonly sweep: string }> => {
    const stored = await kit.stored('40');
    await kit.follow();
    return stored;
  };
  const final = async () => {
    const swept = await sent();
    kit.chain.mine(swept.txid, 2);
    kit.held = 60n * kit.coin;
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
    return swept;
  };
  /** It was final, and what it spent is spent by another transaction on the branch that its chain has now. */
  const givenUp = async (): Promise<string> => {
    const { txid } = await final();
    const other = await kit.chain.replace?.(
      [{ payoutId: 0n, coin: 'DOGE', network: 'DOGE', address: ownAddress, memo: '', amount: 1n }],
      [{ network: 'DOGE', bytes: kit.chain.signed[0]?.bytes ?? new Uint8Array(), proof: {} }],
    );
    if (other?.kind !== 'signed') throw new Error('not signed');
    kit.chain.giveUp(3);
    kit.chain.mine(other.txid, 2);
    kit.held = 100n * kit.coin;
    kit.ctx.advance(600_000);
    return txid;
  };
  const lift = (network = 'DOGE') =>
    liftSuspension({ ...kit.process, actor: 'ann' }, network, 'looked at').catch((error: unknown) => error);

  it('ends unconfirmed: sent every half minute, named after twenty times, and cancelled [5]', async () => {
    const { txid, sweep } = await sent();
    const errors: string[] = [];
    const keep = (_id: bigint, error: unknown) => void errors.push((error as Error).message);
    kit.chain.forget(txid);
    for (let look = 0; look < 64; look += 1) {
      await kit.follow(1, keep);
      kit.chain.forget(txid);
    }
    const [row] = await kit.rows();
    expect(row?.sends).toBeGreaterThan(20);
    expect(errors[0]).toBe(
      'sent 20 times, and not final yet (treasury sweep-cancel ends it where its network lets another take its place)',
    );
    const outcome = await kit.cancel(sweep);
    if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
    expect(await kit.cancel(sweep)).toEqual({
      kind: 'not-possible',
      why: `it is being cancelled by ${outcome.txid} already, which its nodes have waiting, and they ask for no more`,
    });
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: `being cancelled by ${outcome.txid}` }]);
    kit.chain.mine(outcome.txid, 2);
    const before = kit.chain.sent().length;
    await kit.follow(4);
    expect(kit.chain.sent()).toHaveLength(before);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${outcome.txid}` }]);
    expect(await kit.transactions()).toEqual({ [txid]: 'invalidated', [outcome.txid]: 'final, booked' });
    expect(await kit.accounts()).toMatchObject({ cold: '0', own: '100', fees: '-0.000000000000000008' });
    expect([kit.chain.paid(kit.cold), kit.chain.paid(ownAddress)]).toEqual([0n, 0n]);
    expect((await kit.compare()).unknown).toEqual([]);
  });

  it.each(['the first', 'the second'])(
    'is cancelled once more where its nodes have put out what cancels it, and %s is confirmed',
    async (which) => {
      const { txid, sweep } = await sent();
      // Rails of Bitcoin's family do not say what a price is for: nodes have something waiting, or put out.
      kit.change({ waitsFor: undefined });
      kit.chain.forget(txid);
      expect(await kit.cancel(sweep)).toMatchObject({ kind: 'cancelling' });
      const first = kit.chain.sent().at(-1) ?? '';
      kit.chain.forget(first);
      kit.change({ waitsFor: undefined, send: async () => ({ kind: 'refused', why: 'min fee not met' }) });
      kit.ctx.advance(30_000);
      await kit.follow(1);
      expect(await kit.rows()).toMatchObject([
        { note: `being cancelled by ${first}; that was refused the last time: min fee not met` },
      ]);
      kit.change({ waitsFor: undefined });
      kit.chain.price = 21n;
      const outcome = await kit.cancel(sweep);
      if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
      expect([txid, first]).not.toContain(outcome.txid);
      expect(kit.chain.sent().at(-1)).toBe(outcome.txid);
      const taken = which === 'the first' ? first : outcome.txid;
      kit.chain.mine(taken, 2);
      await kit.follow(4);
      expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${taken}` }]);
      const others = [txid, first, outcome.txid].filter((each) => each !== taken);
      expect(await kit.transactions()).toEqual({
        [taken]: 'final, booked',
        ...Object.fromEntries(others.map((each) => [each, 'invalidated'])),
      });
    },
  );

  it('is confirmed although it was cancelled: then it is a sweep', async () => {
    const { txid, sweep } = await sent();
    const outcome = await kit.cancel(sweep);
    if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
    kit.chain.mine(txid, 2);
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
    expect(await kit.transactions()).toEqual({ [txid]: 'final, booked', [outcome.txid]: 'invalidated' });
    expect(await kit.cancel(sweep)).toEqual({ kind: 'not-possible', why: 'it is final' });
  });

  it('cancels nothing by what could be confirmed beside it, or pays another', async () => {
    const { sweep } = await sent();
    kit.change({
      cancel: async ([order]) => {
        const other =
          order &&
          (await kit.chain.build([{ ...order, address: ownAddress, amount: 0n }], [await kit.nextClaim()]));
        if (other?.kind !== 'signed') throw new Error('not signed');
        return other;
      },
    });
    expect(await kit.cancel(sweep)).toMatchObject({
      kind: 'not-possible',
      why: expect.stringContaining('both could be confirmed'),
    });
    kit.change({ cancel: async (orders, attempts) => kit.chain.replace?.(orders, attempts) as never });
    expect(await kit.cancel(sweep)).toEqual({
      kind: 'not-possible',
      why: 'what was signed is not what was asked for',
    });
    expect(await kit.rows()).toMatchObject([{ state: 'sent', note: null }]);
  });

  it('is looked at again when it was final: a branch that is given up suspends, proves nothing and frees nothing [4]', async () => {
    const { txid } = await final();
    const [claim] = await kit.ctx.db.query<{ claim: string }>(sql`SELECT claim FROM payout_claims`);
    expect(await claimedOn(kit.ctx.db, 'DOGE')).toEqual([]);
    kit.chain.giveUp(3);
    kit.chain.forget(txid);
    kit.ctx.advance(600_000);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: true }]);
    expect(await kit.suspended()).toEqual(['reorganised']);
    expect(await claimedOn(kit.ctx.db, 'DOGE')).toEqual([claim?.claim]);
    // It is sent again once the operator has looked, and is what it was.
    await lift();
    await kit.follow(1);
    expect(kit.chain.sent().filter((each) => each === txid)).toHaveLength(2);
    kit.chain.mine(txid, 2);
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: false, note: null, bookings: 1 }]);
    expect(await kit.accounts()).toMatchObject({ cold: '-40' });
  });

  it('keeps the id under which another branch has it after it was final', async () => {
    const { txid } = await final();
    kit.change({
      lookUp: async (network, name, proof) =>
        (await kit.chain.lookUp(network, name, proof)).map((answer) =>
          answer.status.kind === 'confirmed'
            ? { ...answer, status: { ...answer.status, as: 'ab'.repeat(32) } }
            : answer,
        ),
    });
    kit.ctx.advance(600_000);
    await kit.follow(1);
    const ids = await kit.ctx.db.query(sql`SELECT chain_ids FROM payout_transactions WHERE txid = ${txid}`);
    expect(ids).toEqual([{ chain_ids: ['ab'.repeat(32)] }]);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: false }]);
  });

  it('is taken back where its chain has given it up for good, and booked again where that was not so [4] [6]', async () => {
    const txid = await givenUp();
    await kit.follow(9);
    expect(await kit.rows()).toMatchObject([
      { state: 'returned', isGone: false, note: 'it was final, and its chain has given it up for good' },
    ]);
    expect(await kit.accounts()).toMatchObject({ cold: '0', own: '100' });
    expect((await kit.transactions())[txid]).toBe('invalidated, booked');
    // Nothing explains it any more, should it be confirmed all the same.
    kit.chain.giveUp(3);
    kit.chain.mine(txid);
    expect((await kit.compare()).unknown).toMatchObject([{ txid, from: 'released-payout' }]);
    kit.ctx.advance(600_000);
    await kit.follow(1);
    expect(await kit.rows()).toMatchObject([{ state: 'sent', found: true }]);
    kit.chain.pass(2);
    await kit.follow(4);
    expect(await kit.rows()).toMatchObject([{ state: 'final', bookings: 2 }]);
    expect(await kit.accounts()).toMatchObject({ cold: '-40', own: '100' });
    expect((await kit.compare()).unknown).toEqual([]);
  });

  it('is taken back, once, where its process died at sweep-taken-back [4] [10]', async () => {
    const txid = await givenUp();
    const errors: string[] = [];
    const keep = (_sweep: bigint, error: unknown) => void errors.push((error as Error).message);
    armCrashPoints((name) => {
      if (name !== 'sweep-taken-back') return;
      armCrashPoints();
      throw new Error(`died at ${name}`);
    });
    await kit.follow(9, keep);
    expect(errors).toEqual(['died at sweep-taken-back']);
    kit.restart();
    kit.ctx.advance(600_000);
    await kit.follow(9, keep);
    expect(errors).toHaveLength(1);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', isGone: false, bookings: 1 }]);
    expect(await kit.accounts()).toMatchObject({ cold: '0', own: '100' });
    expect((await kit.transactions())[txid]).toBe('invalidated, booked');
    // What has spent the same is an operator's, and unknown; nothing else is.
    expect((await kit.compare()).unknown).toMatchObject([{ address: ownAddress, from: 'wallet' }]);
  });

  it('comes back from a cold address, or is taken from there, as an operator books it', async () => {
    await final();
    expect(await kit.move('cold-return', '41')).toEqual({ kind: 'exceeds-cold', available: '40' });
    expect(await kit.move('cold-return', '15')).toMatchObject({ kind: 'booked' });
    expect(await kit.move('cold-withdrawal', '26')).toEqual({ kind: 'exceeds-cold', available: '25' });
    expect(await kit.move('cold-withdrawal', '20')).toMatchObject({ kind: 'booked' });
    expect(await kit.accounts()).toMatchObject({ cold: '-5', own: '80' });
    kit.held = 75n * kit.coin;
    expect(await kit.positions()).toEqual({ held: '75', owed: '74.999999999999999992' });
  });

  it('stands for nothing that miners are owed: what the pool has lost is missing in its wallets', async () => {
    await final();
    await kit.owe(60n * kit.coin);
    kit.held = 120n * kit.coin;
    expect(await kit.positions()).toEqual({ held: '120', owed: '119.999999999999999992' });
    // The pool loses 80 of its own 100: all of its miners' money has to be in the wallet, whatever is cold.
    await kit.book('pool:reorg-loss', -80n * kit.coin);
    expect(await kit.positions()).toEqual({ held: '120', owed: '60' });
    expect(await kit.plan('1')).toMatchObject({ kind: 'exceeds', limit: 'own', most: '0' });
  });

  describe('after a copy of the database was put back', () => {
    const forget = async (state: 'planned' | 'gone'): Promise<void> => {
      await forgetSigned(kit.ctx, [
        state === 'gone'
          ? 'DELETE FROM sweeps'
          : `UPDATE sweeps SET state = 'planned', txid = NULL, found = false`,
        'DELETE FROM payout_journal',
      ]);
    };

    it('is followed with the bytes that the journal has, and not handed out, where the copy had it as planned [10]', async () => {
      const { txid } = await sent();
      await forget('planned');
      kit.restart();
      expect(await checkJournal(kit.process)).toMatchObject({ kind: 'ahead', payouts: [0n] });
      expect(await kit.suspended()).toEqual(['journal-ahead']);
      kit.ctx.advance(60_000);
      await kit.follow(2);
      expect(await kit.rows()).toMatchObject([{ state: 'planned' }]);
      expect((await kit.compare()).unknown).toMatchObject([{ txid, address: kit.cold, from: 'journal' }]);
      // An operator would adopt it; where the suspension is gone already, the journal's bytes are the ones.
      await kit.lift();
      kit.chain.forget(txid);
      await kit.follow(2);
      expect(await kit.rows()).toMatchObject([{ state: 'sent', txid, found: true }]);
      // No wallet was asked for it, and it may have left: it is not handed out from here.
      kit.ctx.advance(60_000);
      await kit.follow(2);
      expect(kit.chain.sent()).toEqual([txid]);
      kit.chain.mine(txid, 2);
      await kit.follow(4);
      expect(await kit.rows()).toMatchObject([{ state: 'final', txid }]);
    });

    it('is judged like a new one where an operator has disregarded what the journal has', async () => {
      armCrashPoints((name) => {
        if (name !== 'sweep-before-send') return;
        armCrashPoints();
        throw new Error('died');
      });
      const { txid } = await kit.stored('40');
      await expect(kit.follow(1)).rejects.toThrow('died');
      await forget('planned');
      kit.restart();
      await checkJournal(kit.process);
      const operator = { ...kit.process, actor: 'ann' };
      expect(await disregardTransaction(operator, { txid, reason: 'never sent' })).toEqual({ kind: 'done' });
      await kit.owe(90n * kit.coin);
      kit.held = 95n * kit.coin;
      await kit.lift();
      kit.ctx.advance(60_000);
      await kit.follow(4);
      expect(kit.chain.sent()).toEqual([]);
      expect(await kit.rows()).toMatchObject([
        { state: 'returned', txid: null, note: expect.stringContaining('no more than 4.99999999 DOGE') },
      ]);
    });

    it.each([
      ['the network is suspended between', 'payouts of the network are suspended: operator'],
      ['its bytes cannot be read', 'what was signed cannot be read'],
    ])('is not given up where %s: it may have left', async (what, note) => {
      await sent();
      await forget('planned');
      kit.restart();
      await checkJournal(kit.process);
      await kit.lift();
      kit.change({
        inspect: async (on) => {
          if (what === 'its bytes cannot be read') return 'unreadable';
          await kit.suspend();
          return kit.chain.inspect(on);
        },
      });
      kit.ctx.advance(60_000);
      await kit.follow(1);
      expect(await kit.rows()).toMatchObject([{ state: 'planned', note }]);
    });

    it('is booked once where a journal has it: no movement takes its transaction before it is disregarded', async () => {
      const { txid } = await sent();
      kit.chain.mine(txid);
      await forget('gone');
      kit.restart();
      await checkJournal(kit.process);
      for (const reference of [txid, txid.toUpperCase()])
        expect(await kit.move('withdrawal', '40', reference)).toEqual({ kind: 'lost-sweep' });
      await kit.adopt(txid);
      expect(await kit.move('withdrawal', '40', txid)).toMatchObject({ kind: 'sweep-transaction' });
      await forget('gone');
      await checkJournal(kit.process);
      const operator = { ...kit.process, actor: 'ann' };
      expect(await disregardTransaction(operator, { txid, reason: 'sent by hand' })).toEqual({
        kind: 'done',
      });
      expect(await kit.move('withdrawal', '40', txid)).toMatchObject({ kind: 'booked' });
      expect(await kit.adopt(txid)).toEqual({ kind: 'movement', of: 'withdrawal' });
      expect(await kit.accounts()).toMatchObject({ cold: '0', own: '60' });
    });

    it.each(['planned', 'gone'] as const)(
      'is booked once where only its wallet knows it, and an operator has booked it (%s)',
      async (state) => {
        const { txid } = await sent();
        kit.chain.mine(txid, 2);
        await forget(state);
        kit.reopen();
        expect(await kit.move('withdrawal', '40', txid.toUpperCase())).toMatchObject({ kind: 'booked' });
        expect(await kit.adopt(txid)).toEqual({ kind: 'movement', of: 'withdrawal' });
        if (state === 'gone') return expect(await kit.rows()).toEqual([]);
        // Later the journal of the other machine is there.
        await kit.journalLine(txid, 'file');
        await kit.lift();
        kit.ctx.advance(60_000);
        await kit.follow(2);
        const note = expect.stringMatching(/^what a journal has of it is booked as a withdrawal already/);
        const [row] = await kit.rows();
        expect(row).toMatchObject({ state: 'planned', note });
        expect(await kit.cancel(row?.id)).toEqual({ kind: 'ended' });
        await kit.follow(4);
        expect(await kit.accounts()).toMatchObject({ cold: '0', own: '60' });
      },
    );

    it('is adopted under its own id, and asks the wallets once', async () => {
      const { txid } = await sent();
      await forget('gone');
      kit.restart();
      await checkJournal(kit.process);
      await kit.lift();
      kit.silentSigner();
      expect(await kit.sweep('40')).toMatchObject({ kind: 'waits' });
      let asked = 0;
      kit.change({
        outgoing: (since) => {
          asked += 1;
          return kit.chain.outgoing(since);
        },
      });
      expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept' });
      expect(asked).toBe(1);
      // The one that waits for its signer pays the same, and is another.
      expect((await kit.rows()).map((row) => [row.state, row.txid])).toEqual([
        ['sent', txid],
        ['planned', null],
      ]);
    });

    it('is adopted beside other bytes of the same order: at most one of the two is confirmed', async () => {
      const { txid } = await sent();
      const line = kit.process.journal.lines()[0];
      await forget('planned');
      // On another disk it is signed once more.
      kit.reopen();
      kit.chain.price = 9n;
      kit.ctx.advance(60_000);
      await kit.follow(2);
      const [second] = await kit.rows();
      expect(second?.txid).not.toBe(txid);
      if (line === undefined) throw new Error('no line');
      await storeLines(kit.ctx.db, [line], 'file');
      expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept' });
      kit.chain.mine(second?.txid ?? '', 2);
      await kit.follow(4);
      expect((await kit.rows()).map((row) => [row.state, row.txid])).toEqual([
        ['returned', txid],
        ['final', second?.txid],
      ]);
      expect(await kit.accounts()).toMatchObject({ cold: '-40', own: '100' });
    });

    it.each([
      ['after it left, who was paid nothing', 'swept'],
      ['before it left, who may have been paid', 'adopted'],
    ])('is adopted where a stranger mined to its address %s', async (_when, kind) => {
      if (kind === 'adopted') await kit.minerAt(kit.cold);
      const { txid } = await sent();
      kit.chain.mine(txid);
      await forget('gone');
      kit.reopen();
      kit.ctx.advance(60_000);
      if (kind === 'swept') await kit.minerAt(kit.cold);
      expect(await kit.adopt(txid)).toMatchObject({ kind });
    });

    it('has left the wallet where the copy has it as signed and a journal as sent [10]', async () => {
      await sent();
      await kit.ctx.db.execute(`SET session_replication_role = replica;
        UPDATE sweeps SET state = 'signed'; UPDATE payout_transactions SET state = 'signed'; DELETE FROM payout_journal;
        SET session_replication_role = origin`);
      expect(await kit.positions()).toEqual({ held: '100', owed: '100' });
      kit.restart();
      expect(await checkJournal(kit.process)).toMatchObject({ kind: 'ahead', payouts: [0n] });
      expect(await kit.positions()).toEqual({ held: '100', owed: '59.999999999999999992' });
    });

    it.each(['planned', 'gone'] as const)(
      'is adopted as a sweep, not as a payout, where the copy had it as %s and only its wallet knows it',
      async (state) => {
        const { txid } = await sent();
        kit.chain.mine(txid);
        await forget(state);
        // The journal of another machine is not there.
        kit.reopen();
        const operator = { ...kit.process, floats: kit.floats(), secret: kit.ctx.secret, actor: 'ann' };
        expect(await adoptPayout(operator, { txid, reason: 'lost' })).toMatchObject({ kind: 'sweep' });
        expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept', amount: 40n * kit.coin, coin: 'DOGE' });
        expect(await kit.adopt(txid)).toMatchObject({ kind: 'known-sweep' });
        expect((await kit.compare()).unknown).toEqual([]);
        expect(await kit.ctx.db.query(sql`SELECT 1 FROM miners WHERE address = ${kit.cold}`)).toEqual([]);
        expect(await kit.rows()).toMatchObject([{ state: 'sent', txid, found: true }]);
      },
    );
  });

  it.each([
    'sweep-planned',
    'sweep-signed',
    'sweep-stored',
    'sweep-sending',
    'sweep-journalled',
    'sweep-before-send',
    'sweep-sent',
    'sweep-ended',
  ])('goes on, once, after its process died at %s [10]', async (point) => {
    const die = (name: string): void => {
      if (name !== point) return;
      armCrashPoints();
      throw new Error(`died at ${name}`);
    };
    armCrashPoints(die);
    const errors: string[] = [];
    await kit.sweep('40').catch((error: unknown) => void errors.push((error as Error).message));
    const step = async (): Promise<void> => {
      await kit.follow(1, (_sweep, error) => void errors.push((error as Error).message));
      const [row] = await kit.rows();
      if (row?.txid && row.sends > 0 && kit.chain.paid(kit.cold) === 0n) kit.chain.mine(row.txid, 2);
    };
    for (let round = 0; round < 4; round += 1) await step();
    kit.restart();
    kit.ctx.advance(60_000);
    for (let round = 0; round < 8; round += 1) await step();
    expect(errors).toEqual([`died at ${point}`]);
    expect(await kit.rows()).toMatchObject([{ state: 'final', bookings: 1 }]);
    expect(kit.chain.paid(kit.cold)).toBe(40n * kit.coin);
    expect(await kit.accounts()).toMatchObject({ cold: '-40' });
    expect((await kit.compare()).unknown).toEqual([]);
  });

  it.each(['sweep-cancel-signed', 'sweep-cancel-stored'])(
    'is cancelled, once, after its process died at %s [10]',
    async (point) => {
      const { txid, sweep } = await sent();
      kit.chain.forget(txid);
      armCrashPoints((name) => {
        if (name !== point) return;
        armCrashPoints();
        throw new Error(`died at ${name}`);
      });
      await expect(kit.cancel(sweep)).rejects.toThrow(`died at ${point}`);
      kit.restart();
      if (point === 'sweep-cancel-signed')
        expect(await kit.cancel(sweep)).toMatchObject({ kind: 'cancelling' });
      // What is stored is sent by the next process.
      await kit.follow(1);
      const cancel = kit.chain.sent().at(-1) ?? '';
      expect(cancel).not.toBe(txid);
      kit.chain.mine(cancel, 2);
      await kit.follow(4);
      expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${cancel}` }]);
      expect(await kit.transactions()).toMatchObject({ [txid]: 'invalidated', [cancel]: 'final, booked' });
    },
  );
});
