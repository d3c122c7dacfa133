import { formatAmount } from '@openlode/money/amount';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { payees } from '../../../../../../testing/monero-payments.ts';
import { hasMoneroWallet, MoneroWallet } from '../../../../../../testing/monero-wallet.ts';
import type { MoneroAccount } from '../../../../../../testing/signer-process.ts';
import { importTables } from '../../../domain/operations/backup/import-tables.ts';
import { backupTables } from '../../../domain/operations/backup/read-backup.ts';
import { writeBackup } from '../../../domain/operations/backup/write-backup.ts';
import { adoptPayout } from '../../../domain/payouts/adopt-payout.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { giveXmr, moneroPool, type WatchedAccount } from '../../../testing/payouts/monero-pool.ts';
import { advanceRounds, type PayingProcess } from '../../../testing/payouts/payout-world.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { MoneroWallets } from './testing/monero-wallets.ts';
import { ledgerUnits } from './units.ts';

const coin = 10n ** 18n;
/** At first, and later: more than one transaction can spend. */
const [rewards, moreRewards] = [12, 140];
/** Blocks until what was moved can be spent. */
const resting = 10;

interface Balance {
  readonly balance: number;
  readonly unlocked_balance: number;
}

describe.skipIf(!hasMonerod || !hasMoneroWallet).each(oneEngine())(
  'a key of Monero that is replaced by another, with the real signer on two monerods, on %s',
  { timeout: 600_000 },
  (engine) => {
    let folder: string;
    let wallets: MoneroWallets;
    let theirs: MoneroWallet;
    let newView: MoneroWallet | undefined;
    let ctx: TestContext;
    let process: PayingProcess;
    let older: string;
    let newer: MoneroAccount;
    /** Whose wallet the pool asks, and where its file has it paid from. */
    let current: WatchedAccount;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-monero-rotation-'));
      wallets = await MoneroWallets.start(rewards);
      older = wallets.address;
      current = { address: older, rpc: wallets.walletRpc };
      const account = { address: payees.primary, viewkey: payees.viewKey };
      theirs = await MoneroWallet.start(wallets.nodes.two.url, account, false);
      ctx = await createTestContext(engine);
      ctx.setNow(Date.now());
      process = pool().open();
      const movement = { kind: 'deposit', coin: 'XMR', reference: 'all', reason: 'float' } as const;
      const amount = formatAmount(await pool().held());
      expect(await moveFunds(operator(), { ...movement, amount })).toEqual({ kind: 'booked' });
    }, 600_000);
    afterAll(async () => {
      process?.end();
      await Promise.all([theirs?.close(), newView?.close()]);
      await Promise.all([wallets?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    const operator = () => ({ ...ctx, actor: 'ann' });
    const pool = (of: TestContext = ctx, olderAccounts: readonly WatchedAccount[] = []) =>
      moneroPool(of, wallets, current, olderAccounts);
    const backup = (): string => join(folder, 'backup');
    const ask = async <T>(rpc: NodeRpc, method: string, params: object = {}): Promise<T> =>
      valueOf(await rpc.call(method, { ...params }, { withinMs: 120_000 })) as T;
    const balanceOf = async (rpc: NodeRpc): Promise<Balance> => {
      await ask(rpc, 'refresh');
      return ask<Balance>(rpc, 'get_balance', { account_index: 0 });
    };
    /** A miner's of what was the pool's own, asked for. */
    const reserve = async (amount: bigint) => {
      const [address = ''] = await theirs.newAddresses(1);
      const miner = await giveXmr(ctx, address, amount);
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
      // There is no price of it here.
      await ctx.db.query(sql`UPDATE payouts SET hold = NULL WHERE id = ${outcome.id}`);
      return { id: outcome.id, address, amount };
    };
    /** Until none is open, or for this many blocks. */
    const settleAll = async (blocks = 10): Promise<void> => {
      for (let made = 0; made < blocks; made += 1) {
        await advanceRounds(ctx, process, 2);
        const open = await ctx.db.query(
          sql`SELECT 1 FROM payouts WHERE state NOT IN ('settled', 'released')`,
        );
        if (open.length === 0) return;
        await wallets.nodes.mine(1);
      }
    };
    /** Rewards of which the pool has compared each: so its wallet has their images, and sees that they are spent. */
    const earnMore = async (): Promise<void> => {
      const before = await pool().held();
      for (let rest = moreRewards; rest > 0; rest -= 10)
        await wallets.nodes.one.ask('generateblocks', { amount_of_blocks: 10, wallet_address: older });
      await wallets.nodes.mine(60);
      expect((await compareOutgoing({ ...process, ...operator() })).unknown).toEqual([]);
      const more = { kind: 'deposit', coin: 'XMR', reference: 'more', reason: 'float' } as const;
      const amount = formatAmount((await pool().held()) - before);
      expect(await moveFunds(operator(), { ...more, amount })).toEqual({ kind: 'booked' });
    };
    const arrivedAt = async (address: string): Promise<bigint> =>
      (await theirs.payments())
        .filter((each) => each.address === address)
        .reduce((sum, { amount }) => sum + amount * ledgerUnits, 0n);
    const stateOf = async (id: bigint) => (await findPayout(ctx.db, id))?.state;
    /** What it keeps from single payments counts for nothing. */
    const free = async (): Promise<void> => {
      const { transfers = [] } = await ask<{ transfers?: { key_image: string; frozen: boolean }[] }>(
        wallets.walletRpc,
        'incoming_transfers',
        { transfer_type: 'available', account_index: 0 },
      );
      for (const { key_image: image } of transfers.filter(({ frozen }) => frozen))
        await ask(wallets.walletRpc, 'thaw', { key_image: image });
    };
    /** What the wallet that watches the older account builds of everything that it has, as docs/signer.md has it. */
    const buildMove = async (to: string): Promise<string> => {
      const { unsigned_txset: unsigned } = await ask<{ unsigned_txset: string }>(
        wallets.walletRpc,
        'sweep_all',
        { address: to, account_index: 0, outputs: 2, do_not_relay: true },
      );
      const { outputs_data_hex: outputs } = await ask<{ outputs_data_hex: string }>(
        wallets.walletRpc,
        'export_outputs',
        { all: true },
      );
      const file = `${wallets.signerProcess.socket}.built`;
      writeFileSync(`${file}.outputs`, outputs);
      writeFileSync(`${file}.unsigned`, unsigned);
      return file;
    };
    const move = (file: string, balance: string, from = older): Promise<string> => {
      const files = ['--outputs', `${file}.outputs`, '--unsigned', `${file}.unsigned`];
      const asked = ['--from', from, '--balance', balance, ...files];
      return wallets.signerProcess.command('move', 'XMR-regtest', ...asked);
    };
    /** In coins, as wallets count them. */
    const coins = (atomic: number): string => formatAmount(BigInt(atomic) * ledgerUnits);
    const hand = async (said: string): Promise<number> => {
      const raw = said.match(/^[0-9a-f]{1000,}$/gm) ?? [];
      for (const tx_as_hex of raw)
        for (const { url } of [wallets.nodes.one, wallets.nodes.two]) {
          const body = JSON.stringify({ tx_as_hex, do_not_relay: false });
          const answer = await fetch(`${url}/send_raw_transaction`, { method: 'POST', body });
          expect(await answer.json()).toMatchObject({ status: 'OK' });
        }
      return raw.length;
    };

    /** Paid from the older account: the backup has the first one as reserved, and the second not at all. */
    let before: Awaited<ReturnType<typeof reserve>>;
    const ofOlder: bigint[] = [];

    it('pays from its first account, and from no other once the signer has a second key', async () => {
      before = await reserve(2n * coin);
      mkdirSync(join(folder, 'data'));
      await writeBackup(ctx, { file: backup(), dataDirectory: join(folder, 'data'), version: 'suite' });
      await settleAll();
      expect(await stateOf(before.id)).toBe('settled');
      newer = await wallets.signerProcess.addMoneroKey();
      const again = await reserve(coin);
      await settleAll();
      expect(await stateOf(again.id)).toBe('settled');
      ofOlder.push(before.id, again.id);
      await earnMore();
      await wallets.signerProcess.close();
      await wallets.signerProcess.run();
      const waits = await reserve(coin);
      await settleAll(1);
      // Nothing of it was signed, and nothing left.
      expect(await stateOf(waits.id)).toBe('reserved');
      expect(await arrivedAt(waits.address)).toBe(0n);
    });

    it('has everything brought to the new account by orders that its signer checks, and the older one ends at 0', async () => {
      process.end();
      await wallets.signerProcess.close();
      await wallets.nodes.mine(resting);
      await free();
      const had = await balanceOf(wallets.walletRpc);
      expect(had.unlocked_balance).toBe(had.balance);
      const elsewhere = await buildMove(payees.primary);
      await expect(move(elsewhere, coins(had.balance))).rejects.toThrow(
        'outputs: An output does not come to the account of the newest key.',
      );
      const file = await buildMove(newer.address);
      await expect(move(file, coins(had.balance + 1))).rejects.toThrow(
        `outputs: It takes ${coins(had.balance)} of the older account, which has ${coins(had.balance + 1)}.`,
      );
      await expect(move(file, coins(had.balance), newer.address)).rejects.toThrow('own-address: ');
      await expect(move(file, coins(had.balance), payees.primary)).rejects.toThrow('foreign-input: ');
      const said = await move(file, coins(had.balance));
      // Signed once: a second time it prints the same, whatever the wallet would draw.
      expect(await move(file, coins(had.balance))).toBe(said);
      expect(await hand(said)).toBeGreaterThan(1);
      await wallets.nodes.mine(resting);
      expect(await balanceOf(wallets.walletRpc)).toMatchObject({ balance: 0, unlocked_balance: 0 });
      newView = await MoneroWallet.start(wallets.nodes.one.url, newer);
      current = { address: newer.address, rpc: wallets.openWallet(newView) };
      const has = await balanceOf(current.rpc);
      expect(has.unlocked_balance).toBe(has.balance);
      const fees = had.balance - has.balance;
      expect(fees).toBeGreaterThan(0);
      expect(said).toContain(`${coins(has.balance)} comes to the newest key, and ${coins(fees)} goes to the`);
      await wallets.signerProcess.run();
      process = pool().open();
      // The ledger does not know what the moving has cost.
      const { known } = await readPositions(ctx.db, pool().wallet);
      const position = known.find(({ asset }) => asset === 'XMR');
      expect((position?.owed ?? 0n) - (position?.held ?? 0n)).toBe(BigInt(fees) * ledgerUnits);
      const cost = { kind: 'correction', missing: true, coin: 'XMR', network: 'XMR' } as const;
      const why = { reference: `moved to ${newer.address}`, reason: 'fees of moving to a new key' };
      expect(await moveFunds(operator(), { ...cost, ...why, amount: coins(fees) })).toEqual({
        kind: 'booked',
      });
    });

    it('pays what was asked for before and after from the new account', async () => {
      const later = await reserve(3n * coin);
      await settleAll();
      const rows = await ctx.db.query<{ id: bigint; address: string; state: string; amount: bigint }>(
        sql`SELECT id, address, state, amount FROM payouts ORDER BY id`,
      );
      expect(rows.map(({ state }) => state)).toEqual(['settled', 'settled', 'settled', 'settled']);
      expect(rows.at(-1)?.id).toBe(later.id);
      for (const { address, amount } of rows) expect(await arrivedAt(address)).toBe(amount);
      const { known } = await readPositions(ctx.db, pool().wallet);
      const has = await pool().held();
      expect(known.find(({ asset }) => asset === 'XMR')).toMatchObject({ held: has, owed: has });
      expect((await compareOutgoing({ ...process, ...operator() })).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect(await balanceOf(wallets.walletRpc)).toMatchObject({ balance: 0, unlocked_balance: 0 });
    });

    it('proves what the older account has paid, to its payee and to the pool', async () => {
      const rows = await ctx.db.query<{ txid: string; proof: Readonly<Record<string, string>> }>(sql`
        SELECT payout_transactions.txid, proof FROM payout_transactions JOIN payouts USING (txid)
         WHERE payouts.id = ${before.id}`);
      const { txid, proof } = firstRow(rows);
      const answers = await process.rail.lookUp('XMR', txid, proof);
      expect(answers.map(({ status }) => status.kind)).toEqual(['confirmed', 'confirmed']);
      // Monero's own proof: of the secrets of the transaction, by any wallet.
      const asked = { txid, tx_key: proof['keys'], address: before.address };
      expect(await ask(current.rpc, 'check_tx_key', asked)).toMatchObject({
        received: Number(before.amount / ledgerUnits),
        in_pool: false,
      });
    });

    it('sees what the older account has paid where a backup of before is restored, and pays it no second time', async () => {
      const paid = await ctx.db.query<{ id: bigint; txid: string; address: string; amount: bigint }>(
        sql`SELECT id, txid, address, amount FROM payouts ORDER BY id`,
      );
      process.end();
      const restored = await createTestContext(engine);
      restored.setNow(Date.now());
      await importTables({ db: restored.db }, backupTables(backup()));
      const compare = async (of: PayingProcess) => {
        const { unknown } = await compareOutgoing({ ...of, actor: 'ann' });
        return unknown.map(({ txid }) => txid).toSorted();
      };
      // A file that names the new account alone has the pool see only what that has paid.
      const blind = pool(restored).open();
      const ofNewer = paid.filter(({ id }) => !ofOlder.includes(id)).map(({ txid }) => txid);
      expect(await compare(blind)).toEqual(ofNewer.toSorted());
      blind.end();
      process = pool(restored, [{ address: older, rpc: wallets.walletRpc }]).open();
      // What was moved is not among them.
      expect(await compare(process)).toEqual(paid.map(({ txid }) => txid).toSorted());
      await advanceRounds(restored, process, 3);
      const reserved = await restored.db.query<{ state: string }>(sql`SELECT state FROM payouts`);
      expect(reserved).toEqual([{ state: 'reserved' }]);
      const acting = { ...process, secret: restored.secret, actor: 'ann' };
      for (const { id, txid } of paid) {
        const outcome = await adoptPayout(acting, { txid, reason: 'it was paid before' });
        expect(outcome).toMatchObject({ kind: 'adopted', ...(id === before.id && { payout: id }) });
      }
      expect(await compare(process)).toEqual([]);
      for (const { network } of await readSuspensions(restored.db))
        await liftSuspension(acting, network, 'all of it is known');
      await advanceRounds(restored, process, 6);
      const states = await restored.db.query<{ state: string }>(sql`SELECT DISTINCT state FROM payouts`);
      expect(states).toEqual([{ state: 'settled' }]);
      await wallets.nodes.mine(2);
      for (const { address, amount } of paid) expect(await arrivedAt(address)).toBe(amount);
      await restored.close();
    });
  },
);
