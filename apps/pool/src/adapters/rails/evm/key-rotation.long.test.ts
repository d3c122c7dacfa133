import { miningAccount } from '@openlode/ledger/accounts';
import { toEip55 } from '@openlode/mining/eip55';
import { formatAmount } from '@openlode/money/amount';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { importTables } from '../../../domain/operations/backup/import-tables.ts';
import { backupTables } from '../../../domain/operations/backup/read-backup.ts';
import { writeBackup } from '../../../domain/operations/backup/write-backup.ts';
import { adoptPayout } from '../../../domain/payouts/adopt-payout.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { createOutgoingGuard } from '../../../domain/payouts/outgoing-guard.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { compareWithLedger } from '../../../domain/treasury/guard-solvency.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { advanceRounds, type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { type NodeRpc, openNodeRpc } from '../../chains/nodes/node-rpc.ts';
import { openEvm, openEvmWallet, type EvmSettings } from '../offered-evm.ts';
import type { EvmNode } from './evm-node.ts';
import { balanceData, transferData } from './token-calls.ts';

const coin = 10n ** 18n;
const decimals = 8;
const perUnit = 10n ** 10n;
const confirmations = 3;
const older = anvilAccounts[0];
type Asset = 'ETH' | 'WBTC';

describe.skipIf(!hasAnvil).each(oneEngine())(
  `a key of an EVM account that is replaced by another, with the real signer on two anvils, on %s${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let pair: AnvilPair;
    let ctx: TestContext;
    let process: PayingProcess;
    let nodes: readonly EvmNode[];
    let token: string;
    let account: string = older;
    const opened: NodeRpc[] = [];
    let payees = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-evm-rotation-'));
      ctx = await createTestContext(engine);
      pair = await AnvilPair.start(ctx.clock.now());
      const hash = await pair.send({ data: deployTokenData(decimals, tokenModes.honest, 10n ** 15n) });
      await mine(1);
      token = (await pair.one.mined(hash)).contractAddress;
      await pair.send({ to: token, data: transferData(older, 1000n * 10n ** 8n) });
      signer = await SignerProcess.start(folder, { evm: { key: anvilKeys[0], token } });
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
        expect(await moveFunds(operator(), { ...movement, ...funds })).toEqual({ kind: 'booked' });
      }
    }, 300_000);
    afterAll(async () => {
      process?.end();
      for (const rpc of opened) rpc.close();
      await Promise.all([pair?.close(), signer?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const operator = () => ({ ...ctx, actor: 'ann' });
    const settings = (): EvmSettings => ({
      kind: 'regtest',
      network: 'ETH',
      account,
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
    /** A pool whose file names the account, and those of replaced keys. */
    const open = (of: TestContext = ctx, olderAccounts: readonly string[] = []): PayingProcess => {
      const parts = { nodes, reservations: coinReservations(of), ledger: 'ab'.repeat(32) };
      const paying = payingProcess(of, openEvm({ ...settings(), olderAccounts }, parts));
      return { ...paying, outgoing: createOutgoingGuard(compareWithLedger(wallet())) };
    };
    const held = async (symbol: Asset): Promise<bigint> =>
      (await openEvmWallet(settings(), nodes).amounts()).get(symbol) ?? 0n;
    const mine = (blocks = confirmations) => pair.mine(blocks, ctx.clock.now());
    /** What both nodes say of an address, in units of the asset. */
    const has = async (symbol: Asset, address: string): Promise<bigint> => {
      const said = await Promise.all(
        [pair.one, pair.two].map((node) =>
          symbol === 'ETH'
            ? node.ask<string>('eth_getBalance', address, 'latest')
            : node.ask<string>('eth_call', { to: token, data: balanceData(address) }, 'latest'),
        ),
      );
      expect(said[1]).toBe(said[0]);
      return BigInt(said[0] ?? '0x0');
    };
    /** A miner's of what was the pool's own, asked for. */
    const reserve = async (symbol: Asset, amount: bigint) => {
      payees += 1;
      const address = toEip55(`0x${payees.toString(16).padStart(40, '7')}`);
      const at = new Date(ctx.clock.now());
      const uuid = `dddddddd-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, ${symbol}, 'ETH', ${address}, ${at}, ${at}) RETURNING id`);
      const miner = firstRow(rows).id;
      const postings = [
        { account: 'pool:capital' as const, asset: symbol, amount: -amount },
        { account: miningAccount(miner), asset: symbol, amount },
      ];
      await ctx.db.transaction((tx) =>
        bookEntry(tx, { key: `given ${miner}`, kind: 'given', at: ctx.clock.now(), postings }),
      );
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
      // There is no price of it here.
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
      return { id: outcome.id, address };
    };
    const settleAll = async (): Promise<void> => {
      for (let turn = 0; turn < 6; turn += 1) {
        await advanceRounds(ctx, process, 2);
        await mine(1);
      }
      await advanceRounds(ctx, process, 4);
    };
    const senderOf = async (id: bigint): Promise<string> => {
      const rows = await ctx.db.query<{ txid: string }>(sql`SELECT txid FROM payouts WHERE id = ${id}`);
      const { txid } = firstRow(rows);
      return (await pair.two.ask<{ from: string }>('eth_getTransactionByHash', txid)).from;
    };
    /** As an operator brings it: by the bytes that the signer prints, through a node. */
    const bring = async (symbol: Asset): Promise<void> => {
      const number = await pair.one.ask<string>('eth_getTransactionCount', older, 'latest');
      const balance = (await has(symbol, older)) * (symbol === 'ETH' ? 1n : perUnit);
      const asked = ['--from', older, '--balance', formatAmount(balance), '--number', `${Number(number)}`];
      const of = symbol === 'ETH' ? [] : ['--token', token];
      const said = await signer.command('move', 'ETH-regtest', ...asked, ...of, '--price', '5');
      const [raw] = /^0x[0-9a-f]{100,}$/m.exec(said) ?? [];
      for (const node of [pair.one, pair.two]) await node.ask('eth_sendRawTransaction', raw);
      await mine();
    };

    const backup = (): string => join(folder, 'backup');
    /** Paid from the older account; the backup has the first two as reserved, and the third not at all. */
    let before: readonly { readonly id: bigint; readonly address: string }[] = [];

    it('pays from its first account, also once the signer has a second key', async () => {
      const [ether, ofToken] = [await reserve('ETH', coin / 2n), await reserve('WBTC', 3n * coin)];
      mkdirSync(join(folder, 'data'));
      await writeBackup(ctx, { file: backup(), dataDirectory: join(folder, 'data'), version: 'suite' });
      await settleAll();
      expect((await findPayout(ctx.db, ether.id))?.state).toBe('settled');
      expect((await findPayout(ctx.db, ofToken.id))?.state).toBe('settled');
      const newer = await signer.addEvmKey('ETH-regtest');
      await signer.close();
      await signer.run();
      const again = await reserve('ETH', coin / 4n);
      await settleAll();
      expect((await findPayout(ctx.db, again.id))?.state).toBe('settled');
      before = [ether, ofToken, again];
      for (const { id } of before) expect(await senderOf(id)).toBe(older);
      account = newer.toLowerCase();
    });

    it('has its coins and tokens brought to the new account, and pays from that, what was asked for before as well', async () => {
      const asked = [await reserve('ETH', coin / 8n), await reserve('WBTC', 2n * coin)];
      process.end();
      await signer.close();
      const whole = { ETH: await has('ETH', older), WBTC: await has('WBTC', older) };
      // The token first: moving it costs of the coin.
      await bring('WBTC');
      await bring('ETH');
      expect([await has('ETH', older), await has('WBTC', older)]).toEqual([0n, 0n]);
      expect(await has('WBTC', account)).toBe(whole.WBTC);
      const fees = whole.ETH - (await has('ETH', account));
      expect(fees).toBeGreaterThan(21_000n * 5n * 10n ** 9n);
      expect(fees).toBeLessThan(242_000n * 5n * 10n ** 9n);
      await signer.run();
      process = open();
      // The ledger does not know what the moving has cost.
      const { known } = await readPositions(ctx.db, wallet());
      const position = known.find(({ asset }) => asset === 'ETH');
      expect((position?.owed ?? 0n) - (position?.held ?? 0n)).toBe(fees);
      const cost = { kind: 'correction', missing: true, coin: 'ETH', network: 'ETH' } as const;
      const why = { reference: `moved to ${account}`, reason: 'fees of moving to a new key' };
      expect(await moveFunds(operator(), { ...cost, ...why, amount: formatAmount(fees) })).toEqual({
        kind: 'booked',
      });
      const later = [await reserve('ETH', coin / 16n), await reserve('WBTC', coin)];
      await settleAll();
      for (const { id } of [...asked, ...later]) {
        expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
        expect(await senderOf(id)).toBe(account);
      }
      const paid = [...asked, ...later].map(({ address }) => address);
      const said = paid.map((address, at) => has(at % 2 === 0 ? 'ETH' : 'WBTC', address));
      expect(await Promise.all(said)).toEqual([coin / 8n, 2n * 10n ** 8n, coin / 16n, 10n ** 8n]);
    });

    it('leaves nothing behind: ledger and new account have the same, and nothing is unknown or suspended', async () => {
      const { known } = await readPositions(ctx.db, wallet());
      for (const symbol of ['ETH', 'WBTC'] as const) {
        const own = await held(symbol);
        expect(known.find(({ asset }) => asset === symbol)).toMatchObject({ held: own, owed: own });
      }
      expect((await compareOutgoing({ ...process, ...operator() })).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect((await coinReservations(ctx).read('ETH', [])).others).toEqual(new Set());
      const { pending, queued } = await pair.one.ask<{ pending: object; queued: object }>('txpool_content');
      expect([pending, queued]).toEqual([{}, {}]);
      expect([await has('ETH', older), await has('WBTC', older)]).toEqual([0n, 0n]);
    });

    it('sees what the older account has paid where a backup of before is restored, and pays it no second time', async () => {
      const paid = await ctx.db.query<{ txid: string; address: string }>(
        sql`SELECT txid, address FROM payouts ORDER BY id`,
      );
      process.end();
      const restored = await createTestContext(engine);
      restored.setNow(ctx.clock.now());
      await importTables({ db: restored.db }, backupTables(backup()));
      const compare = async (of: PayingProcess) => {
        const { unknown } = await compareOutgoing({ ...of, actor: 'ann' });
        return unknown.map(({ txid }) => txid).toSorted();
      };
      // A file that names the new account alone has the pool see only what that has paid.
      const blind = open(restored);
      const ofNewer = paid.slice(before.length).map(({ txid }) => txid);
      expect(await compare(blind)).toEqual(ofNewer.toSorted());
      blind.end();
      process = open(restored, [older]);
      // What was moved is not among them.
      expect(await compare(process)).toEqual(paid.map(({ txid }) => txid).toSorted());
      await advanceRounds(restored, process, 3);
      const reserved = await restored.db.query<{ state: string }>(sql`SELECT state FROM payouts ORDER BY id`);
      expect(reserved.map(({ state }) => state)).toEqual(['reserved', 'reserved']);
      const acting = { ...process, secret: restored.secret, actor: 'ann' };
      for (const [at, { txid }] of paid.entries()) {
        const outcome = await adoptPayout(acting, { txid, reason: 'it was paid before' });
        expect(outcome).toMatchObject({ kind: 'adopted', ...(at < 2 && { payout: before[at]?.id }) });
      }
      expect(await compare(process)).toEqual([]);
      for (const { network } of await readSuspensions(restored.db))
        await liftSuspension(acting, network, 'all of it is known');
      await advanceRounds(restored, process, 6);
      const states = await restored.db.query<{ state: string }>(sql`SELECT DISTINCT state FROM payouts`);
      expect(states).toEqual([{ state: 'settled' }]);
      const sent = await pair.one.ask<string>('eth_getTransactionCount', account, 'latest');
      expect(Number(sent)).toBe(ofNewer.length);
      await restored.close();
    });
  },
);
