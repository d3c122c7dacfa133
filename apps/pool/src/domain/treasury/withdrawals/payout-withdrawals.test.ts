import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { ExchangeAccount } from '../../../testing/payouts/exchange-account.ts';
import {
  availableTo,
  coin,
  forgetSigned,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../../testing/payouts/payout-world.ts';
import {
  beginAccount,
  bookedAccounts,
  dogeThrough,
  goOn,
  payoutOf,
} from '../../../testing/payouts/withdrawal-kit.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { lookedAt } from '../../testing/looked-at.ts';
import { bookEntry } from '../../ledger/book-entry.ts';
import { adoptPayout } from '../../payouts/adopt-payout.ts';
import { decideUnclear } from '../../payouts/decide-unclear.ts';
import { compareOutgoing } from '../../payouts/compare-outgoing.ts';
import { liftSuspension } from '../../payouts/lift-suspension.ts';
import { watchReleased } from '../../payouts/watch-released.ts';
import { watchSettled } from '../../payouts/watch-settled.ts';
import { readSuspensions } from '../../payouts/suspensions.ts';
import { selectWithdrawals } from './withdrawal-rows.ts';

const minute = 6;

describe.each(oneEngine())('a payout through an exchange, on %s', (engine) => {
  let ctx: TestContext;
  let account: ExchangeAccount;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    account = await beginAccount(ctx);
    process = payingProcess(ctx, dogeThrough(ctx, account.exchange()));
  });
  afterEach(() => process.end());
  afterAll(() => ctx.close());

  const rows = () => selectWithdrawals(ctx.db, sql`ORDER BY sent_at, txid`);

  it('is a withdrawal to its owner, final once record and balance say so, and booked out of the account with its fee', async () => {
    const { id, payout } = await reserveFifty(ctx, process);
    await goOn(ctx, process, minute);
    expect(account.asked).toMatchObject([{ address: payout.address, memo: '', amount: 50n * coin }]);
    expect((await payoutOf(ctx, id)).state).toBe('broadcasting');
    expect(await rows()).toMatchObject([{ state: 'taken', exchangeId: 'R1', known: [] }]);
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    const paid = await payoutOf(ctx, id);
    expect(paid).toMatchObject({ state: 'settled', signed: { chainId: 'chain-0', fee: 2n * coin } });
    expect(await bookedAccounts(ctx)).toEqual({
      'ext:exchange:kraken': -948n * coin,
      'pool:trading-fees': -2n * coin,
    });
    expect(account.total).toBe(948n * coin);
    expect(account.asked).toHaveLength(1);
  });

  it('takes first what trades have brought there', async () => {
    const postings = [
      { account: boughtAccount('kraken'), asset: 'DOGE', amount: -51n * coin },
      { account: 'ext:suite' as const, asset: 'DOGE', amount: 51n * coin },
    ];
    await ctx.db.transaction((tx) =>
      bookEntry(tx, { key: `bought ${ctx.random.uuid()}`, kind: 'given', at: ctx.clock.now(), postings }),
    );
    account.total += 51n * coin;
    await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    // 50 and one of the fee were bought; the other of the fee is the operator's own.
    expect(await bookedAccounts(ctx)).toEqual({
      'ext:exchange:kraken': -999n * coin,
      'pool:trading-fees': -2n * coin,
    });
  });

  it('waits for an address that is not registered, for its memo too, and names it', async () => {
    const { id, payout } = await reserveFifty(ctx, process);
    account.registered = [{ address: payout.address, memo: '7' }];
    await goOn(ctx, process, 2);
    expect((await payoutOf(ctx, id)).note).toContain(
      `kraken does not have ${payout.address} among its addresses of DOGE: register it there`,
    );
    account.registered = [{ address: payout.address, memo: '' }];
    await goOn(ctx, process, 2 * minute);
    expect(account.asked).toHaveLength(1);
  });

  it('waits, and is not signed, where the exchange would take more than agreed', async () => {
    const { id } = await reserveFifty(ctx, process);
    account.fee = 4n * coin;
    await goOn(ctx, process, 2 * minute);
    expect(await payoutOf(ctx, id)).toMatchObject({
      state: 'reserved',
      note: expect.stringContaining('it costs 4 DOGE, more than 3'),
    });
    account.fee = 2n * coin;
    await goOn(ctx, process, 10 * minute);
    expect(account.asked).toHaveLength(1);
  });

  it('is given back where it is less than the exchange lets out', async () => {
    const rail = dogeThrough(ctx, account.exchange());
    const { payout } = await reserveFifty(ctx, process);
    const order = { ...payout, payoutId: payout.id };
    expect(await rail.build([{ ...order, amount: 9n * coin }], [])).toMatchObject({
      kind: 'refused',
      payments: [{ why: 'kraken lets no less than 10 DOGE out, and it is 9' }],
    });
    expect(await rail.build([{ ...order, amount: 50n * coin + 1n }], [])).toMatchObject({ kind: 'refused' });
  });

  it('waits where the account has too little beside what others may take, or is not what the ledger says', async () => {
    account.total -= 1n;
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 2);
    expect((await payoutOf(ctx, id)).note).toContain('it waits for kraken to have what the ledger says');
    account.total += 1n;
    await ctx.db.query(sql`UPDATE place_balances SET state = 'difference', difference = 5`);
    await goOn(ctx, process, minute);
    expect(account.asked).toHaveLength(0);
    await ctx.db.query(sql`UPDATE place_balances SET state = 'equal', difference = 0`);
    await goOn(ctx, process, 5 * minute);
    expect(account.asked).toHaveLength(1);
  });

  it('is not final while the balance has not moved by its amount and fee, whatever the record says', async () => {
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    account.total += 1n;
    await goOn(ctx, process, 10 * minute);
    expect(await payoutOf(ctx, id)).toMatchObject({
      state: 'seen',
      awaited: expect.stringContaining('should have 948'),
    });
    account.total -= 1n;
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
  });

  it('is over where the record gave it up and the balance is back, and not before', async () => {
    const { id, miner } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.giveUp(false);
    await goOn(ctx, process, 5 * minute);
    expect((await payoutOf(ctx, id)).awaited).toContain('kraken to have what the ledger says');
    account.total += 52n * coin;
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(await bookedAccounts(ctx)).toEqual({ 'ext:exchange:kraken': -1000n * coin });
  });

  it('is never asked for twice where no answer came, and found by its record', async () => {
    account.fate = { taken: 'now', isAnswered: false };
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, minute);
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
    expect(account.asked).toHaveLength(1);
  });

  it('is given back only after two looks ten minutes apart where it was never taken', async () => {
    account.fate = { taken: 'never', isAnswered: false };
    const { id, miner } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 10 * minute);
    expect((await payoutOf(ctx, id)).awaited).toContain('two looks ten minutes apart');
    await goOn(ctx, process, 5 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(account.asked).toHaveLength(1);
  });

  it('is not given back by a process that does not trust its clock: it cannot say how far apart its looks were', async () => {
    process.end();
    let reason: string | undefined;
    process = payingProcess(
      ctx,
      dogeThrough(ctx, account.exchange(), ctx.db, () => reason),
    );
    account.fate = { taken: 'never', isAnswered: false };
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    expect(await rows()).toMatchObject([{ state: 'unknown' }]);
    reason = 'clock-skew';
    await goOn(ctx, process, 30 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('broadcasting');
    expect(await rows()).toMatchObject([{ state: 'unknown', absentFrom: null, absentUntil: null }]);
    reason = undefined;
    await goOn(ctx, process, 12 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('released');
    expect(account.asked).toHaveLength(1);
  });

  it('is not given back where it was taken and the record is behind: the balance has less', async () => {
    account.fate = { taken: 'now', isAnswered: false };
    account.isBehind = true;
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 30 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('broadcasting');
    account.isBehind = false;
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
  });

  it('is asked of a person from a day on, who says what it did', async () => {
    account.fate = { taken: 'now', isAnswered: false };
    account.isBehind = true;
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 2);
    ctx.advance(86_400_000);
    await goOn(ctx, process, minute);
    expect((await payoutOf(ctx, id)).awaited).toContain(
      'an operator has to look (payouts paid, or payouts unpaid)',
    );
  });

  it('is ended by a person where something else has moved the coin there for a day: its record is not enough', async () => {
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    account.total -= 7n * coin;
    await goOn(ctx, process, 2 * minute);
    const operator = { ...process, secret: ctx.secret, actor: 'suite' };
    expect(await decideUnclear(operator, { id, paid: true, why: 'the chain has it' })).toMatchObject({
      kind: 'not-possible',
      why: 'a node says that it has paid',
    });
    ctx.advance(86_400_000);
    await goOn(ctx, process, minute);
    expect((await payoutOf(ctx, id)).awaited).toContain('kraken says that chain-0 has paid it');
    expect(await decideUnclear(operator, { id, paid: true, why: 'the chain has it' })).toEqual({
      kind: 'done',
    });
    expect(await payoutOf(ctx, id)).toMatchObject({ state: 'settled', signed: { fee: 2n * coin } });
    expect((await bookedAccounts(ctx))['ext:exchange:kraken']).toBe(-948n * coin);
  });

  it('is not given back by a person whose word comes too early, and is where two looks say the same', async () => {
    account.fate = { taken: 'now', isAnswered: true };
    const { id, miner } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.records = [];
    account.total += 52n * coin;
    ctx.advance(86_400_000);
    await goOn(ctx, process, minute);
    const operator = { ...process, secret: ctx.secret, actor: 'suite' };
    const unpaid = { id, paid: false, why: 'it never left' };
    expect((await decideUnclear(operator, unpaid)).kind).toBe('not-possible');
    ctx.advance(40_000);
    expect(await decideUnclear(operator, unpaid)).toEqual({ kind: 'done' });
    await goOn(ctx, process, 2);
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
  });

  it('lets no other of the coin leave while one is not known, and several that are known', async () => {
    account.fate = { taken: 'never', isAnswered: false };
    const first = await reserveFifty(ctx, process);
    const second = await reserveFifty(ctx, process);
    await goOn(ctx, process, 5 * minute);
    expect(account.asked).toHaveLength(1);
    account.fate = { taken: 'now', isAnswered: true };
    await goOn(ctx, process, 15 * minute);
    const third = await reserveFifty(ctx, process);
    await goOn(ctx, process, 5 * minute);
    expect(account.asked).toHaveLength(3);
    account.deliver();
    await goOn(ctx, process, 5 * minute);
    expect((await payoutOf(ctx, first.id)).state).toBe('released');
    for (const { id } of [second, third]) expect((await payoutOf(ctx, id)).state).toBe('settled');
    expect((await bookedAccounts(ctx))['ext:exchange:kraken']).toBe(-account.total);
  });

  it('does not leave where the account was less known when it should: it is given back, and says why', async () => {
    const { id } = await reserveFifty(ctx, process);
    const late: PayingProcess = {
      ...process,
      rails: {
        all: [],
        railOf: () => ({
          kind: 'rail',
          rail: {
            ...process.rail,
            send: async (network, bytes) => {
              await ctx.db.query(sql`UPDATE place_balances SET state = 'difference', difference = -5`);
              return process.rail.send(network, bytes);
            },
          },
        }),
      },
    };
    await goOn(ctx, late, 1);
    expect(account.asked).toHaveLength(0);
    await goOn(ctx, process, 2 * minute);
    expect(await payoutOf(ctx, id)).toMatchObject({
      state: 'released',
      note: expect.stringContaining('nothing has left: kraken has 0.000000000000000005 DOGE less'),
    });
  });

  it('is not asked for again after the database was set back: it is adopted, found in the record and booked', async () => {
    const { id, payout } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    const [row] = await rows();
    await forgetSigned(ctx, ['DELETE FROM withdrawn_payouts']);
    process = process.restart();
    await goOn(ctx, process, minute);
    expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toEqual(['journal-ahead']);
    const operator = { ...process, secret: ctx.secret, actor: 'suite' };
    // The record has it without an id of ours, and it is known by its address and amount.
    expect((await compareOutgoing(operator)).unknown).toMatchObject([
      { txid: row?.txid, address: payout.address, amount: 50n * coin },
    ]);
    expect(await adoptPayout(operator, { txid: row?.txid ?? '', reason: 'restored' })).toMatchObject({
      kind: 'adopted',
      payout: id,
    });
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, '*', 'adopted')).toBe('lifted');
    await goOn(ctx, process, 30 * minute);
    expect(account.asked).toHaveLength(1);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
    expect((await bookedAccounts(ctx))['ext:exchange:kraken']).toBe(-account.total);
  });

  it('is named by a comparison where something has left the account that is no payout', async () => {
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    account.records.push(...account.records.map((each) => ({ ...each, exchangeId: 'R9', address: 'DElse' })));
    account.total -= 52n * coin;
    const other = await reserveFifty(ctx, process);
    await goOn(ctx, process, 10 * minute);
    expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toContain('unknown-transaction');
    expect((await payoutOf(ctx, other.id)).state).toBe('reserved');
    expect((await payoutOf(ctx, id)).state).toBe('seen');
  });

  it('is watched on: a record that gives up later, and the balance back, are two witnesses that it is gone', async () => {
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    await watchSettled(process, () => undefined);
    expect((await payoutOf(ctx, id)).goneAt).toBeNull();
    account.records = account.records.map((each) => ({ ...each, state: 'failed' }));
    account.total += 52n * coin;
    for (let look = 0; look < 3; look += 1) {
      ctx.advance(700_000);
      await lookedAt(ctx, 'kraken', 'DOGE');
      await watchSettled(process, () => undefined);
    }
    expect((await payoutOf(ctx, id)).goneAt).not.toBeNull();
  });

  it('suspends where what was given back has left after all, by an exchange that keeps ids', async () => {
    account.keepsIds = true;
    account.fate = { taken: 'later', isAnswered: false };
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 20 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('released');
    account.takeLate();
    ctx.advance(700_000);
    await watchReleased(process, (_, error) => {
      throw error;
    });
    expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toEqual(['unknown-transaction']);
  });
});
