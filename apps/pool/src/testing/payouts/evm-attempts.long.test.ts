import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnvilNode, anvilMissing, hasAnvil } from '../../../../../testing/anvil-node.ts';
import { AnvilRail, confirmations } from '../../adapters/rails/evm/testing/anvil-rail.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { cancelPayout } from '../../domain/payouts/cancel-payout.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { holdPayout, releasePayout } from '../../domain/payouts/operate-payouts.ts';
import { findPayout } from '../../domain/payouts/payout.ts';
import { preparePayouts } from '../../domain/payouts/prepare-payout.ts';
import { raiseAfterMs } from '../../domain/payouts/raise-price.ts';
import { bumpPayout } from '../../domain/payouts/replace-transaction.ts';
import { coinReservations } from '../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
} from './payout-world.ts';

const gwei = 10n ** 9n;

describe.skipIf(!hasAnvil).each(oneEngine())(
  `payouts in several transactions on anvil, on %s${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 240_000 },
  (engine) => {
    let ctx: TestContext;
    let node: AnvilNode;
    let pool: AnvilRail;
    let process: PayingProcess;
    let payees = 0;
    beforeAll(async () => {
      node = await AnvilNode.start();
      ctx = await createTestContext(engine);
    }, 240_000);
    afterAll(async () => {
      await node?.close();
      await ctx?.close();
    });
    beforeEach(async () => {
      await clearDecisions(ctx);
      await node.ask('anvil_reset');
      await node.setMining(false);
      pool = new AnvilRail(node);
      process = payingProcess(ctx, pool.open({ reservations: coinReservations(ctx) }));
      return () => pool.close();
    });

    const operator = () => ({ ...process, actor: 'root' });
    /** A payout of 1 ETH to an address of its own. */
    const reserve = async () => {
      payees += 1;
      const address = `0x${payees.toString(16).padStart(40, '1')}`;
      const at = new Date(ctx.clock.now());
      const uuid = `cccccccc-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, 'ETH', 'ETH', ${address}, ${at}, ${at}) RETURNING id`);
      const miner = firstRow(rows).id;
      await ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: `given-eth:${payees}`,
          kind: 'given',
          at: ctx.clock.now(),
          postings: [
            { account: 'ext:suite', asset: 'ETH', amount: -coin },
            { account: miningAccount(miner), asset: 'ETH', amount: coin },
          ],
        }),
      );
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
      // There is no price of it here.
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
      return { id: outcome.id, miner, address };
    };
    const now = async (id: bigint) => {
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      return payout;
    };
    const txidOf = async (id: bigint) => (await now(id)).signed?.txid ?? '';
    const received = async (address: string) =>
      BigInt(await node.ask<string>('eth_getBalance', address, 'latest'));
    /** Blocks, and time for two looks at them. */
    const settle = async () => {
      await node.mine(confirmations);
      await advanceRounds(ctx, process, 8);
    };
    const expectSound = async () => {
      expect((await compareOutgoing(operator())).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
    };

    it('pays dearer by itself once its price is too low, and once', async () => {
      const { id, address } = await reserve();
      await advanceRounds(ctx, process, 1);
      const first = await txidOf(id);
      // A price that rises: the base fee of the next block, which nodes go by.
      await node.ask('anvil_setNextBlockBaseFeePerGas', `0x${(20n * gwei).toString(16)}`);
      await node.ask('anvil_dropTransaction', first);
      await node.mine(1);
      ctx.advance(raiseAfterMs);
      await advanceRounds(ctx, process, 2);
      const second = await txidOf(id);
      expect(second).not.toBe(first);
      await settle();
      expect((await now(id)).state).toBe('settled');
      await advanceRounds(ctx, process, 6);
      expect(await received(address)).toBe(coin);
      expect(await ctx.db.query(sql`SELECT txid, state FROM payout_transactions ORDER BY state`)).toEqual([
        { txid: second, state: 'final' },
        { txid: first, state: 'invalidated' },
      ]);
      await expectSound();
    });

    it('pays once where the first one is mined after a dearer one was sent', async () => {
      const { id, address } = await reserve();
      await advanceRounds(ctx, process, 1);
      const first = await now(id);
      expect(await bumpPayout(operator(), { id, why: 'in a hurry' })).toMatchObject({ kind: 'replaced' });
      const second = await txidOf(id);
      await node.ask('anvil_dropTransaction', second);
      await node.ask(
        'eth_sendRawTransaction',
        `0x${Buffer.from(first.signed?.bytes ?? new Uint8Array()).toString('hex')}`,
      );
      await settle();
      expect([(await now(id)).state, await txidOf(id)]).toEqual(['settled', first.signed?.txid]);
      expect(await received(address)).toBe(coin);
      await expectSound();
    });

    it('ends one that was signed and held, for a fee, and what waits behind its number goes on', async () => {
      const held = await reserve();
      expect(await preparePayouts(process, [await now(held.id)])).toEqual({ kind: 'prepared' });
      await holdPayout(operator(), held.id, 'a look');
      const behind = await reserve();
      await advanceRounds(ctx, process, 2);
      expect((await now(behind.id)).state).toBe('reserved');
      const cancelled = await cancelPayout(operator(), { id: held.id, why: 'it will not leave' });
      expect(cancelled).toMatchObject({ kind: 'cancelling', payouts: [held.id] });
      ctx.advance(300_000);
      await advanceRounds(ctx, process, 2);
      expect((await now(behind.id)).state).toBe('broadcasting');
      await settle();
      await releasePayout(operator(), held.id, 'looked at');
      expect([(await now(held.id)).state, (await now(behind.id)).state]).toEqual(['released', 'settled']);
      expect([await received(held.address), await received(behind.address)]).toEqual([0n, coin]);
      expect(await availableTo(ctx, held.miner)).toBe(coin);
      const fees = await ctx.db.query(sql`SELECT 1 FROM ledger_entries WHERE key = ANY(
        SELECT 'network-fee:' || txid FROM payout_transactions WHERE payees = 0)`);
      expect(fees).toHaveLength(1);
      await expectSound();
    });
  },
);
