import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { BuildOutcome, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { readTransaction } from './read-transaction.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { malleate } from './testing/malleate.ts';
import { spendAgain } from './testing/spend-again.ts';

const coin = 10n ** 18n;
const address = 'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a';
const order: PaymentOrder = { payoutId: 1n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const idOf = (bytes: Uint8Array): string => readTransaction(bytes).txid;

describe.skipIf(!hasLitecoind)(
  'a rail of coins at key hashes on two litecoinds',
  { timeout: 240_000 },
  () => {
    let wallets: LitecoinWallets;
    beforeAll(async () => {
      wallets = await LitecoinWallets.start(12, keyHashFacts);
    }, 240_000);
    afterAll(async () => {
      await wallets?.close();
    });

    const rail = () => wallets.rail();
    const sign = async (amount = coin, payoutId = 1n): Promise<Signed> => {
      const outcome = await rail().build([{ ...order, payoutId, amount }], []);
      if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const statuses = async ({ txid, proof }: Signed) =>
      (await rail().lookUp('DOGE', txid, proof)).map(({ status }) => status);
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail().lookUp('DOGE', txid, proof), confirmations);
    const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
      vi.waitFor(check, { timeout: 120_000, interval: 50 }) as Promise<Awaited<T>>;
    /** As a miner does who has it in another form: no node would pass that on. */
    const mineAlone = async (bytes: Uint8Array): Promise<void> => {
      await wallets.nodes.one.ask('generateblock', 'raw(51)', [hexOf(bytes)]);
      await wallets.nodes.mine(0);
    };
    const feeOf = async (signed: Signed): Promise<bigint> => {
      const decoded = await rail().inspect({ ...signed, network: 'DOGE' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      return decoded.fee.amount;
    };

    it('pays one under the id that its bytes have, and its change comes back', async () => {
      const before = (await wallets.wallet().amounts()).get('DOGE') ?? 0n;
      const signed = await sign();
      const decoded = await rail().inspect({ ...signed, network: 'DOGE' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      expect(verifyPayment([order], signed.txid, decoded, rail().terms('DOGE', 'DOGE'))).toBeUndefined();
      expect(decoded).toMatchObject({ txid: signed.txid, id: idOf(signed.bytes) });
      expect(signed.txid).not.toBe(idOf(signed.bytes));
      // 226 bytes at most, of which the floor takes 10 litoshi each.
      expect(decoded.fee.amount / 10n ** 10n).toBe(2260n);
      expect(signed.bytes.length).toBeLessThanOrEqual(226);
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      expect(await rail().send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
      await eventually(async () =>
        expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
      );
      await wallets.nodes.mine(confirmations);
      const confirmed = { kind: 'confirmed', confirmations, fee: decoded.fee.amount, as: idOf(signed.bytes) };
      expect(await statuses(signed)).toEqual([confirmed, confirmed]);
      expect((await wallets.wallet().amounts()).get('DOGE')).toBe(before - coin - decoded.fee.amount);
    });

    it('knows its payment again under another id, as if it had been its own', async () => {
      const before = (await wallets.wallet().amounts()).get('DOGE') ?? 0n;
      const signed = await sign(2n * coin, 2n);
      expect(await rail().send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
      await eventually(async () =>
        expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
      );
      const other = malleate(signed.bytes);
      expect(idOf(other)).not.toBe(idOf(signed.bytes));
      expect(readTransaction(other).effect).toBe(signed.txid);
      const accepted = await wallets.nodes.one.ask('testmempoolaccept', [hexOf(other)]);
      expect(accepted).toMatchObject([{ allowed: false }]);
      await mineAlone(other);
      const fee = await feeOf(signed);
      const once = { kind: 'confirmed', confirmations: 1, fee, as: idOf(other) };
      expect(await statuses(signed)).toEqual([once, once]);
      await wallets.nodes.mine(confirmations - 1);
      expect(await judged(signed)).toMatchObject({
        evidence: { kind: 'confirmed', confirmations },
        as: idOf(other),
        fee,
      });
      // Sent again it is refused, and nothing follows from that.
      expect(await rail().send('DOGE', signed.bytes)).toMatchObject({ kind: 'refused' });
      expect((await wallets.wallet().amounts()).get('DOGE')).toBe(before - 2n * coin - fee);
      const [one, two] = await rail().outgoing(0, 'DOGE');
      for (const answer of [one, two]) {
        const named = answer?.transactions.filter(({ txid }) => txid === signed.txid) ?? [];
        expect(named).toHaveLength(1);
        expect(named[0]?.ids).toEqual(expect.arrayContaining([idOf(signed.bytes), idOf(other)]));
        expect(answer?.transactions.map(({ txid }) => txid)).not.toContain(idOf(other));
        expect(answer?.transactions.map(({ txid }) => txid)).not.toContain(idOf(signed.bytes));
        expect(idOf(named[0]?.bytes ?? new Uint8Array())).toBe(idOf(other));
      }
    });

    it('knows it also where no node ever had the bytes that it has', async () => {
      const signed = await sign(3n * coin, 3n);
      await mineAlone(malleate(signed.bytes));
      await wallets.nodes.mine(confirmations - 1);
      const as = idOf(malleate(signed.bytes));
      const confirmed = { kind: 'confirmed', confirmations, fee: await feeOf(signed), as };
      expect(await statuses(signed)).toEqual([confirmed, confirmed]);
      // And back, where the branch that has it is given up.
      const hash = await wallets.nodes.one.ask(
        'getblockhash',
        (await wallets.nodes.one.ask<number>('getblockcount')) - 1,
      );
      for (const node of [wallets.nodes.one, wallets.nodes.two]) await node.ask('invalidateblock', hash);
      expect((await statuses(signed)).map(({ kind }) => kind)).not.toContain('confirmed');
      await mineAlone(signed.bytes);
      await wallets.nodes.mine(confirmations);
      const own = { kind: 'confirmed', fee: await feeOf(signed), as: idOf(signed.bytes) };
      expect(await statuses(signed)).toMatchObject([own, own]);
    });

    it('is over where a transaction with the same coins does anything else', async () => {
      const signed = await sign(4n * coin, 4n);
      expect(await rail().send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
      const other = await spendAgain(wallets.signer, wallets.railNodes, signed.proof);
      await mineAlone(Buffer.from(other, 'hex'));
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      await wallets.nodes.mine(confirmations - 1);
      expect(await judged(signed)).toMatchObject({
        evidence: { kind: 'invalidated' },
        unresolved: undefined,
      });
    });

    it('proves the end of a payment out of the change of one that its chain has under another id by now', async () => {
      const first = await sign(5n * coin, 5n);
      await mineAlone(first.bytes);
      const at = await wallets.nodes.one.ask<number>('getblockcount');
      await wallets.nodes.mine(confirmations - 1);
      const change = `${idOf(first.bytes)}:1`;
      const reservations = {
        read: async () => ({ own: new Set([change]), others: new Set<string>() }),
        reserve: async () => true,
        release: async () => undefined,
      };
      const outcome = await wallets
        .rail({ reservations })
        .build([{ ...order, payoutId: 6n, amount: 6n * coin }], []);
      if (outcome.kind !== 'signed') throw new Error('not signed');
      expect(outcome.proof['coins']?.split(' ')).toContain(change);
      expect(await rail().send('DOGE', outcome.bytes)).toEqual({ kind: 'taken' });
      await wallets.nodes.mine(1);
      expect((await judged(outcome)).evidence.kind).toBe('confirmed');

      const hash = await wallets.nodes.one.ask('getblockhash', at);
      for (const node of [wallets.nodes.one, wallets.nodes.two]) await node.ask('invalidateblock', hash);
      await mineAlone(malleate(first.bytes));
      expect(await statuses(outcome)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      await wallets.nodes.mine(confirmations - 1);
      expect((await judged(first)).as).toBe(idOf(malleate(first.bytes)));
      expect(await judged(outcome)).toMatchObject({
        evidence: { kind: 'invalidated' },
        unresolved: undefined,
      });
      const [status] = await statuses(outcome);
      expect(status).toEqual({
        kind: 'invalidated',
        why: `it spends an output of ${idOf(first.bytes)}, in whose place ${idOf(malleate(first.bytes))} has spent ${first.proof['coins']}, ${confirmations} blocks deep`,
        fee: 0n,
      });
    });
  },
);
