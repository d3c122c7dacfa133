import { addressOfScript } from '@openlode/mining/address-payment';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind, LitecoinNodes } from '../../../../../../testing/litecoin-nodes.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { armCrashPoints } from '../../../domain/kernel/crash-point.ts';
import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import type { WatchedExchange } from '../../../domain/kernel/exchange.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { adoptTransaction } from '../../../domain/treasury/adopt-sweep.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { readPositions } from '../../../domain/treasury/read-positions.ts';
import { openPlace } from '../../../domain/treasury/places/operate-places.ts';
import { watchPlaces } from '../../../domain/treasury/places/watch-places.ts';
import { listPlaces } from '../../../domain/views/list-places.ts';
import { sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { advanceRounds, type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { createOutgoingGuard } from '../../../domain/payouts/outgoing-guard.ts';
import { compareWithLedger } from '../../../domain/treasury/guard-solvency.ts';
import { type NodeRpc, openNodeRpc } from '../../chains/nodes/node-rpc.ts';
import { offeredRail, type RailSettings } from '../offered-rails.ts';
import type { RailNode } from './rail-node.ts';
import { litecoinFacts, spelledByMiners } from './testing/fake-nodes.ts';

const coin = 10n ** 18n;
const coldScript = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(9));
const cold = spelledByMiners(coldScript);
const coldHere = addressOfScript(litecoinFacts.networks.regtest.addresses, coldScript) ?? '';
const exchangeScript = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(8));
const exchangeHere = addressOfScript(litecoinFacts.networks.regtest.addresses, exchangeScript) ?? '';
const payees = ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'];

