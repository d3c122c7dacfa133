import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { ExchangeAccount } from '../../../testing/payouts/exchange-account.ts';
import {
  availableTo,
  coin,
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
import type { Rail } from '../../kernel/rail.ts';
import { oneRail } from '../../../sandbox/testing/one-rail.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { compareOutgoing } from '../../payouts/compare-outgoing.ts';
import { holdPayout, releasePayout, retryPayout } from '../../payouts/operate-payouts.ts';
import { watchSettled } from '../../payouts/watch-settled.ts';
import { preparePayouts } from '../../payouts/prepare-payout.ts';
import { findIn } from '../transfers/follow-transfer.ts';
import { selectTransfers } from '../transfers/transfer-rows.ts';

const minute = 6;

describe.each(oneEngine())(
  'payouts through an exchange that something stands in the way of, on %s',
  (engine) => {
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

    /** Signed and stored, and not handed out. */
    async function prepareFifty() {
      const reserved = await reserveFifty(ctx, process);
      expect(await preparePayouts(process, [reserved.payout])).toEqual({ kind: 'prepared' });
      return reserved;
    }

    it('are not asked for where an older copy of the database has one as signed, and the record has it', async () => {
      const { id, payout } = await prepareFifty();
      // The life that was lost has paid it; neither its journal nor its row is left.
      account.total -= 52n * coin;
      account.records.push({
        kind: 'withdrawal',
        exchangeId: 'R1',
        id: undefined,
        coin: 'DOGE',
        address: payout.address,
        amount: 50n * coin,
        fee: 2n * coin,
        state: 'done',
        txid: 'chain-0',
        at: ctx.clock.now(),
      });
      await goOn(ctx, process, 4 * minute);
      expect(account.asked).toEqual([]);
      expect(await payoutOf(ctx, id)).toMatchObject({ state: 'settled', signed: { chainId: 'chain-0' } });
      expect((await bookedAccounts(ctx))['ext:exchange:kraken']).toBe(-account.total);
    });

    it.each(['held', 'restricted'])(
      'leave while an older one that is signed and has not left is %s',
      async (what) => {
        const first = await prepareFifty();
        if (what === 'held') await holdPayout({ ...process, actor: 'suite' }, first.id, 'suite');
        else
          await ctx.db.query(sql`
          INSERT INTO restricted_addresses (coin, address, note, since) VALUES ('DOGE', ${first.payout.address}, 'suite', now())`);
        const second = await reserveFifty(ctx, process);
        await goOn(ctx, process, minute);
        expect(account.asked).toMatchObject([{ address: second.payout.address }]);
        expect((await payoutOf(ctx, first.id)).state).toBe('prepared');
      },
    );

    it('end where one was handed out, died before it was asked for, and an operator has it tried again', async () => {
      const { id, miner } = await prepareFifty();
      const dying: Rail = { ...process.rail, send: () => Promise.reject(new Error('it dies')) };
      await goOn(ctx, { ...process, rails: oneRail(dying) }, 1);
      expect((await payoutOf(ctx, id)).state).toBe('broadcasting');
      expect(await retryPayout({ ...process, actor: 'suite' }, id, 'suite')).toEqual({ kind: 'done' });
      await goOn(ctx, process, 15 * minute);
      expect((await payoutOf(ctx, id)).state).toBe('released');
      expect(await availableTo(ctx, miner)).toBe(50n * coin);
      expect(account.asked).toEqual([]);
    });

    it('are given back by an operator while nothing has handed them out, and leave no more', async () => {
      const { id, miner } = await prepareFifty();
      const operator = { ...process, secret: ctx.secret, actor: 'suite' };
      expect(await releasePayout(operator, id, 'suite')).toEqual({ kind: 'awaits-chain' });
      await goOn(ctx, process, 2 * minute);
      expect((await payoutOf(ctx, id)).state).toBe('released');
      expect(await availableTo(ctx, miner)).toBe(50n * coin);
      expect(account.asked).toEqual([]);
    });

    it('are given back where the record gave one up after it was done, before it was final', async () => {
      const { id, miner } = await reserveFifty(ctx, process);
      await goOn(ctx, process, 1);
      account.deliver();
      account.total += 1n;
      await goOn(ctx, process, minute);
      expect((await payoutOf(ctx, id)).state).toBe('seen');
      account.total += 52n * coin - 1n;
      account.records = account.records.map((each) => ({ ...each, state: 'failed' }));
      await goOn(ctx, process, 2 * minute);
      expect((await payoutOf(ctx, id)).state).toBe('released');
      expect(await availableTo(ctx, miner)).toBe(50n * coin);
    });

    it('keep the id that the exchange names last, and both are known', async () => {
      const { id } = await reserveFifty(ctx, process);
      await goOn(ctx, process, 1);
      account.deliver();
      account.total += 1n;
      await goOn(ctx, process, minute);
      account.records = account.records.map((each) => ({ ...each, txid: 'chain-new' }));
      account.total -= 1n;
      await goOn(ctx, process, 2 * minute);
      expect(await payoutOf(ctx, id)).toMatchObject({ state: 'settled', signed: { chainId: 'chain-new' } });
    });

    const transfer = async (state: string) => {
      const at = new Date(ctx.clock.now());
      await ctx.db.query(sql`
      INSERT INTO place_transfers (id, place, number, coin, network, address, amount, fee_max, usd, operator, stored_at, state, state_at, sent_at)
      VALUES ('ol1', 'kraken', 1, 'DOGE', 'BSC', 'own', ${70n * coin}, ${3n * coin}, 1, 'ann', ${at}, ${state}, ${at}, ${at})`);
    };

    it('are compared without a transfer to a wallet that the record shows before its row knows it', async () => {
      await transfer('unknown');
      const record = {
        kind: 'withdrawal' as const,
        exchangeId: 'T1',
        id: undefined,
        coin: 'DOGE',
        address: 'own',
        amount: 70n * coin,
        fee: coin,
        state: 'pending' as const,
        txid: undefined,
        at: ctx.clock.now(),
      };
      account.records.push(record);
      const operator = { ...process, secret: ctx.secret, actor: 'suite' };
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      // A second one like it is no transfer, and what goes elsewhere is none either.
      account.records.push({ ...record, exchangeId: 'T2' }, { ...record, exchangeId: 'T3', address: 'else' });
      expect((await compareOutgoing(operator)).unknown).toHaveLength(2);
    });

    it('are none of what another rail of the coin has signed: both witnesses say so', async () => {
      expect(await process.rail.lookUp('DOGE', 'ab', { inputs: '1' })).toMatchObject([
        { status: { kind: 'absent' } },
        { status: { kind: 'absent' } },
      ]);
    });

    it('explain what left to transfers that were never taken', async () => {
      await transfer('refused');
      await reserveFifty(ctx, process);
      await goOn(ctx, process, minute);
      const [row] = await selectTransfers(ctx.db, sql`WHERE id = 'ol1'`);
      if (row === undefined) throw new Error('gone');
      expect(account.records).toHaveLength(1);
      expect(await findIn(ctx.db, row, account.records)).toEqual({ kind: 'absent' });
    });

    it('ask the exchange once for all that are settled and watched', async () => {
      for (let each = 0; each < 3; each += 1) await reserveFifty(ctx, process);
      await goOn(ctx, process, 1);
      account.deliver();
      await goOn(ctx, process, 2 * minute);
      const asked = { balances: 0, transfers: 0 };
      const exchange = account.exchange();
      const rail = dogeThrough(ctx, {
        ...exchange,
        balances: () => {
          asked.balances += 1;
          return exchange.balances();
        },
        transfers: (...about) => {
          asked.transfers += 1;
          return exchange.transfers(...about);
        },
      });
      ctx.advance(700_000);
      await watchSettled({ ...process, rails: oneRail(rail) }, (_, error) => {
        throw error;
      });
      const rows = await ctx.db.query<{ verdict: string; watched: Date | null }>(
        sql`SELECT state AS verdict, watched_at AS watched FROM payouts`,
      );
      expect(rows.map(({ verdict, watched }) => [verdict, watched?.getTime()])).toEqual(
        rows.map(() => ['settled', ctx.clock.now()]),
      );
      expect([rows.length, asked]).toEqual([3, { balances: 0, transfers: 1 }]);
    });

    it('are found by their record beside one of before, of which an operator has said what it was', async () => {
      await reserveFifty(ctx, process);
      await goOn(ctx, process, 1);
      // One that an operator made, and booked, hours later; the first payout is still on its way.
      ctx.advance(2 * 3_600_000);
      account.records.push({
        ...account.records[0],
        exchangeId: 'M1',
        address: 'operator',
        amount: 7n * coin,
      } as never);
      account.records = account.records.map((each) => ({
        ...each,
        at: each.exchangeId === 'M1' ? ctx.clock.now() : each.at,
      }));
      await ctx.db.query(sql`
      INSERT INTO operator_decisions (decided_at, kind, subject, reason, actor)
      VALUES (${new Date(ctx.clock.now())}, 'disregard-transaction', 'kraken-record-M1', 'suite', 'suite')`);
      ctx.advance(2 * 3_600_000);
      account.fate = { taken: 'now', isAnswered: false };
      const { id } = await reserveFifty(ctx, process);
      await goOn(ctx, process, 2 * minute);
      expect(account.asked).toHaveLength(2);
      account.deliver();
      await goOn(ctx, process, 3 * minute);
      expect((await payoutOf(ctx, id)).state).toBe('settled');
    });
  },
);
