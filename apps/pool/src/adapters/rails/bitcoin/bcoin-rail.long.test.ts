import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { bcoinMissing, hasBcoin } from '../../../../../../testing/bcoin-nodes.ts';
import type { BuildOutcome, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { BcoinWallets } from './testing/bcoin-wallets.ts';
import { spendAgain } from './testing/spend-again.ts';

const coin = 10n ** 18n;
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const order: PaymentOrder = { payoutId: 1n, coin: 'BTC', network: 'BTC', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

describe.skipIf(!hasBcoin)(
  `a rail on two bcoins (without bcoin: ${bcoinMissing})`,
  { timeout: 240_000 },
  () => {
    let wallets: BcoinWallets;
    beforeAll(async () => {
      wallets = await BcoinWallets.start(8);
    }, 240_000);
    afterAll(async () => {
      await wallets?.close();
    });

    const open = () => {
      const rail = wallets.rail();
      const sign = async (payoutId = 1n, orders = [order]): Promise<Signed> => {
        const outcome = await rail.build(
          orders.map((each, at) => ({ ...each, payoutId: payoutId + BigInt(at) })),
          [],
        );
        if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
        return outcome;
      };
      const statuses = async ({ txid, proof }: Signed) =>
        (await rail.lookUp('BTC', txid, proof)).map(({ status }) => status);
      return { rail, sign, statuses };
    };
    const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
      vi.waitFor(check, { timeout: 120_000, interval: 50 }) as Promise<Awaited<T>>;
    const conflictWith = ({ proof }: Signed) => spendAgain(wallets.signer, wallets.railNodes, proof);

    it('pays one, which both nodes confirm, and its change comes back', async () => {
      const { rail, sign, statuses } = open();
      const before = (await wallets.wallet().amounts()).get('BTC') ?? 0n;
      // The reward of bcoin's test network is 12.5 from block 450 on.
      expect(before > 0n).toBe(true);
      const signed = await sign();
      const decoded = await rail.inspect({ ...signed, network: 'BTC' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      expect(verifyPayment([order], signed.txid, decoded, rail.terms('BTC', 'BTC'))).toBeUndefined();
      expect(decoded.fee.amount / 10n ** 10n).toBe(1410n);
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      expect(await rail.outgoing(0, 'BTC')).toMatchObject([{ transactions: [] }, { transactions: [] }]);

      expect(await rail.send('BTC', signed.bytes)).toEqual({ kind: 'taken' });
      expect(await rail.send('BTC', signed.bytes)).toEqual({ kind: 'taken' });
      await eventually(async () =>
        expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]),
      );
      const left = before - coin - decoded.fee.amount;
      expect(await wallets.wallet().amounts()).toEqual(new Map([['BTC', left]]));
      expect((await rail.outgoing(0, 'BTC'))[0]?.transactions.map(({ txid }) => txid)).toEqual([signed.txid]);
      // Its coin is another one's no more, although the node lists it.
      expect((await sign(9n)).proof['coins']).not.toBe(signed.proof['coins']);

      await wallets.nodes.mine(2);
      const confirmed = { kind: 'confirmed', confirmations: 2, fee: decoded.fee.amount };
      await eventually(async () => expect(await statuses(signed)).toEqual([confirmed, confirmed]));
      expect(judgeTransaction(await rail.lookUp('BTC', signed.txid, signed.proof), 2).evidence).toMatchObject(
        {
          kind: 'confirmed',
        },
      );
      expect(await rail.send('BTC', signed.bytes)).toEqual({ kind: 'taken' });
      const [one, two] = await rail.outgoing(0, 'BTC');
      expect(one?.transactions).toMatchObject([{ txid: signed.txid, network: 'BTC', label: undefined }]);
      expect(two?.transactions.map(({ txid }) => txid)).toEqual([signed.txid]);
      expect(await wallets.wallet().amounts()).toEqual(new Map([['BTC', left]]));
    });

    it('pays several in one transaction', async () => {
      const { rail, sign } = open();
      const orders = [
        order,
        { ...order, address: '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', amount: 2n * coin },
        { ...order, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', amount: coin / 2n },
        { ...order, address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr' },
      ];
      const signed = await sign(20n, orders);
      const decoded = await rail.inspect({ ...signed, network: 'BTC' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      const asked = orders.map((each, at) => ({ ...each, payoutId: 20n + BigInt(at) }));
      expect(verifyPayment(asked, signed.txid, decoded, rail.terms('BTC', 'BTC'))).toBeUndefined();
      expect(await rail.send('BTC', signed.bytes)).toEqual({ kind: 'taken' });
    });

    it('proves the end of a payment whose coin another transaction has spent, once that is deep enough', async () => {
      const { rail, sign, statuses } = open();
      const signed = await sign(40n);
      const spender = await wallets.nodes.one.ask<string>('sendrawtransaction', await conflictWith(signed));
      await eventually(async () => expect(await wallets.nodes.two.ask('getrawmempool')).toContain(spender));
      const word = 'it keeps it in no pool of transactions, and does not say why';
      expect(await rail.send('BTC', signed.bytes)).toEqual({
        kind: 'refused',
        why: `one: ${word}; two: ${word}`,
      });
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      await wallets.nodes.mine(1);
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      await wallets.nodes.mine(1);
      const why = `${spender} has spent ${signed.proof['coins']}, 2 blocks deep`;
      const over = { kind: 'invalidated', why, fee: 0n };
      await eventually(async () => expect(await statuses(signed)).toEqual([over, over]));
      expect((await rail.outgoing(0))[0]?.transactions.map(({ txid }) => txid)).toContain(spender);
    });

    it('takes an end back where its branch is given up, and confirms what stands on the other', async () => {
      const { rail, sign, statuses } = open();
      const signed = await sign(50n);
      await wallets.nodes.cut();
      await wallets.nodes.one.ask('sendrawtransaction', await conflictWith(signed));
      await eventually(async () =>
        expect(await wallets.nodes.one.ask<string[]>('getrawmempool')).not.toHaveLength(0),
      );
      await wallets.nodes.one.generate(2);
      await eventually(async () =>
        expect((await statuses(signed))[0]).toMatchObject({ kind: 'invalidated' }),
      );
      await wallets.nodes.two.ask('sendrawtransaction', Buffer.from(signed.bytes).toString('hex'));
      await eventually(async () => expect((await statuses(signed))[1]).toEqual({ kind: 'waiting' }));
      await wallets.nodes.two.generate(4);
      const confirmed = { kind: 'confirmed', confirmations: 4 };
      await eventually(async () => expect((await statuses(signed))[1]).toMatchObject(confirmed));
      await wallets.nodes.join();
      await eventually(async () => expect(await statuses(signed)).toMatchObject([confirmed, confirmed]));
      expect(await rail.send('BTC', signed.bytes)).toEqual({ kind: 'taken' });
    });

    it('relies on no wallet that holds keys, is not there, or does not watch its address', async () => {
      await wallets.nodes.one.watch('empty', []);
      for (const [name, why] of [
        ['primary', `its wallet does not watch ${wallets.own}`],
        ['nowhere', 'it has no such wallet: Wallet not found.'],
        ['empty', `its wallet does not watch ${wallets.own}`],
      ] as const) {
        const rail = wallets.rail({ nodes: [wallets.railNode('one', name)] });
        await expect(rail.build([order], [])).rejects.toThrow(why);
        await expect(rail.outgoing(0)).rejects.toThrow(why);
      }
    });
  },
);
