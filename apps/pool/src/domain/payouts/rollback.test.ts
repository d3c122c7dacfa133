import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backupTables } from '../operations/backup/read-backup.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { auditLedger } from '../operations/audit/audit-ledger.ts';
import { importTables } from '../operations/backup/import-tables.ts';
import { claimDatabase } from '../operations/claim-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  availableTo,
  clearPayouts,
  coin,
  forgetSigned,
  giveBalance,
  giveReward,
  openMiner,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { adoptPayout } from './adopt-payout.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { advancePayouts } from './advance-payouts.ts';
import { runAutoPayouts } from './auto-run.ts';
import { checkJournal, storeLines } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { markRestored } from '../operations/mark-restored.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions, suspendByOperator } from './suspensions.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

describe.each(oneEngine())('a database that loses what had committed, on %s', (engine) => {
  let ctx: TestContext;
  let folder: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    folder = mkdtempSync(join(tmpdir(), 'openlode-rollback-'));
    mkdirSync(join(folder, 'data'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => ctx.close());

  type Rail = ReturnType<typeof adversarialRail>;
  const paidTo = (rail: Rail, address: string): bigint[] =>
    rail
      .truth()
      .flatMap(({ outputs }) => outputs)
      .filter((output) => output.address === address)
      .map(({ amount }) => amount);

  const restoreLoss = async (of: TestContext): Promise<bigint> => {
    const [row] = await of.db.query<{ amount: bigint }>(
      sql`SELECT amount FROM balances WHERE account = 'pool:restore-loss' AND asset = 'DOGE'`,
    );
    return row?.amount ?? 0n;
  };
  /** What an audit finds of payouts and balances. */
  const unsound = async (of: TestContext) => {
    const { findings } = await auditLedger({ ...of, clock: ctx.clock });
    // This suite deletes payouts between its tests, and leaves their entries.
    return findings.filter(
      ({ rule, kind }) => kind === 'payout-not-as-booked' || ['L1', 'L3', 'L4'].includes(rule),
    );
  };

  /** What a standby has received by now. */
  const copy = async (name: string): Promise<string> => {
    const file = join(folder, name);
    await writeBackup(ctx, { file, dataDirectory: join(folder, 'data'), version: 'x' });
    return file;
  };

  /** The standby takes over: identity sequences jump ahead, as the server logs 32 values at a time. */
  const promoted = async (file: string): Promise<TestContext> => {
    const other = await createTestContext(engine);
    await importTables({ db: other.db }, backupTables(file));
    await other.db.execute(
      `SELECT setval(pg_get_serial_sequence('payouts', 'id'), (SELECT coalesce(max(id), 0) FROM payouts) + 33)`,
    );
    return other;
  };

  it('is not what a check sees that began before another payout left', async () => {
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    const store = (payout: bigint) =>
      storeLines(
        ctx.db,
        [
          {
            payout,
            txid: `left-${payout}`,
            network: 'DOGE',
            coin: 'DOGE',
            address: 'DSideBySide',
            memo: '',
            amount: coin,
            bytes: new Uint8Array([1]),
            proof: {},
            at: ctx.clock.now(),
            epoch: '',
          },
        ],
        'sent',
      );
    const check = (db: Queryable) => process.rollback.check(db, ctx.clock.now());
    await store(1n);
    expect(await check(ctx.db)).toBeUndefined();
    // The first answer of the database reaches this check only when the other has long gone on.
    let goOn = () => {};
    const gone = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const late = check({
      query: async <Row>(statement: Sql) => {
        const rows = await ctx.db.query<Row>(statement);
        await gone;
        return rows;
      },
    });
    await store(2n);
    expect(await check(ctx.db)).toBeUndefined();
    goOn();
    expect(await late).toBeUndefined();
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('is noticed by the process that sent, before it pays again [P2] [P9]', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    ctx.setNow(Date.UTC(2026, 4, 2, 12, 59));
    const miner = await openMiner(ctx, { address: 'DRolledBackOne', autoPay: true });
    await giveReward(ctx, miner, Date.UTC(2026, 4, 1, 8));
    await giveBalance(ctx, miner, 50n * coin);
    const standby = await copy('standby');
    ctx.setNow(Date.UTC(2026, 4, 2, 13, 0, 5));
    await runAutoPayouts(process, () => undefined);
    await advancePayouts(process, () => undefined);
    const sent = process.journal.tail();
    const after = await promoted(standby);
    // The same process, its journal and its memory: the pool has reconnected.
    const same = { ...process, db: after.db, secret: ctx.secret, actor: 'root' };
    ctx.advance(60_000);
    expect(await runAutoPayouts(same, () => undefined)).toMatchObject({ reserved: 0 });
    expect(await readSuspensions(after.db)).toMatchObject([
      {
        network: '*',
        reason: 'journal-ahead',
        detail: `the journal has sent payouts that the database does not know: ${sent?.payout}`,
      },
    ]);
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(same, () => undefined);
      ctx.advance(10_000);
    }
    expect(paidTo(rail, 'DRolledBackOne')).toEqual([50n * coin]);

    // Compared, adopted, lifted: its balance is what it was before the failover, and it settles once.
    expect(await liftSuspension(same, '*', 'at once')).toBe('not-compared');
    expect((await compareOutgoing(same)).unknown).toMatchObject([
      { txid: sent?.txid, address: 'DRolledBackOne', amount: 50n * coin, from: 'journal' },
    ]);
    expect(await liftSuspension(same, '*', 'looked at')).toBe('not-compared');
    const adopted = await adoptPayout(same, { txid: sent?.txid ?? '', reason: 'failover of 13:00' });
    expect(adopted).toEqual({ kind: 'adopted', payout: sent?.payout, fromPool: 0n, held: [] });
    expect(await adoptPayout(same, { txid: sent?.txid ?? '', reason: 'twice' })).toEqual({
      kind: 'known',
      payout: sent?.payout,
    });
    expect((await compareOutgoing(same)).unknown).toEqual([]);
    expect(await liftSuspension(same, '*', 'adopted')).toBe('lifted');
    await runAutoPayouts(same, () => undefined);
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(same, () => undefined);
      ctx.advance(10_000);
    }
    expect(await readSuspensions(after.db)).toEqual([]);
    expect(await findPayout(after.db, sent?.payout ?? 0n)).toMatchObject({
      kind: 'adopted',
      state: 'settled',
    });
    expect(paidTo(rail, 'DRolledBackOne')).toEqual([50n * coin]);
    const { findings } = await auditLedger({ ...after, clock: ctx.clock });
    expect(findings.filter(({ kind }) => kind === 'payout-not-as-booked')).toEqual([]);
    process.end();
    await after.close();
  });

  it('is noticed by another process, from the lines in the table [P2] [P9]', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const [one, two] = [payingProcess(ctx, rail), payingProcess(ctx, rail)];
    const miner = await openMiner(ctx, { address: 'DRolledBackTwo' });
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(one, miner, 'manual');
    await advancePayouts(one, () => undefined);
    await forgetSigned(ctx);
    const again = two.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 0 });
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(again, () => undefined);
      ctx.advance(10_000);
    }
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: '*', reason: 'rolled-back' }]);
    expect(paidTo(rail, 'DRolledBackTwo')).toEqual([50n * coin]);
    for (const each of [one, again]) each.end();
  });

  it('is not paid from by a process that saw nothing of what is lost, before the one that sent it has looked [P2] [P9]', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const [one, two] = [payingProcess(ctx, rail), payingProcess(ctx, rail)];
    const miner = await openMiner(ctx, { address: 'DSentByAnother' });
    await giveBalance(ctx, miner, 50n * coin);
    await advancePayouts(two, () => undefined);
    const standby = await copy('standby');
    await reservePayout(one, miner, 'manual');
    await advancePayouts(one, () => undefined);
    const after = await promoted(standby);
    const [first, second] = [one, two].map((process) => ({ ...process, db: after.db }));
    if (first === undefined || second === undefined) throw new Error('two processes');

    // The second has reconnected; the first hangs for twenty seconds.
    expect(await reservePayout(second, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'rolled-back',
    });
    await advancePayouts(second, () => undefined);
    ctx.advance(20_000);
    expect((await reservePayout(second, miner, 'manual')).kind).toBe('suspended');
    expect(await readSuspensions(after.db)).toEqual([]);
    await advancePayouts(first, () => undefined);
    expect(await readSuspensions(after.db)).toMatchObject([{ network: '*', reason: 'journal-ahead' }]);
    ctx.advance(60_000);
    expect((await reservePayout(second, miner, 'manual')).kind).toBe('suspended');
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(second, () => undefined);
      ctx.advance(10_000);
    }
    expect(paidTo(rail, 'DSentByAnother')).toEqual([50n * coin]);
    one.end();
    two.end();
    await after.close();
  });

  it('holds payouts back for half a minute after another server took over, and no longer where nothing is missed', async () => {
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    const miner = await openMiner(ctx, { address: 'DNothingLost' });
    await giveBalance(ctx, miner, 50n * coin);
    await advancePayouts(process, () => undefined);
    const after = await promoted(await copy('standby'));
    const same = { ...process, db: after.db };
    expect((await reservePayout(same, miner, 'manual')).kind).toBe('suspended');
    ctx.advance(29_999);
    expect((await reservePayout(same, miner, 'manual')).kind).toBe('suspended');
    ctx.advance(1);
    expect((await reservePayout(same, miner, 'manual')).kind).toBe('reserved');
    expect(await readSuspensions(after.db)).toEqual([]);
    process.end();
    await after.close();
  });

  it('is noticed by a process that only saw what another sent', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const [one, two] = [payingProcess(ctx, rail), payingProcess(ctx, rail)];
    const miner = await openMiner(ctx, { address: 'DRolledBackThree' });
    await giveBalance(ctx, miner, 50n * coin);
    const standby = await copy('standby');
    await reservePayout(one, miner, 'manual');
    await advancePayouts(one, () => undefined);
    await advancePayouts(two, () => undefined);
    const after = await promoted(standby);
    // The machine of the first is lost with the database.
    one.end();
    const other = { ...two, db: after.db, secret: ctx.secret, actor: 'root' };
    expect(await reservePayout(other, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'rolled-back',
    });
    expect(await readSuspensions(after.db)).toMatchObject([
      {
        network: '*',
        reason: 'rolled-back',
        detail: expect.stringMatching(/^the database has lost transaction /),
      },
    ]);
    // No journal is left that has it: its wallet does.
    const { unknown } = await compareOutgoing(other);
    expect(unknown).toMatchObject([{ address: 'DRolledBackThree', from: 'wallet' }]);
    await adoptPayout(other, { txid: unknown[0]?.txid ?? '', reason: 'failover' });
    await compareOutgoing(other);
    expect(await liftSuspension(other, '*', 'adopted')).toBe('lifted');
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(other, () => undefined);
      ctx.advance(10_000);
    }
    expect(await readSuspensions(after.db)).toEqual([]);
    expect((await reservePayout(other, miner, 'manual')).kind).toBe('below-threshold');
    expect(paidTo(rail, 'DRolledBackThree')).toEqual([50n * coin]);
    other.end();
    await after.close();
  });

  it('does not find a balance short that was paid from what is lost as well: the pool bears it, and it is written down', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    const miner = await openMiner(ctx, { address: 'DEarnedSince' });
    await giveBalance(ctx, miner, 20n * coin);
    const backup = await copy('backup');
    await giveBalance(ctx, miner, 30n * coin);
    await reservePayout(process, miner, 'manual');
    await advancePayouts(process, () => undefined);
    const after = await promoted(backup);
    const same = { ...process, db: after.db, secret: ctx.secret, actor: 'root' };
    await advancePayouts(same, () => undefined);
    const txid = process.journal.tail()?.txid ?? '';
    expect(await adoptPayout(same, { txid, reason: 'restore' })).toMatchObject({ fromPool: 30n * coin });
    expect(await availableTo(after, miner)).toBe(0n);
    const [loss] = await after.db.query<{ amount: bigint }>(
      sql`SELECT amount FROM balances WHERE account = 'pool:restore-loss' AND asset = 'DOGE'`,
    );
    expect(loss?.amount).toBe(-30n * coin);
    expect(
      await after.db.query(
        sql`SELECT kind, subject, reason, actor FROM operator_decisions WHERE kind = 'adopt-payout'`,
      ),
    ).toEqual([
      {
        kind: 'adopt-payout',
        subject: `${process.journal.tail()?.payout}: ${txid}`,
        reason: 'restore',
        actor: 'root',
      },
    ]);
    const { findings } = await auditLedger({ ...after, clock: ctx.clock });
    expect(findings.filter(({ kind }) => kind === 'payout-not-as-booked')).toEqual([]);
    process.end();
    await after.close();
  });

  it('sends no other bytes for a payout that the backup has as reserved and only the wallet knows as sent', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const lost = payingProcess(ctx, rail);
    const miner = await openMiner(ctx, { address: 'DReservedInTheBackup' });
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(lost, miner, 'manual');
    const backup = await copy('backup');
    await advancePayouts(lost, () => undefined);
    const after = await promoted(backup);
    await markRestored(after.db, {
      epoch: '00000000-0000-4000-8000-0000000000ee',
      at: ctx.clock.now(),
      backupAt: ctx.clock.now(),
      lines: [],
      faults: [],
    });
    const fresh = { ...payingProcess(ctx, rail, after.db), secret: ctx.secret, actor: 'root' };
    const [unknown] = (await compareOutgoing(fresh)).unknown;
    expect(unknown).toMatchObject({ address: 'DReservedInTheBackup', from: 'wallet' });
    expect(await adoptPayout(fresh, { txid: unknown?.txid ?? '', reason: 'restore' })).toMatchObject({
      kind: 'adopted',
      fromPool: 0n,
    });
    expect((await compareOutgoing(fresh)).unknown).toEqual([]);
    expect(await liftSuspension(fresh, '*', 'adopted')).toBe('lifted');
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(fresh, () => undefined);
      ctx.advance(10_000);
    }
    expect(paidTo(rail, 'DReservedInTheBackup')).toEqual([50n * coin]);
    expect(await after.db.query(sql`SELECT state, txid FROM payouts`)).toEqual([
      { state: 'settled', txid: unknown?.txid },
    ]);
    lost.end();
    fresh.end();
    await after.close();
  });

  it('holds a payout that the backup has as reserved when its money left as another one, and names it', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const lost = payingProcess(ctx, rail);
    const miner = await openMiner(ctx, { address: 'DReleasedSince' });
    await giveBalance(ctx, miner, 50n * coin);
    const first = await reservePayout(lost, miner, 'manual');
    const id = first.kind === 'reserved' ? first.id : 0n;
    const backup = await copy('backup');
    // Released after the copy was made, and asked for again: the same 50 leave as another payout.
    expect(await releasePayout(ctx, id, 'a wrong click')).toMatchObject({ kind: 'done' });
    expect((await reservePayout(lost, miner, 'manual')).kind).toBe('reserved');
    await advancePayouts(lost, () => undefined);
    const after = await promoted(backup);
    await markRestored(after.db, {
      epoch: '00000000-0000-4000-8000-0000000000ef',
      at: ctx.clock.now(),
      backupAt: ctx.clock.now(),
      lines: lost.journal.lines(),
      faults: [],
    });
    const fresh = { ...payingProcess(ctx, rail, after.db), secret: ctx.secret, actor: 'root' };
    const [unknown] = (await compareOutgoing(fresh)).unknown;
    expect(await adoptPayout(fresh, { txid: unknown?.txid ?? '', reason: 'restore' })).toMatchObject({
      kind: 'adopted',
      fromPool: 50n * coin,
      held: [id],
    });
    await compareOutgoing(fresh);
    expect(await liftSuspension(fresh, '*', 'adopted')).toBe('lifted');
    for (let step = 0; step < 14; step += 1) {
      await advancePayouts(fresh, () => undefined);
      ctx.advance(10_000);
    }
    expect(paidTo(rail, 'DReleasedSince')).toEqual([50n * coin]);
    expect(
      await after.db.query(
        sql`SELECT state, hold, note LIKE '%may be the same money' AS reported FROM payouts WHERE id = ${id}`,
      ),
    ).toEqual([{ state: 'reserved', hold: 'operator', reported: true }]);
    const [listed] = await listPayouts(fresh, { id, limit: 1 });
    expect(listed?.waitsFor).toMatch(
      /; the pool bore 50 DOGE for its owner, which may be this money: payouts release gives that back to the pool, and /,
    );
    expect(await approvePayout(fresh, id, 'a wrong word')).toEqual({ kind: 'restore-loss', amount: '50' });
    expect(await releasePayout(fresh, id, 'the same money')).toEqual({ kind: 'done', toPool: '50' });
    expect([await availableTo(after, miner), await restoreLoss(after)]).toEqual([0n, 0n]);
    expect((await reservePayout(fresh, miner, 'manual')).kind).toBe('below-threshold');
    for (let step = 0; step < 6; step += 1) {
      await advancePayouts(fresh, () => undefined);
      ctx.advance(10_000);
    }
    expect(paidTo(rail, 'DReleasedSince')).toEqual([50n * coin]);
    expect(await unsound(after)).toEqual([]);
    lost.end();
    fresh.end();
    await after.close();
  });

  describe('where the pool bore what an adopted payout was short of', () => {
    /** 50 DOGE are reserved; `amount` left in the lost life under another number, and is adopted with an empty balance. */
    async function adoptBeside(amount: bigint, { prepared = false, lost = false } = {}) {
      const chain = adversarialRail(ctx.clock, calm);
      // What the pool itself sends is lost on the way.
      const rail = lost ? { ...chain, send: async () => ({ kind: 'taken' }) as const } : chain;
      const process = { ...payingProcess(ctx, rail), secret: ctx.secret, actor: 'root' };
      const miner = await openMiner(ctx);
      const reserve = async (): Promise<bigint> => {
        await giveBalance(ctx, miner, 50n * coin);
        const outcome = await reservePayout(process, miner, 'manual');
        if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
        return outcome.id;
      };
      const id = await reserve();
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      if (prepared) await preparePayouts(process, [payout]);
      const { network, address, memo } = payout;
      const order = { payoutId: id + 20n, coin: 'DOGE', network, address, memo, amount };
      const signed = await rail.build([order], []);
      if (signed.kind !== 'signed') throw new Error('refused');
      const bytesAreSent = () => chain.send(network, signed.bytes);
      const adopt = async () => {
        const { txid, bytes, proof } = signed;
        const line = { ...order, payout: id + 20n, txid, bytes, proof, at: ctx.clock.now(), epoch: '' };
        await storeLines(ctx.db, [line], 'file');
        const before = await restoreLoss(ctx);
        const adopted = await adoptPayout(process, { txid, reason: 'restore' });
        expect(adopted).toMatchObject({ kind: 'adopted', fromPool: amount, held: lost ? [] : [id] });
        return { before, adopted: adopted.kind === 'adopted' ? adopted.payout : 0n };
      };
      const advance = async (steps: number): Promise<void> => {
        for (let step = 0; step < steps; step += 1) {
          await advancePayouts(process, () => undefined);
          ctx.advance(10_000);
        }
      };
      const waitsFor = async () => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;
      return { rail, process, miner, id, adopt, bytesAreSent, advance, reserve, waitsFor };
    }

    it('gives it back once, from what was reserved before, and the rest to the owner', async () => {
      const { process, miner, id, adopt, bytesAreSent, reserve } = await adoptBeside(30n * coin);
      await bytesAreSent();
      const { before } = await adopt();
      // Reserved after the adoption: earned since, so it is other money, and may leave.
      ctx.advance(86_400_000);
      const later = await reserve();
      expect(await holdPayout(process, later, 'a look')).toEqual({ kind: 'done' });
      expect(await approvePayout(process, later, 'looked at')).toEqual({ kind: 'done' });
      expect(await releasePayout(process, later, 'not yet')).toEqual({ kind: 'done' });
      expect(await availableTo(ctx, miner)).toBe(50n * coin);
      expect(await approvePayout(process, id, 'both')).toEqual({ kind: 'restore-loss', amount: '30' });
      expect(await releasePayout(process, id, 'the same money')).toEqual({ kind: 'done', toPool: '30' });
      expect(await releasePayout(process, id, 'twice')).toEqual({ kind: 'not-possible', state: 'released' });
      expect(await availableTo(ctx, miner)).toBe(70n * coin);
      expect(await restoreLoss(ctx)).toBe(before);
      expect(
        await ctx.db.query(sql`
          SELECT key, kind, account, postings.amount FROM ledger_entries JOIN postings ON entry_id = ledger_entries.id
           WHERE key = ${`restore-loss:${id}`} ORDER BY line`),
      ).toEqual([
        {
          key: `restore-loss:${id}`,
          kind: 'restore-loss-returned',
          account: `miner:${miner}:mining`,
          amount: -30n * coin,
        },
        {
          key: `restore-loss:${id}`,
          kind: 'restore-loss-returned',
          account: 'pool:restore-loss',
          amount: 30n * coin,
        },
      ]);
      expect(await unsound(ctx)).toEqual([]);
      process.end();
    });

    it('gives it back also of what was signed, when its chain has ended that', async () => {
      const { rail, process, miner, id, adopt, bytesAreSent, advance } = await adoptBeside(50n * coin, {
        prepared: true,
      });
      await bytesAreSent();
      const { before } = await adopt();
      expect(await approvePayout(process, id, 'both')).toEqual({ kind: 'restore-loss', amount: '50' });
      expect(await releasePayout(process, id, 'the same money')).toEqual({ kind: 'awaits-chain' });
      await advance(90);
      expect((await findPayout(ctx.db, id))?.state).toBe('released');
      expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([0n, before]);
      expect(rail.truth().flatMap(({ outputs }) => outputs)).toHaveLength(1);
      expect(await unsound(ctx)).toEqual([]);
      process.end();
    });

    it('gives the owner all of it by the word of an operator that it is other money [P16]', async () => {
      const { process, miner, id, adopt, bytesAreSent } = await adoptBeside(30n * coin);
      await bytesAreSent();
      const { before } = await adopt();
      expect(await releasePayout(process, id, 'both were earned', { toOwner: true })).toEqual({
        kind: 'done',
      });
      expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([
        50n * coin,
        before - 30n * coin,
      ]);
      expect(
        await ctx.db.query(
          sql`SELECT why FROM payout_actions WHERE payout_id = ${id} AND action = 'release'`,
        ),
      ).toEqual([{ why: 'both were earned (all of it to its owner)' }]);
      expect(await unsound(ctx)).toEqual([]);
      process.end();
    });

    it.each([
      { toOwner: false, outcome: { kind: 'done', toPool: '50' }, available: 0n, fromPool: 0n },
      { toOwner: true, outcome: { kind: 'done' }, available: 50n * coin, fromPool: -50n * coin },
    ])(
      'waits for an operator where what was under way is invalidated, to its owner: $toOwner',
      async (each) => {
        const { toOwner, outcome, available, fromPool } = each;
        const { process, miner, id, adopt, bytesAreSent, advance, waitsFor } = await adoptBeside(50n * coin, {
          lost: true,
        });
        await advance(3);
        expect((await findPayout(ctx.db, id))?.state).toBe('broadcasting');
        await bytesAreSent();
        const { before } = await adopt();
        await advance(90);
        expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'invalidated', hold: null });
        expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([0n, before - 50n * coin]);
        expect(await waitsFor()).toBe(
          'an operator: its chain has invalidated it, and the pool bore 50 DOGE for its owner, which may be this money: payouts release gives that back to the pool, and payouts release --to-owner all of it to its owner',
        );
        expect(await releasePayout(process, id, 'looked at', { toOwner })).toEqual(outcome);
        expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([
          available,
          before + fromPool,
        ]);
        expect(await unsound(ctx)).toEqual([]);
        process.end();
      },
    );

    it('owes it to the owner again where the adopted payout never arrives', async () => {
      const { process, miner, id, adopt, advance } = await adoptBeside(50n * coin);
      // Past its time, so that nothing of it can ever be confirmed.
      ctx.advance(3_600_000);
      const { before, adopted } = await adopt();
      expect(await releasePayout(process, id, 'the same money')).toEqual({ kind: 'done', toPool: '50' });
      expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([0n, before]);
      await advance(90);
      expect((await findPayout(ctx.db, adopted))?.state).toBe('released');
      expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([50n * coin, before]);
      expect(await unsound(ctx)).toEqual([]);
      process.end();
    });
  });

  it.each(['release', 'adoption'])(
    'pays once where an adoption and a release of the same money come at the same moment, the %s first',
    async (first) => {
      const rail = adversarialRail(ctx.clock, calm);
      const process = { ...payingProcess(ctx, rail), secret: ctx.secret, actor: 'root' };
      const miner = await openMiner(ctx);
      await giveBalance(ctx, miner, 50n * coin);
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
      const { id } = outcome;
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      const { network, address, memo, amount } = payout;
      const signed = await rail.build(
        [{ payoutId: id + 20n, coin: 'DOGE', network, address, memo, amount }],
        [],
      );
      if (signed.kind !== 'signed') throw new Error('refused');
      await rail.send(network, signed.bytes);
      const before = await restoreLoss(ctx);
      let locked: () => void = () => undefined;
      const isLocked = new Promise<void>((resolve) => {
        locked = resolve;
      });
      const pauseMs = 200;
      const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));
      const both: (() => Promise<unknown>)[] = [
        () => releasePayout(process, id, 'on request'),
        () => adoptPayout(process, { txid: signed.txid, reason: 'restore' }),
      ];
      const [one, other] = first === 'release' ? both : both.toReversed();
      const all = [isLocked.then(one), isLocked.then(pause).then(other)];
      // Both come as far as their entries, which wait for the coin's chain of entries.
      await ctx.db.transaction(async (tx) => {
        await tx.query(sql`SELECT 1 FROM ledger_chains WHERE asset = 'DOGE' FOR UPDATE`);
        locked();
        await pause();
        await pause();
      });
      await Promise.all(all);
      expect([await availableTo(ctx, miner), await restoreLoss(ctx)]).toEqual([0n, before]);
      expect(await unsound(ctx)).toEqual([]);
      process.end();
    },
  );

  it('is compared as far back as it was not compared before, however old a copy that came back by hand is', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    await claimDatabase(ctx, simulatedKind);
    const miner = await openMiner(ctx, { address: 'DCopiedByHand' });
    await giveBalance(ctx, miner, 50n * coin);
    const copied = await copy('by-hand');
    ctx.advance(3_600_000);
    await reservePayout(process, miner, 'manual');
    await advancePayouts(process, () => undefined);
    ctx.advance(40 * 86_400_000);
    const after = await promoted(copied);
    const fresh = { ...payingProcess(ctx, rail, after.db), secret: ctx.secret, actor: 'root' };
    await suspendByOperator(fresh, '*', 'the data directory was copied back', { isRecovered: true });
    expect(await readSuspensions(after.db)).toMatchObject([{ network: '*', reason: 'rolled-back' }]);
    expect(await liftSuspension(fresh, '*', 'at once')).toBe('not-compared');
    const first = await compareOutgoing(fresh);
    expect(first.unknown).toMatchObject([{ address: 'DCopiedByHand', from: 'wallet' }]);
    expect(await liftSuspension(fresh, '*', 'looked at')).toBe('not-compared');
    const txid = first.unknown[0]?.txid ?? '';
    expect(await adoptPayout(fresh, { txid, reason: 'copied back' })).toMatchObject({ kind: 'adopted' });
    const second = await compareOutgoing(fresh);
    expect(second).toMatchObject({ since: first.since, unknown: [] });
    // What was compared without a gap is not asked for again, unless it is said.
    ctx.advance(60_000);
    expect((await compareOutgoing(fresh)).since).toBe(ctx.clock.now() - 60_000 - 86_400_000);
    expect((await compareOutgoing(fresh, first.since)).since).toBe(first.since);
    expect(await liftSuspension(fresh, '*', 'adopted')).toBe('lifted');
    process.end();
    fresh.end();
    await after.close();
  });

  it('opens the miner again that was paid and is lost', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    const backup = await copy('backup');
    const miner = await openMiner(ctx, { address: 'DSince' });
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(process, miner, 'manual');
    await advancePayouts(process, () => undefined);
    const after = await promoted(backup);
    const same = { ...process, db: after.db, secret: ctx.secret, actor: 'root' };
    await compareOutgoing(same);
    const txid = process.journal.tail()?.txid ?? '';
    expect(await adoptPayout(same, { txid, reason: 'restore' })).toMatchObject({
      kind: 'adopted',
      fromPool: 50n * coin,
    });
    expect(await after.db.query(sql`SELECT coin, network FROM miners WHERE address = 'DSince'`)).toEqual([
      { coin: 'DOGE', network: 'DOGE' },
    ]);
    process.end();
    await after.close();
  });

  it('is suspended after every restore, also where no journal knows anything, and copies carry the journal', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    writeFileSync(join(folder, 'data', 'payouts.journal'), '');
    mkdirSync(join(folder, 'data', 'process-1'));
    for (const name of ['openlode.lock', 'work-spool-scrypt.jsonl'])
      writeFileSync(join(folder, 'data', 'process-1', name), '');
    const backup = join(folder, 'with-journal');
    const { files } = await writeBackup(ctx, {
      file: backup,
      dataDirectory: join(folder, 'data'),
      version: 'x',
    });
    expect(files).toEqual(['payouts.journal', 'process-1/work-spool-scrypt.jsonl']);
    const after = await promoted(backup);
    await markRestored(after.db, {
      epoch: '00000000-0000-4000-8000-00000000000e',
      at: ctx.clock.now(),
      backupAt: Date.UTC(2026, 4, 2, 12),
      lines: [],
      faults: [],
    });
    expect(await readSuspensions(after.db)).toMatchObject([
      {
        network: '*',
        reason: 'restored',
        detail:
          'restored from the backup of 2026-05-02T12:00:00.000Z: what left since then is not in it; ' +
          'compare with the wallets (payouts compare), adopt what is named, then lift this',
      },
    ]);
    expect(await liftSuspension({ ...ctx, db: after.db }, '*', 'at once')).toBe('not-compared');
    process.end();
    await after.close();
  });

  it('adopts no unknown transaction, and no longer names one that an operator disregards', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const process = { ...payingProcess(ctx, rail), secret: ctx.secret, actor: 'root' };
    expect(await adoptPayout(process, { txid: 'none', reason: 'x' })).toEqual({ kind: 'no-transaction' });
    const own = await rail.build(
      [
        {
          payoutId: 99_999n,
          coin: 'DOGE',
          network: 'DOGE',
          address: 'DColdStore',
          memo: '',
          amount: coin,
        },
      ],
      [],
    );
    if (own.kind === 'signed') await rail.send('DOGE', own.bytes);
    const { unknown } = await compareOutgoing(process);
    expect(unknown).toMatchObject([{ address: 'DColdStore', from: 'wallet' }]);
    await disregardTransaction(process, { txid: unknown[0]?.txid ?? '', reason: 'to the cold store' });
    expect((await compareOutgoing(process)).unknown).toEqual([]);
    process.end();
  });
});
