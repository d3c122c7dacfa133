import { addressOfScript, outputScript } from '@openlode/mining/address-payment';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import type { WatchedExchange } from '../../../domain/kernel/exchange.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { openPlace } from '../../../domain/treasury/places/operate-places.ts';
import { watchPlaces } from '../../../domain/treasury/places/watch-places.ts';
import { sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { type PayingProcess, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { signerClient } from '../signer-client.ts';
import { chainUnits } from './amounts.ts';
import { readTransaction } from './read-transaction.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { keySigner } from './testing/key-signer.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { malleate } from './testing/malleate.ts';

const coin = 10n ** 18n;
const { main, regtest } = keyHashFacts.networks;
const scriptOf = (byte: number) =>
  Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20).fill(byte), 0x88, 0xac);
const spelled = (prefixes: typeof main.addresses, byte: number): string =>
  addressOfScript(prefixes, scriptOf(byte)) ?? '';
const [cold, coldHere] = [spelled(main.addresses, 9), spelled(regtest.addresses, 9)];
const [exchangeAddress, exchangeHere] = [spelled(main.addresses, 8), spelled(regtest.addresses, 8)];
const idOf = (bytes: Uint8Array): string => readTransaction(bytes).txid;

describe.skipIf(!hasLitecoind).each(oneEngine())(
  'sweeps out of coins at key hashes, over two litecoinds and the real signer, on %s',
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let wallets: LitecoinWallets;
    let ctx: TestContext;
    let process: PayingProcess;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-key-hash-sweeps-'));
      signer = await SignerProcess.start(folder, {
        hasKeyHash: true,
        keyHashSweepTo: [coldHere, exchangeHere],
      });
      ctx = await createTestContext(engine);
      const named = { ...keySigner(regtest.addresses), address: signer.keyHashAddress };
      wallets = await LitecoinWallets.start(8, keyHashFacts, named);
      const rail = wallets.rail({
        reservations: coinReservations(ctx),
        signer: signerClient({
          socket: signer.socket,
          network: 'DOGE-regtest',
          orderOf: ({ orderId, address, amount }) => ({
            payoutId: `sweeps:${orderId}`,
            address: onTestNetwork(address),
            amount: chainUnits(amount),
          }),
        }),
      });
      process = payingProcess(ctx, rail);
      const reference = ctx.random.uuid();
      const movement = { kind: 'deposit', amount: '400', coin: 'DOGE', reference, reason: 'float' } as const;
      expect(await moveFunds({ ...ctx, actor: 'ann' }, movement)).toEqual({ kind: 'booked' });
    }, 300_000);
    afterAll(async () => {
      process?.end();
      await Promise.all([wallets?.close(), signer?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const onTestNetwork = (address: string): string => {
      const script = outputScript(main.addresses, address);
      return (script && addressOfScript(regtest.addresses, script)) ?? address;
    };
    const unitsOf = (amount: number): bigint => BigInt(Math.round(amount * 1e8)) * 10n ** 10n;
    const paidTo = (byte: number) =>
      wallets.nodes.one.ask<{ unspents: readonly { readonly txid: string; readonly amount: number }[] }>(
        'scantxoutset',
        'start',
        [`raw(${Buffer.from(scriptOf(byte)).toString('hex')})`],
      );
    const arrived = async (byte: number): Promise<bigint> =>
      (await paidTo(byte)).unspents.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
    /** Stands in for an exchange: it names what came in by the ids that blocks have. */
    const exchange: WatchedExchange = {
      name: 'kraken',
      markets: () => Promise.resolve([]),
      marketNow: () => Promise.reject(new Error('no such market')),
      balances: async () => {
        const total = await arrived(8);
        return new Map([['DOGE', { available: total, total }]]);
      },
      depositAddress: async () => ({ address: exchangeAddress, networkAddress: exchangeHere, memo: '' }),
      transfers: async (kind, _coin, since) => {
        const { unspents } = kind === 'deposit' ? await paidTo(8) : { unspents: [] };
        return unspents.map(({ txid, amount }) => ({
          kind,
          id: undefined,
          coin: 'DOGE',
          address: exchangeHere,
          fee: 0n,
          state: 'done' as const,
          at: since,
          exchangeId: txid,
          txid,
          amount: unitsOf(amount),
        }));
      },
    };
    const context = () => {
      const own = wallets.wallet();
      return {
        ...process,
        wallet: {
          holdings: async () => ({ amounts: await own.amounts(), unanswered: [] }),
          byNetwork: [own],
        },
        floats: [{ coin: 'DOGE', network: 'DOGE', target: coin, ceiling: 5n * coin, cold }],
        exchanges: [exchange],
        actor: 'ann',
      };
    };
    const follow = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await followSweeps(context(), (_sweep, error) => {
          throw error;
        });
        ctx.advance(15_000);
      }
    };
    const lookAtPlaces = async (): Promise<void> => {
      await watchPlaces({ ...context(), pause: async () => undefined }, (_place, error) => {
        throw error;
      });
      ctx.advance(60_000);
    };
    const sweep = async (amount: string, to?: string) => {
      const asked = { coin: 'DOGE', amount, reason: 'too much', ...(to !== undefined && { to }) };
      const outcome = await sweepFunds(context(), asked);
      if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
      const [row] = await ctx.db.query<{ bytes: Uint8Array; ids: readonly string[] }>(
        sql`SELECT bytes, chain_ids AS ids FROM payout_transactions WHERE txid = ${outcome.txid}`,
      );
      const bytes = Uint8Array.from(row?.bytes ?? []);
      expect(row?.ids).toEqual([idOf(bytes)]);
      expect(outcome.txid).toBe(readTransaction(bytes).effect);
      return { txid: outcome.txid, bytes };
    };
    const rows = () =>
      ctx.db.query<{ state: string; txid: string; ids: readonly string[] }>(sql`
        SELECT sweeps.state, sweeps.txid, chain_ids AS ids FROM sweeps JOIN payout_transactions USING (txid)
         ORDER BY id DESC LIMIT 1`);
    const balance = async (account: string): Promise<bigint> => {
      const [row] = await ctx.db.query<{ amount: bigint }>(
        sql`SELECT amount FROM balances WHERE account = ${account} AND asset = 'DOGE'`,
      );
      return row?.amount ?? 0n;
    };
    /** As a miner does who has it in another form: no node would pass that on. */
    const mineAlone = async (bytes: Uint8Array): Promise<void> => {
      await wallets.nodes.one.ask('generateblock', 'raw(51)', [Buffer.from(bytes).toString('hex')]);
      await wallets.nodes.mine(0);
    };

    it('come to the cold address under the id that their bytes have', async () => {
      const { txid, bytes } = await sweep('12.5');
      await follow(1);
      await vi.waitFor(
        async () => {
          for (const node of [wallets.nodes.one, wallets.nodes.two])
            await node.ask('getmempoolentry', idOf(bytes));
        },
        { timeout: 120_000, interval: 50 },
      );
      await wallets.nodes.mine(confirmations);
      await follow(4);
      expect(await rows()).toEqual([{ state: 'final', txid, ids: [idOf(bytes)] }]);
      expect(await arrived(9)).toBe((25n * coin) / 2n);
      expect(await balance('ext:cold:DOGE')).toBe((-25n * coin) / 2n);
      expect((await compareOutgoing(context())).unknown).toEqual([]);
    });

    it('come to the cold address once under another id, which is kept beside their name', async () => {
      const { txid, bytes } = await sweep('3');
      const other = malleate(bytes);
      await mineAlone(other);
      await wallets.nodes.mine(confirmations);
      await follow(5);
      expect(await rows()).toEqual([{ state: 'final', txid, ids: [idOf(other), idOf(bytes)] }]);
      expect(await arrived(9)).toBe((31n * coin) / 2n);
      expect(await balance('ext:cold:DOGE')).toBe((-31n * coin) / 2n);
      expect((await compareOutgoing(context())).unknown).toEqual([]);
    });

    it('are in the ledger at an exchange by its record of the id that blocks have', async () => {
      await lookAtPlaces();
      const begun = { place: 'kraken', coin: 'DOGE', amount: '0', reason: 'mine' };
      expect(await openPlace(context(), begun)).toEqual({ kind: 'booked', amount: '0' });
      await lookAtPlaces();
      const { bytes } = await sweep('2', 'kraken');
      await mineAlone(malleate(bytes));
      await wallets.nodes.mine(confirmations);
      await follow(5);
      expect(await balance('ext:transit:DOGE:kraken')).toBe(-2n * coin);
      await lookAtPlaces();
      expect(await balance('ext:transit:DOGE:kraken')).toBe(0n);
      expect(await balance('ext:exchange:kraken')).toBe(-2n * coin);
    });
  },
);
