import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { payees } from '../../../../../../testing/monero-payments.ts';
import { hasMoneroWallet, MoneroWallet, watched } from '../../../../../../testing/monero-wallet.ts';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { adoptTransaction } from '../../../domain/treasury/adopt-sweep.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { selectSweeps } from '../../../domain/treasury/sweep.ts';
import { type SweepOutcome, sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { giveXmr, moneroPool } from '../../../testing/payouts/monero-pool.ts';
import { advanceRounds, type PayingProcess } from '../../../testing/payouts/payout-world.ts';
import { confirmations, MoneroWallets } from './testing/monero-wallets.ts';
import { ledgerUnits } from './units.ts';

const coin = 10n ** 18n;
const cold = payees.primary;

describe.skipIf(!hasMonerod || !hasMoneroWallet).each(oneEngine())(
  'sweeps over two monerods and the real signer, on %s',
  { timeout: 300_000 },
  (engine) => {
    let wallets: MoneroWallets;
    let theirs: MoneroWallet;
    let ctx: TestContext;
    let process: PayingProcess;

    beforeAll(async () => {
      wallets = await MoneroWallets.start(20, [cold]);
      theirs = await MoneroWallet.start(
        wallets.nodes.two.url,
        { address: cold, viewkey: payees.viewKey },
        false,
      );
      ctx = await createTestContext(engine);
      ctx.setNow(Date.now());
      process = pool().open();
      const movement = { kind: 'deposit', coin: 'XMR', reference: 'all', reason: 'float' } as const;
      const amount = formatAmount(await pool().held());
      expect(await moveFunds({ ...ctx, actor: 'ann' }, { ...movement, amount })).toEqual({ kind: 'booked' });
    }, 300_000);
    afterAll(async () => {
      armCrashPoints();
      process?.end();
      await theirs?.close();
      await Promise.all([wallets?.close(), ctx?.close()]);
    }, 60_000);

    const pool = () => moneroPool(ctx, wallets);
    const reopen = (): void => {
      process.end();
      process = pool().open();
    };
    const context = (address = cold) => ({
      ...process,
      wallet: pool().wallet,
      floats: [{ coin: 'XMR', network: 'XMR', target: coin, ceiling: 5n * coin, cold: address }],
      exchanges: [],
      actor: 'ann',
    });
    const ask = (amount: string, address?: string): Promise<SweepOutcome> =>
      sweepFunds(context(address), { coin: 'XMR', network: 'XMR', amount, reason: 'too much' });
    const sweep = async (amount: string) => {
      const outcome = await ask(amount);
      if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
      return outcome;
    };
    const follow = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await followSweeps(context(), (_sweep, error) => {
          throw error;
        });
        ctx.advance(15_000);
      }
    };
    const newest = async () => {
      const [row] = await selectSweeps(ctx.db, sql`ORDER BY id DESC LIMIT 1`);
      if (row === undefined) throw new Error('there is no sweep');
      return row;
    };
    /** Blocks until both nodes have it as deep as a payment has to be. */
    const mineIn = async (txid: string): Promise<void> => {
      const [row] = await ctx.db.query<{ proof: Readonly<Record<string, string>> }>(
        sql`SELECT proof FROM payout_transactions WHERE txid = ${txid}`,
      );
      for (let blocks = 0; blocks < 200; blocks += 1) {
        const answers = await process.rail.lookUp('XMR', txid, row?.proof ?? {});
        const deep = answers.filter(
          ({ status }) => status.kind === 'confirmed' && status.confirmations >= confirmations,
        );
        if (deep.length === 2) return;
        await wallets.nodes.mine(1);
      }
      throw new Error(`${txid} is in no block`);
    };
    const settle = async (): Promise<void> => {
      await mineIn((await newest()).signed?.txid ?? '');
      await follow(4);
    };
    /** By the word of the wallet of the cold address. */
    const arrived = async (): Promise<bigint> => (await theirs.received()) * ledgerUnits;
    const coldInLedger = async (): Promise<bigint> => {
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = 'ext:cold:XMR' AND asset = 'XMR'`,
      );
      return row?.amount ?? 0n;
    };
    /** Wallet and ledger have the same; nothing left that the database does not know, and nothing is suspended. */
    const sound = async (): Promise<void> => {
      const { known } = await readPositions(ctx.db, pool().wallet);
      const has = await pool().held();
      expect(known.find(({ asset }) => asset === 'XMR')).toMatchObject({ held: has, owed: has });
      expect((await compareOutgoing(context())).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect(await coldInLedger()).toBe(-(await arrived()));
    };
    const dieAt = (point: string): void =>
      armCrashPoints((name) => {
        if (name !== point) return;
        armCrashPoints();
        throw new Error('died');
      });

    it('brings it to the cold address once, and the ledger has it there, to the unit', async () => {
      const before = await arrived();
      await sweep('12.000000000001');
      await follow(1);
      await settle();
      expect(await newest()).toMatchObject({ state: 'final', note: null, feeAsset: 'XMR' });
      expect((await arrived()) - before).toBe(12n * coin + 10n ** 6n);
      await sound();
    });

    it('goes to no address that the signer does not list, and to none of the pool’s own account', async () => {
      const other = await ask('1', payees.further);
      expect(other).toMatchObject({
        kind: 'given-up',
        why: expect.stringContaining('The address is not on the list for sweeps.'),
      });
      const made = await wallets.walletRpc.call('create_address', { account_index: 0 });
      const own = made.kind === 'result' ? (made.value as { readonly address: string }).address : '';
      expect(await ask('1', own)).toMatchObject({
        kind: 'given-up',
        why: `${own} is an address of the pool itself`,
      });
      expect(await ctx.db.query(sql`SELECT 1 FROM payout_coin_reservations`)).toEqual([]);
      await sound();
    });

    it.each([
      'sweep-planned',
      'sweep-signed',
      'sweep-stored',
      'sweep-sending',
      'sweep-journalled',
      'sweep-before-send',
      'sweep-sent',
    ])('arrives once where its process died at %s', async (point) => {
      const before = await arrived();
      dieAt(point);
      await expect(sweep('3').then(() => follow(1))).rejects.toThrow('died');
      reopen();
      ctx.advance(60_000);
      await follow(4);
      await settle();
      expect(await newest()).toMatchObject({ state: 'final' });
      expect((await arrived()) - before).toBe(3n * coin);
      await sound();
    });

    it('and a payout spend outputs of their own, and both arrive', async () => {
      const before = await arrived();
      const reserved = await reservePayout(process, await giveXmr(ctx, watched.address, 2n * coin), 'manual');
      if (reserved.kind !== 'reserved') throw new Error(JSON.stringify(reserved));
      // There is no price of it here.
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${reserved.id}`);
      await Promise.all([ask('4'), advanceRounds(ctx, process, 1)]);
      for (let turn = 0; turn < 4; turn += 1) {
        const { state } = await newest();
        if (state === 'returned') await sweep('4');
        ctx.advance(60_000);
        await follow(2);
        await advanceRounds(ctx, process, 2);
        for (const { txid } of await ctx.db.query<{ txid: string }>(
          sql`SELECT txid FROM payout_transactions WHERE state = 'sent'`,
        ))
          await mineIn(txid);
        await follow(4);
        await advanceRounds(ctx, process, 6);
      }
      expect(await findPayout(ctx.db, reserved.id)).toMatchObject({ state: 'settled' });
      expect(await newest()).toMatchObject({ state: 'final' });
      expect((await arrived()) - before).toBe(4n * coin);
      await sound();
    });

    it('is ended at once where it has not left, and once it waits at a node by no one', async () => {
      const before = await arrived();
      const first = await sweep('2');
      expect(await cancelSweep(context(), { id: BigInt(first.sweep), reason: 'no more' })).toEqual({
        kind: 'ended',
      });
      const second = await sweep('2');
      await follow(1);
      expect(await cancelSweep(context(), { id: BigInt(second.sweep), reason: 'no more' })).toMatchObject({
        kind: 'not-possible',
        why: expect.stringContaining('Monero has no transaction that takes the place of another'),
      });
      await settle();
      expect(await newest()).toMatchObject({ state: 'final' });
      expect((await arrived()) - before).toBe(2n * coin);
      await sound();
    });

    it.each(['planned', 'lost'] as const)(
      'is adopted after a copy was put back that has it as %s',
      async (copy) => {
        const before = await arrived();
        const { txid } = await sweep('2');
        await follow(1);
        if (copy === 'lost') await mineIn(txid);
        await ctx.db.execute(`SET session_replication_role = replica;
          ${copy === 'lost' ? 'DELETE FROM sweeps' : "UPDATE sweeps SET state = 'planned', txid = NULL"} WHERE txid = '${txid}';
          ${['payout_claims', 'payout_journal', 'payout_transactions'].map((table) => `DELETE FROM ${table} WHERE txid = '${txid}';`).join('')}
          SET session_replication_role = origin`);
        reopen();
        ctx.advance(60_000);
        await follow(1);
        expect((await ask('1')).kind).toBe(copy === 'lost' ? 'not-leaving' : 'under-way');
        expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toContain('unknown-transaction');
        const adopting = { ...context(), secret: ctx.secret };
        expect(await adoptTransaction(adopting, { txid, reason: 'lost' })).toMatchObject({ kind: 'swept' });
        await settle();
        expect(await newest()).toMatchObject({ state: 'final', signed: { txid } });
        expect((await arrived()) - before).toBe(2n * coin);
        expect((await compareOutgoing(context())).unknown).toEqual([]);
        for (const { network } of await readSuspensions(ctx.db))
          expect(await liftSuspension(context(), network, 'looked at')).toBe('lifted');
        await sound();
      },
    );

    it('is held where it is too much once it is signed, and given up five minutes later', async () => {
      const before = await arrived();
      await sweep('5');
      await giveXmr(ctx, '4other', (await pool().held()) - 4n * coin);
      await follow(1);
      expect(await newest()).toMatchObject({
        state: 'signed',
        note: expect.stringContaining('may leave by now'),
      });
      ctx.advance(300_000);
      await follow(1);
      expect(await newest()).toMatchObject({ state: 'returned' });
      await wallets.nodes.mine(confirmations);
      await follow(2);
      expect(await arrived()).toBe(before);
      await sound();
      expect(await ask('5')).toMatchObject({ kind: 'exceeds' });
    });
  },
);