describe.skipIf(!hasLitecoind).each(oneEngine())(
  'sweeps over two litecoinds and the real signer, on %s',
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let nodes: LitecoinNodes;
    let ctx: TestContext;
    let process: PayingProcess;
    let railNodes: readonly RailNode[];
    const opened: NodeRpc[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-sweeps-'));
      signer = await SignerProcess.start(folder, { sweepTo: [coldHere, exchangeHere] });
      nodes = await LitecoinNodes.start(1, { vbparams: 'mweb:999999999999:999999999999' });
      ctx = await createTestContext(engine);
      for (const node of [nodes.one, nodes.two]) {
        await node.ask('createwallet', 'watch', true, true, '', false, false, true);
        const watched = { scriptPubKey: { address: signer.address }, timestamp: 0, watchonly: true };
        await node.ask('importmulti', [{ ...watched, label: 'pool' }], { rescan: false });
      }
      await nodes.one.ask('generatetoaddress', 20, signer.address);
      await nodes.mine(101);
      railNodes = [nodes.one, nodes.two].map(({ name, url, loginFile }) => {
        const readLogin = () => readFileSync(loginFile, 'utf8');
        const [rpc, wallet] = ['/', '/wallet/watch'].map((path) =>
          openNodeRpc({ url: new URL(path, url), readLogin }),
        );
        if (rpc === undefined || wallet === undefined) throw new Error('no clients');
        opened.push(rpc, wallet);
        return { name, rpc, wallet };
      });
      process = open();
      await deposit(await held());
    }, 300_000);
    afterAll(async () => {
      armCrashPoints();
      process?.end();
      for (const rpc of opened) rpc.close();
      await Promise.all([nodes?.close(), signer?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });
    const settings = (): RailSettings => ({
      network: 'regtest',
      own: [signer.address],
      signer: signer.socket,
      confirmations: 3,
      feeRateMin: 10n,
      feeRateMax: 200n,
      feeMax: 10n ** 16n,
    });
    const network = (): NetworkWallet => offeredRail('LTC').wallet(settings(), railNodes);
    const wallet = () => {
      const own = network();
      return {
        holdings: async () => ({ amounts: await own.amounts(), unanswered: [] }),
        byNetwork: [own],
      };
    };
    /** Another process on an empty disk. */
    const open = (): PayingProcess => {
      const parts = { nodes: railNodes, reservations: coinReservations(ctx), ledger: 'ab'.repeat(32) };
      const paying = payingProcess(ctx, offeredRail('LTC').open(settings(), parts));
      return { ...paying, outgoing: createOutgoingGuard(compareWithLedger(wallet())) };
    };
    const context = () => ({
      ...process,
      wallet: wallet(),
      floats: [{ coin: 'LTC', network: 'LTC', target: coin, ceiling: 5n * coin, cold }],
      exchanges: [exchange],
      actor: 'ann',
    });
    /** What blocks pay to an address, by one node. */
    const paidTo = (address: string) =>
      nodes.one.ask<{ unspents: readonly { readonly txid: string; readonly amount: number }[] }>(
        'scantxoutset',
        'start',
        [`addr(${address})`],
      );
    const unitsOf = (amount: number): bigint => BigInt(Math.round(amount * 1e8)) * 10n ** 10n;
    /** Stands in for an exchange: it has what blocks pay to its address. */
    const exchange: WatchedExchange = {
      name: 'kraken',
      markets: () => Promise.resolve([]),
      marketNow: () => Promise.reject(new Error('no such market')),
      balances: async () => {
        const { unspents } = await paidTo(exchangeHere);
        const total = unspents.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
        return new Map([['LTC', { available: total, total }]]);
      },
      depositAddress: async () => ({
        address: spelledByMiners(exchangeScript),
        networkAddress: exchangeHere,
        memo: '',
      }),
      transfers: async (kind, _coin, since) => {
        const { unspents } = kind === 'deposit' ? await paidTo(exchangeHere) : { unspents: [] };
        const facts = {
          kind,
          id: undefined,
          coin: 'LTC',
          address: exchangeHere,
          fee: 0n,
          state: 'done',
          at: since,
        } as const;
        return unspents.map(({ txid, amount }) => ({
          ...facts,
          exchangeId: txid,
          txid,
          amount: unitsOf(amount),
        }));
      },
    };
    const lookAtPlaces = async (): Promise<void> => {
      await watchPlaces({ ...context(), pause: async () => undefined }, (_place, error) => {
        throw error;
      });
      ctx.advance(60_000);
    };
    const held = async (): Promise<bigint> => (await network().amounts()).get('LTC') ?? 0n;
    const deposit = async (units: bigint): Promise<void> => {
      const reference = ctx.random.uuid();
      const amount = `${units / coin}.${(units % coin).toString().padStart(18, '0').slice(0, 8)}`;
      const movement = { kind: 'deposit', amount, coin: 'LTC', reference, reason: 'float' } as const;
      expect(await moveFunds({ ...ctx, actor: 'ann' }, movement)).toEqual({ kind: 'booked' });
    };
    const sweep = async (amount: string) => {
      const outcome = await sweepFunds(context(), { coin: 'LTC', amount, reason: 'too much' });
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
    /** The newest sweep. */
    const rows = () =>
      ctx.db.query<{ state: string; txid: string | null; found: boolean }>(
        sql`SELECT state, txid, found FROM sweeps ORDER BY id DESC LIMIT 1`,
      );
    const balance = async (account: string): Promise<bigint> => {
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = ${account} AND asset = 'LTC'`,
      );
      return row?.amount ?? 0n;
    };
    /** What blocks pay to the cold address, by both nodes, in units of 10^-18. */
    const arrived = async (): Promise<bigint> => {
      const [one, two] = await Promise.all(
        [nodes.one, nodes.two].map(async (node) => {
          const { total_amount: total } = await node.ask<{ total_amount: number }>('scantxoutset', 'start', [
            `addr(${coldHere})`,
          ]);
          return BigInt(Math.round(total * 1e8)) * 10n ** 10n;
        }),
      );
      expect(two).toBe(one);
      return one ?? 0n;
    };
    const waiting = async (txid: string): Promise<void> =>
      vi.waitFor(
        async () => {
          for (const node of [nodes.one, nodes.two]) await node.ask('getmempoolentry', txid);
        },
        { timeout: 120_000, interval: 50 },
      );
    const lift = async (): Promise<void> => {
      for (const { network: on } of await readSuspensions(ctx.db))
        expect(await liftSuspension(context(), on, 'looked at')).toBe('lifted');
    };
    const sound = async (): Promise<void> => {
      const { known } = await readPositions(ctx.db, wallet());
      expect(known.find(({ asset }) => asset === 'LTC')).toMatchObject({
        held: await held(),
        owed: await held(),
      });
    };

    it('brings it to the cold address once, and the ledger has it there', async () => {
      const before = await arrived();
      const { txid } = await sweep('12.5');
      await follow(1);
      await waiting(txid);
      await nodes.mine(3);
      await follow(4);
      expect(await rows()).toEqual([{ state: 'final', txid, found: false }]);
      expect((await arrived()) - before).toBe((25n * coin) / 2n);
      expect(await balance('ext:cold:LTC')).toBe(-(await arrived()));
      await sound();
      expect((await compareOutgoing(context())).unknown).toEqual([]);
    });

    it('goes to an exchange, and the ledger has it there by its record, to the unit [L15]', async () => {
      await lookAtPlaces();
      const begun = { place: 'kraken', coin: 'LTC', amount: '0', reason: 'mine' };
      expect(await openPlace(context(), begun)).toEqual({ kind: 'booked', amount: '0' });
      await lookAtPlaces();
      const asked = { coin: 'LTC', amount: '2.00000001', to: 'kraken', reason: 'to sell' };
      const outcome = await sweepFunds(context(), asked);
      if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
      await follow(1);
      await waiting(outcome.txid);
      await nodes.mine(3);
      await follow(4);
      expect(await balance('ext:transit:LTC:kraken')).toBe(-(2n * coin + 10n ** 10n));
      await sound();
      await lookAtPlaces();
      expect(await balance('ext:transit:LTC:kraken')).toBe(0n);
      expect(await balance('ext:exchange:kraken')).toBe(-(2n * coin + 10n ** 10n));
      expect(await listPlaces(ctx)).toMatchObject([{ place: 'kraken', state: 'equal', said: '2.00000001' }]);
      await sound();
    });

    it('goes to no other address, by the word of the signer', async () => {
      const float = { coin: 'LTC', network: 'LTC', target: 0n, ceiling: coin, cold: payees[0] ?? '' };
      const asked = sweepFunds({ ...context(), floats: [float] }, { coin: 'LTC', amount: '1', reason: 'no' });
      expect(await asked).toMatchObject({
        kind: 'given-up',
        why: expect.stringContaining('The address is not on the list for sweeps.'),
      });
      expect(await rows()).toMatchObject([{ state: 'returned', txid: null }]);
    });

    it('is signed over a coin in common where its process died between signing and storing', async () => {
      const before = await arrived();
      armCrashPoints((name) => {
        if (name !== 'sweep-signed') return;
        armCrashPoints();
        throw new Error('died');
      });
      await expect(sweep('3')).rejects.toThrow('died');
      process = open();
      // A payout takes coins of its own meanwhile.
      ctx.advance(60_000);
      await follow(2);
      const [row] = await rows();
      await waiting(row?.txid ?? '');
      await nodes.mine(3);
      await follow(4);
      expect(await rows()).toMatchObject([{ state: 'final' }]);
      expect((await arrived()) - before).toBe(3n * coin);
      await sound();
    });

    it.each(['planned', 'lost'] as const)(
      'is adopted after a copy was put back that has it as %s, whether it waits or stands in a block',
      async (copy) => {
        const before = await arrived();
        const { txid } = await sweep('2');
        await follow(1);
        await waiting(txid);
        await ctx.db.execute(`SET session_replication_role = replica;
          ${copy === 'lost' ? 'DELETE FROM sweeps' : "UPDATE sweeps SET state = 'planned', txid = NULL"} WHERE txid = '${txid}';
          ${['payout_claims', 'payout_journal', 'payout_transactions'].map((table) => `DELETE FROM ${table} WHERE txid = '${txid}';`).join('')}
          SET session_replication_role = origin`);
        process.end();
        process = open();
        ctx.advance(60_000);
        await follow(1);
        expect(await sweepFunds(context(), { coin: 'LTC', amount: '1', reason: 'again' })).toMatchObject({
          kind: copy === 'lost' ? 'not-leaving' : 'under-way',
        });
        expect((await readSuspensions(ctx.db)).map(({ reason }) => reason)).toContain('unknown-transaction');
        if (copy === 'lost') await nodes.mine(1);
        expect(
          await adoptTransaction({ ...context(), secret: ctx.secret }, { txid, reason: 'lost' }),
        ).toMatchObject({ kind: 'swept' });
        await nodes.mine(3);
        await follow(4);
        expect(await rows()).toEqual([{ state: 'final', txid, found: true }]);
        expect((await arrived()) - before).toBe(2n * coin);
        expect(await balance('ext:cold:LTC')).toBe(-(await arrived()));
        expect((await compareOutgoing(context())).unknown).toEqual([]);
        await lift();
        await sound();
      },
    );

    it('is ended before it left, and its coins are free', async () => {
      const before = await arrived();
      const { sweep: id, txid } = await sweep('2');
      expect(await cancelSweep(context(), { id: BigInt(id), reason: 'no more' })).toEqual({ kind: 'ended' });
      await follow(2);
      await nodes.mine(3);
      expect(await rows()).toEqual([{ state: 'returned', txid, found: false }]);
      expect(await arrived()).toBe(before);
      await sound();
    });

    it('is cancelled where no node has it, and its coins are free', async () => {
      const before = await arrived();
      const { sweep: id, txid } = await sweep('2');
      armCrashPoints((name) => {
        if (name !== 'sweep-before-send') return;
        armCrashPoints();
        throw new Error('died');
      });
      await expect(follow(1)).rejects.toThrow('died');
      const outcome = await cancelSweep(context(), { id: BigInt(id), reason: 'no more' });
      if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
      await waiting(outcome.txid);
      await nodes.mine(3);
      await follow(4);
      expect(await rows()).toEqual([{ state: 'returned', txid, found: false }]);
      expect(await arrived()).toBe(before);
      await sound();
      const next = await sweep('2');
      await follow(1);
      await waiting(next.txid);
      await nodes.mine(3);
      await follow(4);
      expect((await arrived()) - before).toBe(2n * coin);
    });

    it('is there again after its branch was given up, and back in a block', async () => {
      const before = await arrived();
      const { txid } = await sweep('2');
      await follow(1);
      await waiting(txid);
      await nodes.mine(3);
      await follow(4);
      const height = await nodes.one.ask<number>('getblockcount');
      const block = await nodes.one.ask<string>('getblockhash', height - 2);
      for (const node of [nodes.one, nodes.two]) await node.ask('invalidateblock', block);
      expect(await arrived()).toBe(before);
      ctx.advance(600_000);
      await follow(3);
      expect(await ctx.db.query(sql`SELECT 1 FROM sweeps WHERE gone_at IS NOT NULL`)).toHaveLength(1);
      for (const node of [nodes.one, nodes.two]) await node.ask('reconsiderblock', block);
      await nodes.mine(1);
      await follow(4);
      expect(await rows()).toEqual([{ state: 'final', txid, found: false }]);
      expect(await ctx.db.query(sql`SELECT 1 FROM sweeps WHERE gone_at IS NOT NULL`)).toEqual([]);
      expect((await arrived()) - before).toBe(2n * coin);
      await lift();
    });

    it('stands beside payouts that are signed and sent at the same time', async () => {
      const before = await arrived();
      const paid: bigint[] = [];
      for (const [at, address] of payees.entries()) {
        const when = new Date(ctx.clock.now());
        const uuid = `bbbbbbbb-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
        const [miner] = await ctx.db.query<{ id: bigint }>(sql`
          INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
          VALUES (${uuid}, 'LTC', 'LTC', ${address}, ${when}, ${when}) RETURNING id`);
        const id = miner?.id ?? 0n;
        const postings = [
          { account: 'pool:capital' as const, asset: 'LTC', amount: -2n * coin },
          { account: `miner:${id}:mining` as const, asset: 'LTC', amount: 2n * coin },
        ];
        await ctx.db.transaction((tx) =>
          bookEntry(tx, { key: `given ${id}`, kind: 'given', at: ctx.clock.now(), postings }),
        );
        const reserved = await reservePayout(process, id, 'manual');
        if (reserved.kind !== 'reserved') throw new Error(JSON.stringify(reserved));
        paid.push(reserved.id);
      }
      expect(paid).toHaveLength(2);
      const request = { coin: 'LTC', amount: '4', reason: 'too much' };
      const [first] = await Promise.all([sweepFunds(context(), request), advanceRounds(ctx, process, 2)]);
      // The payouts were first with a coin: the sweep stores nothing, and is asked for again.
      const outcome = first.kind === 'given-up' ? await sweep('4') : first;
      if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
      await follow(1);
      await waiting(outcome.txid);
      for (let block = 0; block < 4; block += 1) {
        await nodes.mine(1);
        await advanceRounds(ctx, process, 2);
        await follow(1);
      }
      await advanceRounds(ctx, process, 4);
      await follow(3);
      expect(await ctx.db.query(sql`SELECT 1 FROM payouts WHERE state = 'settled'`)).toHaveLength(2);
      expect(await rows()).toMatchObject([{ state: 'final' }]);
      expect((await arrived()) - before).toBe(4n * coin);
      expect((await compareOutgoing(context())).unknown).toEqual([]);
      await sound();
    });
  },
);
