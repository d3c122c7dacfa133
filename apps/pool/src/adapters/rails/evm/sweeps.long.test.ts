import { miningAccount } from '@openlode/ledger/accounts';
import { toEip55 } from '@openlode/mining/eip55';
import { formatAmount } from '@openlode/money/amount';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anvilAccounts, anvilKeys, anvilMissing, hasAnvil } from '../../../../../../testing/anvil-node.ts';
import { AnvilPair } from '../../../../../../testing/anvil-pair.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { createOutgoingGuard } from '../../../domain/payouts/outgoing-guard.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { adoptTransaction } from '../../../domain/treasury/adopt-sweep.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { compareWithLedger } from '../../../domain/treasury/guard-solvency.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { type SweepOutcome, sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { advanceRounds, type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { type NodeRpc, openNodeRpc } from '../../chains/nodes/node-rpc.ts';
import { openEvm, openEvmWallet, type EvmSettings } from '../offered-evm.ts';
import type { EvmNode } from './evm-node.ts';
import { readPayment } from './read-transaction.ts';

const coin = 10n ** 18n;
const cold = toEip55(`0x${'c01d'.repeat(10)}`);
const confirmations = 3;
/** Undoes every call. */
const undoingCode = '0x60006000fd';

describe.skipIf(!hasAnvil).each(oneEngine())(
  `sweeps over two anvils and the real signer, on %s${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let pair: AnvilPair;
    let ctx: TestContext;
    let process: PayingProcess;
    let nodes: readonly EvmNode[];
    const opened: NodeRpc[] = [];
    let payees = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-evm-sweeps-'));
      const token = `0x${'d1'.repeat(20)}`;
      signer = await SignerProcess.start(folder, { evm: { key: anvilKeys[0], token, sweepTo: [cold] } });
      ctx = await createTestContext(engine);
      pair = await AnvilPair.start(ctx.clock.now());
      nodes = (['one', 'two'] as const).map((name) => {
        const rpc = openNodeRpc({ url: new URL(pair[name].url), version: '2.0' });
        opened.push(rpc);
        return { name, rpc };
      });
      process = open();
      await pair.mine(3, ctx.clock.now());
      const movement = { kind: 'deposit', coin: 'ETH', reference: 'all', reason: 'float' } as const;
      const amount = formatAmount(await held());
      expect(await moveFunds({ ...ctx, actor: 'ann' }, { ...movement, amount })).toEqual({ kind: 'booked' });
    }, 300_000);
    afterAll(async () => {
      armCrashPoints();
      process?.end();
      for (const rpc of opened) rpc.close();
      await Promise.all([pair?.close(), signer?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const settings = (): EvmSettings => ({
      kind: 'regtest',
      network: 'ETH',
      account: anvilAccounts[0],
      tokens: [],
      signer: signer.socket,
      confirmations,
      gasPriceMax: 100n * 10n ** 9n,
      feeMax: coin / 100n,
    });
    const wallet = () => {
      const own = openEvmWallet(settings(), nodes);
      return {
        holdings: async () => ({ amounts: await own.amounts(), unanswered: [] }),
        byNetwork: [own],
      };
    };
    /** Another process on an empty disk. */
    const open = (): PayingProcess => {
      const parts = { nodes, reservations: coinReservations(ctx), ledger: 'ab'.repeat(32) };
      const paying = payingProcess(ctx, openEvm(settings(), parts));
      return { ...paying, outgoing: createOutgoingGuard(compareWithLedger(wallet())) };
    };
    const context = () => ({
      ...process,
      wallet: wallet(),
      floats: [{ coin: 'ETH', network: 'ETH', target: coin, ceiling: 5n * coin, cold }],
      exchanges: [],
      actor: 'ann',
    });
    const held = async (): Promise<bigint> =>
      (await openEvmWallet(settings(), nodes).amounts()).get('ETH') ?? 0n;
    const ask = (amount: string): Promise<SweepOutcome> =>
      sweepFunds(context(), { coin: 'ETH', network: 'ETH', amount, reason: 'too much' });
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
    const mine = (blocks = confirmations) => pair.mine(blocks, ctx.clock.now());
    /** The newest sweep. */
    const newest = async () =>
      firstRow(
        await ctx.db.query<{
          id: bigint;
          state: string;
          txid: string | null;
          cancel: string | null;
          note: string | null;
        }>(sql`SELECT id, state, txid, cancel_txid AS cancel, note FROM sweeps ORDER BY id DESC LIMIT 1`),
      );
    const balance = async (account: string): Promise<bigint> => {
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = ${account} AND asset = 'ETH'`,
      );
      return row?.amount ?? 0n;
    };
    /** What blocks pay to an address, by both nodes. */
    const paidTo = async (address: string): Promise<bigint> => {
      const [one, two] = await Promise.all(
        [pair.one, pair.two].map((node) => node.ask<string>('eth_getBalance', address, 'latest')),
      );
      expect(two).toBe(one);
      return BigInt(one ?? '0x0');
    };
    const arrived = () => paidTo(cold);
    /** Wallet and ledger have the same, to the wei; nothing left that the database does not know, and nothing is suspended. */
    const sound = async (): Promise<void> => {
      const { known } = await readPositions(ctx.db, wallet());
      expect(known.find(({ asset }) => asset === 'ETH')).toMatchObject({
        held: await held(),
        owed: await held(),
      });
      expect((await compareOutgoing(context())).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect(await balance('ext:cold:ETH')).toBe(-(await arrived()));
    };
    const dieAt = (point: string): void =>
      armCrashPoints((name) => {
        if (name !== point) return;
        armCrashPoints();
        throw new Error('died');
      });
    /** The pool's own becomes a miner's. */
    const give = async (amount: bigint) => {
      payees += 1;
      const address = toEip55(`0x${payees.toString(16).padStart(40, '7')}`);
      const at = new Date(ctx.clock.now());
      const uuid = `dddddddd-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, 'ETH', 'ETH', ${address}, ${at}, ${at}) RETURNING id`);
      const miner = firstRow(rows).id;
      const postings = [
        { account: 'pool:capital' as const, asset: 'ETH', amount: -amount },
        { account: miningAccount(miner), asset: 'ETH', amount },
      ];
      await ctx.db.transaction((tx) =>
        bookEntry(tx, { key: `given ${miner}`, kind: 'given', at: ctx.clock.now(), postings }),
      );
      return { miner, address };
    };
    const reserve = async (amount: bigint) => {
      const { miner, address } = await give(amount);
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
      // There is no price of it here.
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
      return { id: outcome.id, address };
    };
    const settleAll = async (): Promise<void> => {
      for (let turn = 0; turn < 6; turn += 1) {
        await advanceRounds(ctx, process, 2);
        await follow(1);
        await mine(1);
      }
      await advanceRounds(ctx, process, 4);
      await follow(4);
    };

    it('brings it to the cold address once, and the ledger has it there, to the wei', async () => {
      const before = await arrived();
      const { txid } = await sweep('12.000000000000000001');
      await follow(1);
      await mine();
      await follow(4);
      expect(await newest()).toMatchObject({ state: 'final', txid, note: null });
      expect((await arrived()) - before).toBe(12n * coin + 1n);
      await sound();
    });

    it('goes to no other address, by the word of the signer, and its number is free', async () => {
      const other = {
        coin: 'ETH',
        network: 'ETH',
        target: 0n,
        ceiling: coin,
        cold: toEip55(anvilAccounts[1]),
      };
      const asked = await sweepFunds(
        { ...context(), floats: [other] },
        { coin: 'ETH', network: 'ETH', amount: '1', reason: 'no' },
      );
      expect(asked).toMatchObject({
        kind: 'given-up',
        why: expect.stringContaining('The address is not on the list for sweeps.'),
      });
      expect(await newest()).toMatchObject({ state: 'returned', txid: null });
      expect(await ctx.db.query(sql`SELECT 1 FROM payout_coin_reservations WHERE payouts[1] < 0`)).toEqual(
        [],
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
    ])('arrives once where its process died at %s', async (point) => {
      const before = await arrived();
      dieAt(point);
      await expect(sweep('3').then(() => follow(1))).rejects.toThrow('died');
      process.end();
      process = open();
      ctx.advance(60_000);
      await follow(4);
      await mine();
      await follow(4);
      expect(await newest()).toMatchObject({ state: 'final' });
      expect((await arrived()) - before).toBe(3n * coin);
      await sound();
    });

    it('stands in one order with payouts, before it and behind it', async () => {
      const before = await arrived();
      const first = await reserve(coin);
      await advanceRounds(ctx, process, 1);
      const { txid } = await sweep('4');
      const second = await reserve(coin / 2n);
      await settleAll();
      const numbers = await ctx.db.query<{ bytes: Uint8Array }>(sql`
        SELECT bytes FROM payout_transactions WHERE txid = ${txid}
            OR txid IN (SELECT txid FROM payouts WHERE id IN (${first.id}, ${second.id})) ORDER BY state_at, txid`);
      const read = await Promise.all(numbers.map(({ bytes }) => readPayment(bytes)));
      const nonces = read.map((each) => Number(each?.nonce)).toSorted((one, other) => one - other);
      expect(nonces).toEqual([nonces[0], (nonces[0] ?? 0) + 1, (nonces[0] ?? 0) + 2]);
      for (const { id } of [first, second])
        expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
      expect(await paidTo(first.address)).toBe(coin);
      expect(await paidTo(second.address)).toBe(coin / 2n);
      expect((await arrived()) - before).toBe(4n * coin);
      await sound();
    });

    it('and payouts that are asked for at one moment take numbers of their own', async () => {
      const before = await arrived();
      const payout = await reserve(coin);
      const [outcome] = await Promise.all([ask('2'), advanceRounds(ctx, process, 2)]);
      if (outcome.kind === 'given-up') {
        // The payout was stored and sent between the look at what is claimed and the look at the nodes: nothing was signed.
        expect(outcome.why).toMatch(/does not know waits with number|take the numbers/);
        expect(await ctx.db.query(sql`SELECT 1 FROM payout_coin_reservations WHERE payouts[1] < 0`)).toEqual(
          [],
        );
        await sweep('2');
      } else expect(['stored', 'waits']).toContain(outcome.kind);
      ctx.advance(60_000);
      await settleAll();
      expect(await findPayout(ctx.db, payout.id)).toMatchObject({ state: 'settled' });
      expect(await newest()).toMatchObject({ state: 'final' });
      expect((await arrived()) - before).toBe(2n * coin);
      await sound();
    });

    it('is cancelled where it is too much once it is signed, and payouts behind it go on', async () => {
      const before = await arrived();
      const all = (await held()) - 20n * coin;
      dieAt('sweep-signed');
      await expect(sweep(formatAmount(all))).rejects.toThrow('died');
      process.end();
      process = open();
      const payout = await reserve(coin);
      await give(40n * coin);
      ctx.advance(60_000);
      await follow(2);
      expect(await newest()).toMatchObject({
        state: 'signed',
        note: expect.stringContaining('may leave by now'),
      });
      await advanceRounds(ctx, process, 1);
      expect(await findPayout(ctx.db, payout.id)).toMatchObject({ state: 'reserved' });
      ctx.advance(300_000);
      await follow(1);
      await settleAll();
      const { state, cancel, note } = await newest();
      expect({ state, note }).toEqual({ state: 'returned', note: `cancelled by ${cancel}` });
      expect(await findPayout(ctx.db, payout.id)).toMatchObject({ state: 'settled' });
      expect(await arrived()).toBe(before);
      await sound();
    });

    it('is cancelled by an operator while nodes have it waiting, by a dearer one, and that by another', async () => {
      const before = await arrived();
      const { sweep: id } = await sweep('2');
      await follow(1);
      const first = await cancelSweep(context(), { id: BigInt(id), reason: 'no more' });
      if (first.kind !== 'cancelling') throw new Error(JSON.stringify(first));
      // Its price is enough: asked for again it is what it was.
      expect(await cancelSweep(context(), { id: BigInt(id), reason: 'at once' })).toEqual({
        kind: 'not-possible',
        why: `it is being cancelled by ${first.txid} already, which its nodes have waiting, and they ask for no more`,
      });
      await pair.one.ask('anvil_setNextBlockBaseFeePerGas', `0x${(20n * 10n ** 9n).toString(16)}`);
      await mine(1);
      const outcome = await cancelSweep(context(), { id: BigInt(id), reason: 'at once' });
      if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
      expect(outcome.txid).not.toBe(first.txid);
      await mine();
      await follow(4);
      expect(await newest()).toMatchObject({ state: 'returned', note: `cancelled by ${outcome.txid}` });
      expect(await arrived()).toBe(before);
      await sound();
    });

    it('is over where its block undoes it, and the fee is booked that it cost', async () => {
      const [before, fees] = [await arrived(), await balance('pool:network-fees')];
      const { txid } = await sweep('2');
      await follow(1);
      for (const node of [pair.one, pair.two]) await node.ask('anvil_setCode', cold, undoingCode);
      await mine();
      await follow(4);
      expect(await newest()).toMatchObject({ state: 'returned', txid });
      expect(await arrived()).toBe(before);
      expect(await balance('pool:network-fees')).toBeLessThan(fees);
      await sound();
      expect(await ask('2')).toMatchObject({
        kind: 'given-up',
        why: expect.stringContaining('cannot be paid'),
      });
      for (const node of [pair.one, pair.two]) await node.ask('anvil_setCode', cold, '0x');
    });

    it.each(['planned', 'lost'] as const)(
      'is adopted after a copy was put back that has it as %s',
      async (copy) => {
        const before = await arrived();
        const { txid } = await sweep('2');
        await follow(1);
        if (copy === 'lost') await mine(1);
        await ctx.db.execute(`SET session_replication_role = replica;
          ${copy === 'lost' ? 'DELETE FROM sweeps' : "UPDATE sweeps SET state = 'planned', txid = NULL"} WHERE txid = '${txid}';
          ${['payout_claims', 'payout_journal', 'payout_transactions'].map((table) => `DELETE FROM ${table} WHERE txid = '${txid}';`).join('')}
          SET session_replication_role = origin`);
        process.end();
        process = open();
        ctx.advance(60_000);
        await follow(1);
        expect((await ask('1')).kind).toBe(copy === 'lost' ? 'not-leaving' : 'under-way');
        expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toContain('unknown-transaction');
        expect(
          await adoptTransaction({ ...context(), secret: ctx.secret }, { txid, reason: 'lost' }),
        ).toMatchObject({ kind: 'swept' });
        await mine();
        await follow(4);
        expect(await newest()).toMatchObject({ state: 'final', txid });
        expect((await arrived()) - before).toBe(2n * coin);
        expect((await compareOutgoing(context())).unknown).toEqual([]);
        for (const { network } of await readSuspensions(ctx.db))
          expect(await liftSuspension(context(), network, 'looked at')).toBe('lifted');
        await sound();
      },
    );

    it('is there again after its branch was given up, and back in a block', async () => {
      const before = await arrived();
      const { txid } = await sweep('2');
      await follow(1);
      await mine();
      await follow(4);
      expect(await newest()).toMatchObject({ state: 'final', txid });
      await pair.rollBack(confirmations, false);
      expect(await arrived()).toBe(before);
      ctx.advance(600_000);
      await follow(3);
      expect(await ctx.db.query(sql`SELECT 1 FROM sweeps WHERE gone_at IS NOT NULL`)).toHaveLength(1);
      await mine();
      await follow(4);
      expect(await ctx.db.query(sql`SELECT 1 FROM sweeps WHERE gone_at IS NOT NULL`)).toEqual([]);
      expect((await arrived()) - before).toBe(2n * coin);
      for (const { network } of await readSuspensions(ctx.db))
        expect(await liftSuspension(context(), network, 'looked at')).toBe('lifted');
      // It is in another block, of another price: what was booked for it stays.
      const { known } = await readPositions(ctx.db, wallet());
      const { held: has = 0n, owed = 0n } = known.find(({ asset }) => asset === 'ETH') ?? {};
      expect(has - owed < coin / 1000n && owed - has < coin / 1000n).toBe(true);
    });
  },
);
