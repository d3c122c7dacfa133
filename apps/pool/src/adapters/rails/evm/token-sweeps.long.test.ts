import { miningAccount } from '@openlode/ledger/accounts';
import { toEip55 } from '@openlode/mining/eip55';
import { formatAmount } from '@openlode/money/amount';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anvilAccounts,
  anvilKeys,
  anvilMissing,
  deployTokenData,
  hasAnvil,
  tokenModes,
} from '../../../../../../testing/anvil-node.ts';
import { AnvilPair } from '../../../../../../testing/anvil-pair.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { createOutgoingGuard } from '../../../domain/payouts/outgoing-guard.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { adoptTransaction } from '../../../domain/treasury/adopt-sweep.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { decideSweep } from '../../../domain/treasury/decide-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { compareWithLedger } from '../../../domain/treasury/guard-solvency.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { type SweepOutcome, sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { type NodeRpc, openNodeRpc } from '../../chains/nodes/node-rpc.ts';
import { openEvm, openEvmWallet, type EvmSettings } from '../offered-evm.ts';
import type { EvmNode } from './evm-node.ts';
import { callOf, numberWord } from './testing/contract-words.ts';
import { balanceData, transferData } from './token-calls.ts';

const coin = 10n ** 18n;
const decimals = 8;
const perUnit = 10n ** BigInt(18 - decimals);
const cold = toEip55(`0x${'c01d'.repeat(10)}`);
const confirmations = 3;

