import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { SignerProcess } from '../../../../../../testing/signer-process.ts';
import { addressOfScript, outputScript } from '@openlode/mining/address-payment';
import { adoptPayout } from '../../../domain/payouts/adopt-payout.ts';
import { paymentOf } from '../../../domain/payouts/announce-payout.ts';
import { checkJournal } from '../../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { findPayout, type Payout } from '../../../domain/payouts/payout.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { ownTransactionOf } from '../../../domain/treasury/own-transaction.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import {
  advanceRounds,
  availableTo,
  coin,
  forgetSigned,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../../testing/payouts/payout-world.ts';
import { signerClient } from '../signer-client.ts';
import { chainUnits } from './amounts.ts';
import { readTransaction } from './read-transaction.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { keySigner } from './testing/key-signer.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { malleate } from './testing/malleate.ts';

const payees = [
  'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a',
  'D5KiJ9d8QedaJxRY8oEpFUAVsWZs4jVeBM',
  'D5R2B6TsTmVihS3WLQMwbpfSsCV9WeqE4v',
  'D5WL43JcWtMs5ufUY1V4xBAPrtQRtjwsoo',
  'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
];
const idOf = (bytes: Uint8Array): string => readTransaction(bytes).txid;

describe.skipIf(!hasLitecoind).each(oneEngine())(
  'payouts out of coins at key hashes, by the real signer and two litecoinds, on %s',
  { timeout: 240_000 },
  (engine) => {
    let folder: string;
    let signer: SignerProcess;
    let ctx: TestContext;
    let wallets: LitecoinWallets;
    let process: PayingProcess;
    let paidBefore = 0;
    let life = 0;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-key-hash-'));
      signer = await SignerProcess.start(folder, { hasKeyHash: true });
    }, 240_000);
    beforeEach(async () => {
      life += 1;
      ctx = await createTestContext(engine);
      const named = { ...keySigner(keyHashFacts.networks.regtest.addresses), address: signer.keyHashAddress };
      wallets = await LitecoinWallets.start(4, keyHashFacts, named);
      process = open();
    }, 240_000);
    afterEach(async () => {
      process.end();
      await Promise.all([ctx.close(), wallets.close()]);
    });
    afterAll(async () => {
      await signer?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const open = (): PayingProcess =>
      payingProcess(
        ctx,
        wallets.rail({
          reservations: coinReservations(ctx),
          signer: signerClient({
            socket: signer.socket,
            network: 'DOGE-regtest',
            orderOf: ({ orderId, address, amount }) => ({
              payoutId: `${life}:${orderId}`,
              address: onTestNetwork(address),
              amount: chainUnits(amount),
            }),
          }),
        }),
      );
    const operator = () => ({ ...process, actor: 'root' });
    /** Fifty for a miner of its own. */
    const reserve = async (amount = 50n * coin): Promise<{ miner: bigint; id: bigint; address: string }> => {
      const address = payees[paidBefore] ?? '';
      paidBefore += 1;
      const miner = await openMiner(ctx, { address });
      await giveBalance(ctx, miner, amount);
      return { miner, address, id: await again(miner) };
    };
    const again = async (miner: bigint): Promise<bigint> => {
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
      return outcome.id;
    };
    const now = async (id: bigint): Promise<Payout> => {
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      return payout;
    };
    const bytesOf = async (id: bigint): Promise<Uint8Array> => {
      const { signed } = await now(id);
      if (signed === null) throw new Error('it is not signed');
      return Uint8Array.from(signed.bytes);
    };
    const mineAlone = async (bytes: Uint8Array): Promise<void> => {
      await wallets.nodes.one.ask('generateblock', 'raw(51)', [Buffer.from(bytes).toString('hex')]);
      await wallets.nodes.mine(0);
    };
    const feesBooked = async (): Promise<number> =>
      (await ctx.db.query(sql`SELECT 1 FROM ledger_entries WHERE kind = 'network-fee-paid'`)).length;
    /** What stands in the blocks of both nodes for an address, in whole coins. */
    const paidTo = async (address: string): Promise<readonly unknown[]> => {
      const script = outputScript(keyHashFacts.networks.main.addresses, address) ?? new Uint8Array();
      const ask = `raw(${Buffer.from(script).toString('hex')})`;
      const both = [wallets.nodes.one, wallets.nodes.two].map((node) =>
        node.ask<{ total_amount: unknown }>('scantxoutset', 'start', [ask]),
      );
      return (await Promise.all(both)).map((each) => Number(each.total_amount));
    };
    const lift = async (): Promise<void> => {
      for (const { network } of await readSuspensions(ctx.db))
        await liftSuspension({ ...operator(), wallet: undefined } as never, network, 'looked at');
    };

    it('settles one once, under the id that its chain has it, and shows that id [P1] [P2]', async () => {
      const { id, miner, address } = await reserve();
      const fees = await feesBooked();
      await advanceRounds(ctx, process, 2);
      const bytes = await bytesOf(id);
      expect((await now(id)).state).toBe('broadcasting');
      expect(paymentOf(await now(id)).txid).toBe(idOf(bytes));
      await mineAlone(malleate(bytes));
      await advanceRounds(ctx, process, 2);
      expect(await now(id)).toMatchObject({ state: 'seen', signed: { chainId: idOf(malleate(bytes)) } });
      await wallets.nodes.mine(confirmations - 1);
      await advanceRounds(ctx, process, 8);
      const settled = await now(id);
      expect(settled.state).toBe('settled');
      expect(paymentOf(settled).txid).toBe(idOf(malleate(bytes)));
      expect(settled.signed?.txid).toBe(readTransaction(bytes).effect);
      expect(await feesBooked()).toBe(fees + 1);
      expect(await availableTo(ctx, miner)).toBe(0n);
      expect(await paidTo(address)).toEqual([50, 50]);
      expect((await compareOutgoing(operator())).unknown).toEqual([]);
      // An output of it to us is change under each of its ids, and no income.
      for (const each of [idOf(bytes), idOf(malleate(bytes)), readTransaction(bytes).effect])
        expect(await ctx.db.transaction((tx) => ownTransactionOf(tx, each))).toEqual({
          kind: 'payout-transaction',
          payout: id.toString(),
        });
    });

    it.each([
      ['with its journal', false],
      ['without any journal', true],
    ] as const)(
      'pays none a second time after a restore from before it was signed, %s [P2]',
      async (_how, isJournalLost) => {
        const { id, miner, address } = await reserve();
        await advanceRounds(ctx, process, 2);
        const bytes = await bytesOf(id);
        await mineAlone(malleate(bytes));
        await wallets.nodes.mine(confirmations - 1);
        await forgetSigned(ctx, [
          'DELETE FROM payout_coin_reservations',
          ...(isJournalLost ? ['DELETE FROM payout_journal'] : []),
        ]);
        process = isJournalLost ? open() : process.restart();
        await checkJournal(process);
        const { unknown } = await compareOutgoing(operator());
        expect(unknown).toMatchObject([{ txid: readTransaction(bytes).effect, amount: 50n * coin }]);
        // Without a word of an operator it is not signed again: the signer has signed for it, and its coins are spent.
        await advanceRounds(ctx, process, 3);
        expect(await paidTo(address)).toEqual([50, 50]);
        const adopted = await adoptPayout(
          { ...operator(), secret: ctx.secret },
          { txid: readTransaction(bytes).effect, reason: 'it left' },
        );
        expect(adopted).toMatchObject({ kind: 'adopted', payout: id });
        expect((await compareOutgoing(operator())).unknown).toEqual([]);
        await lift();
        await advanceRounds(ctx, process, 12);
        const settled = await now(id);
        expect(settled.state).toBe('settled');
        expect(paymentOf(settled).txid).toBe(idOf(malleate(bytes)));
        expect(await availableTo(ctx, miner)).toBe(0n);
        expect(await paidTo(address)).toEqual([50, 50]);
        expect((await compareOutgoing(operator())).unknown).toEqual([]);
      },
    );

    it('pays one again whose coins are gone with the id of the payment before it, once that is proved [P2]', async () => {
      const first = await reserve();
      await advanceRounds(ctx, process, 2);
      const bytes = await bytesOf(first.id);
      await mineAlone(bytes);
      const at = await wallets.nodes.one.ask<number>('getblockcount');
      await wallets.nodes.mine(confirmations - 1);
      await advanceRounds(ctx, process, 8);
      expect((await now(first.id)).state).toBe('settled');

      // All that there is: it takes the change of the first.
      const held = (await wallets.wallet().amounts()).get('DOGE') ?? 0n;
      const amount = (held / coin - 1n) * coin;
      const second = await reserve(amount);
      await advanceRounds(ctx, process, 2);
      expect((await now(second.id)).signed?.proof['coins']?.split(' ')).toContain(`${idOf(bytes)}:1`);
      await wallets.nodes.mine(1);
      await advanceRounds(ctx, process, 2);
      expect((await now(second.id)).state).toBe('seen');

      const hash = await wallets.nodes.one.ask('getblockhash', at);
      for (const node of [wallets.nodes.one, wallets.nodes.two]) await node.ask('invalidateblock', hash);
      await mineAlone(malleate(bytes));
      await wallets.nodes.mine(confirmations);
      await advanceRounds(ctx, process, 8);
      const over = await now(second.id);
      expect(over.state).toBe('released');
      expect(over.note).toContain(
        `it spends an output of ${idOf(bytes)}, in whose place ${idOf(malleate(bytes))} has spent`,
      );
      expect(await availableTo(ctx, second.miner)).toBe(amount);
      expect(await paidTo(second.address)).toEqual([0, 0]);

      const third = await again(second.miner);
      await advanceRounds(ctx, process, 2);
      await wallets.nodes.mine(confirmations);
      await advanceRounds(ctx, process, 8);
      expect((await now(third)).state).toBe('settled');
      expect(await paidTo(second.address)).toEqual([148, 148]);
      expect(await paidTo(first.address)).toEqual([50, 50]);
    });
  },
);

/** As the signer of a test network reads it. */
function onTestNetwork(address: string): string {
  const { main, regtest } = keyHashFacts.networks;
  const script = outputScript(main.addresses, address);
  return (script && addressOfScript(regtest.addresses, script)) ?? address;
}