/** The fee of a token is of another coin than what leaves. */
describe.skipIf(!hasAnvil).each(oneEngine())(
  `sweeps of a token over two anvils and the real signer, on %s${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let pair: AnvilPair;
    let ctx: TestContext;
    let process: PayingProcess;
    let nodes: readonly EvmNode[];
    let token: string;
    const opened: NodeRpc[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-token-sweeps-'));
      ctx = await createTestContext(engine);
      pair = await AnvilPair.start(ctx.clock.now());
      const hash = await pair.send({ data: deployTokenData(decimals, tokenModes.honest, 10n ** 15n) });
      await mine(1);
      token = (await pair.one.mined(hash)).contractAddress;
      await pair.send({ to: token, data: transferData(anvilAccounts[0], 1000n * 10n ** 8n) });
      signer = await SignerProcess.start(folder, { evm: { key: anvilKeys[0], token, sweepTo: [cold] } });
      nodes = (['one', 'two'] as const).map((name) => {
        const rpc = openNodeRpc({ url: new URL(pair[name].url), version: '2.0' });
        opened.push(rpc);
        return { name, rpc };
      });
      await mine();
      process = open();
      for (const symbol of ['ETH', 'WBTC'] as const) {
        const movement = { kind: 'deposit', reference: `all ${symbol}`, reason: 'float' } as const;
        const funds = { coin: symbol, network: 'ETH', amount: formatAmount(await held(symbol)) };
        expect(await moveFunds({ ...ctx, actor: 'ann' }, { ...movement, ...funds })).toEqual({
          kind: 'booked',
        });
      }
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
      tokens: [{ coin: 'WBTC', contract: token, decimals }],
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
    const reopen = (): void => {
      process.end();
      process = open();
    };
    const float = { coin: 'WBTC', network: 'ETH', target: coin, ceiling: 5n * coin, cold };
    const context = () => ({
      ...process,
      wallet: wallet(),
      floats: [float, { ...float, coin: 'ETH' }],
      exchanges: [],
      actor: 'ann',
    });
    const held = async (symbol: 'ETH' | 'WBTC'): Promise<bigint> =>
      (await openEvmWallet(settings(), nodes).amounts()).get(symbol) ?? 0n;
    const ask = (amount: string, symbol = 'WBTC'): Promise<SweepOutcome> =>
      sweepFunds(context(), { coin: symbol, network: 'ETH', amount, reason: 'too much' });
    const sweep = async (amount: string, symbol = 'WBTC') => {
      const outcome = await ask(amount, symbol);
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
    const settle = async (): Promise<void> => {
      await mine();
      await follow(4);
    };
    const newest = async () =>
      firstRow(
        await ctx.db.query<{ id: bigint; state: string; txid: string | null; note: string | null }>(
          sql`SELECT id, state, txid, note FROM sweeps ORDER BY id DESC LIMIT 1`,
        ),
      );
    const balance = async (account: string, symbol: string): Promise<bigint> => {
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = ${account} AND asset = ${symbol}`,
      );
      return row?.amount ?? 0n;
    };
    /** What lies at the cold address, by the word of the contract at both nodes, in units of the ledger. */
    const arrived = async (): Promise<bigint> => {
      const [one, two] = await Promise.all(
        [pair.one, pair.two].map((node) =>
          node.ask<string>('eth_call', { to: token, data: balanceData(cold) }, 'latest'),
        ),
      );
      expect(two).toBe(one);
      return BigInt(one ?? '0x0') * perUnit;
    };
    /** Wallet and ledger have the same of both coins, to the unit; nothing left that the database does not know, and nothing is suspended. */
    const sound = async (): Promise<void> => {
      const { known } = await readPositions(ctx.db, wallet());
      for (const symbol of ['ETH', 'WBTC'] as const) {
        const has = await held(symbol);
        expect(known.find(({ asset }) => asset === symbol)).toMatchObject({ held: has, owed: has });
      }
      expect((await compareOutgoing(context())).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect(await balance('ext:cold:ETH', 'WBTC')).toBe(-(await arrived()));
    };
    /** What one movement of the test changes: of the token at the cold address, and of fees in ether. */
    const changes = async (run: () => Promise<unknown>) => {
      const at = async () => [await arrived(), await balance('pool:network-fees', 'ETH')] as const;
      const [before, feesBefore] = await at();
      await run();
      const [after, feesAfter] = await at();
      return { arrived: after - before, hasCost: feesAfter < feesBefore };
    };
    const setMode = async (mode: bigint): Promise<void> => {
      await pair.send({ to: token, data: callOf('setMode(uint256)', numberWord(mode)) });
      // It is a dear one, by which nodes would say for a while what blocks ask for.
      await mine();
    };

    it('brings it to the cold address once; the ledger has it there to the unit, and its fee in ether', async () => {
      const own = await balance('pool:capital', 'WBTC');
      const done = await changes(async () => {
        await sweep('12.00000001');
        await follow(1);
        await settle();
      });
      expect(await newest()).toMatchObject({ state: 'final', note: null });
      expect(done).toEqual({ arrived: 12n * coin + perUnit, hasCost: true });
      expect(await balance('pool:capital', 'WBTC')).toBe(own);
      await sound();
    });

    it('goes to no other address, by the word of the signer, and its number is free', async () => {
      const other = { ...context(), floats: [{ ...float, cold: toEip55(anvilAccounts[1]) }] };
      const asked = { coin: 'WBTC', network: 'ETH', amount: '1', reason: 'no' };
      expect(await sweepFunds(other, asked)).toMatchObject({
        kind: 'given-up',
        why: expect.stringContaining('The address is not on the list for sweeps.'),
      });
      expect(await ctx.db.query(sql`SELECT 1 FROM payout_coin_reservations`)).toEqual([]);
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
      armCrashPoints((name) => {
        if (name !== point) return;
        armCrashPoints();
        throw new Error('died');
      });
      const done = await changes(async () => {
        await expect(sweep('3').then(() => follow(1))).rejects.toThrow('died');
        reopen();
        ctx.advance(60_000);
        await follow(4);
        await settle();
      });
      expect(await newest()).toMatchObject({ state: 'final' });
      expect(done).toEqual({ arrived: 3n * coin, hasCost: true });
      await sound();
    });

    it('goes beside a sweep of ether from the same account, each under a number of its own', async () => {
      const [before, etherBefore] = [await arrived(), await balance('ext:cold:ETH', 'ETH')];
      await sweep('2');
      expect(await ask('4', 'ETH')).toMatchObject({ kind: expect.stringMatching(/^stored|waits$/) });
      for (let turn = 0; turn < 3; turn += 1) {
        ctx.advance(60_000);
        await follow(2);
        await settle();
      }
      expect(await ctx.db.query(sql`SELECT 1 FROM sweeps WHERE state NOT IN ('final', 'returned')`)).toEqual(
        [],
      );
      expect((await arrived()) - before).toBe(2n * coin);
      expect((await balance('ext:cold:ETH', 'ETH')) - etherBefore).toBe(-4n * coin);
      await sound();
    });

    it('is cancelled while nodes have it waiting, for a fee in ether', async () => {
      const done = await changes(async () => {
        const { sweep: id } = await sweep('2');
        await follow(1);
        expect(await cancelSweep(context(), { id: BigInt(id), reason: 'no more' })).toMatchObject({
          kind: 'cancelling',
        });
        await settle();
      });
      expect(await newest()).toMatchObject({ state: 'returned', note: expect.stringContaining('cancelled') });
      expect(done).toEqual({ arrived: 0n, hasCost: true });
      await sound();
    });

    /** It is signed while the token is honest, and executed while it is not. */
    const sweptWhile = async (mode: bigint): Promise<void> => {
      armCrashPoints((name) => {
        if (name !== 'sweep-stored') return;
        armCrashPoints();
        throw new Error('died');
      });
      await expect(sweep('2')).rejects.toThrow('died');
      reopen();
      await setMode(mode);
      await follow(2);
      await settle();
    };
    const decide = (id: bigint, left: boolean) =>
      decideSweep(context(), { id, left, reason: 'looked at its address' });

    it('is ended by an operator where its token moved nothing, and the fee is booked that it cost', async () => {
      const done = await changes(async () => {
        await sweptWhile(tokenModes.false);
        const { id, state, note } = await newest();
        expect(state).toBe('sent');
        expect(note).toContain('an operator has to look (treasury sweep-left, or treasury sweep-stayed)');
        expect((await ask('1')).kind).toBe('under-way');
        expect((await decide(id, false)).kind).toBe('not-possible');
        ctx.advance(30_000);
        expect(await decide(id, false)).toEqual({ kind: 'done' });
      });
      expect(await newest()).toMatchObject({ state: 'returned' });
      expect(done).toEqual({ arrived: 0n, hasCost: true });
      await sound();
      expect(await ask('2')).toMatchObject({ kind: 'given-up' });
      await setMode(tokenModes.honest);
      await follow(1);
      expect(await newest()).toMatchObject({ state: 'returned' });
    });

    it('is undone where its token keeps a part by then, which takes more gas than it was signed with', async () => {
      const done = await changes(() => sweptWhile(tokenModes.taxed));
      expect(await newest()).toMatchObject({
        state: 'returned',
        note: expect.stringContaining('and undone'),
      });
      expect(done).toEqual({ arrived: 0n, hasCost: true });
      expect(await ask('2')).toMatchObject({ kind: 'given-up' });
      await setMode(tokenModes.honest);
      await sound();
    });

    it('is adopted after a copy was put back that has lost it', async () => {
      const before = await arrived();
      const { txid } = await sweep('2');
      await follow(1);
      await mine(1);
      await ctx.db.execute(`SET session_replication_role = replica;
        ${['sweeps', 'payout_claims', 'payout_journal', 'payout_transactions'].map((table) => `DELETE FROM ${table} WHERE txid = '${txid}';`).join('')}
        SET session_replication_role = origin`);
      reopen();
      ctx.advance(60_000);
      expect((await ask('1')).kind).toBe('not-leaving');
      const adopting = { ...context(), secret: ctx.secret };
      expect(await adoptTransaction(adopting, { txid, reason: 'lost' })).toMatchObject({
        kind: 'swept',
        coin: 'WBTC',
      });
      await settle();
      expect(await newest()).toMatchObject({ state: 'final', txid });
      expect((await arrived()) - before).toBe(2n * coin);
      expect((await compareOutgoing(context())).unknown).toEqual([]);
      for (const { network } of await readSuspensions(ctx.db))
        expect(await liftSuspension(context(), network, 'looked at')).toBe('lifted');
      await sound();
    });

    it('does not leave where the ether that would pay for it is owed to miners', async () => {
      const at = new Date(ctx.clock.now());
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES ('dddddddd-0000-4000-8000-000000000001', 'ETH', 'ETH', ${toEip55(`0x${'7'.repeat(40)}`)}, ${at}, ${at}) RETURNING id`);
      const amount = (await held('ETH')) - coin / 100n + 1n;
      const postings = [
        { account: 'pool:capital' as const, asset: 'ETH', amount: -amount },
        { account: miningAccount(firstRow(rows).id), asset: 'ETH', amount },
      ];
      await ctx.db.transaction((tx) =>
        bookEntry(tx, { key: 'given', kind: 'given', at: ctx.clock.now(), postings }),
      );
      expect(await ask('2')).toEqual({ kind: 'exceeds', most: '0', coin: 'WBTC', limit: 'fee' });
      await sound();
    });
  },
);
