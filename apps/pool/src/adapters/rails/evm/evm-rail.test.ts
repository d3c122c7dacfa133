import { toEip55 } from '@openlode/mining/eip55';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keccak256 } from 'viem/utils';
import {
  AnvilNode,
  anvilAccounts,
  anvilMissing,
  anvilKeys,
  hasAnvil,
  tokenModes,
} from '../../../../../../testing/anvil-node.ts';
import type { BuildOutcome, PaymentOrder, Rail } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import type { EvmRailOptions } from './evm-rail.ts';
import { readPayment } from './read-transaction.ts';
import { memoryReservations } from '../bitcoin/testing/memory-reservations.ts';
import { AnvilRail, confirmations } from './testing/anvil-rail.ts';
import { addressWord, callOf, numberWord } from './testing/contract-words.ts';
import { evmKeySigner } from './testing/key-signer.ts';

const coin = 10n ** 18n;
const address = '0x3535353535353535353535353535353535353535';
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

const refused = async () => ({ kind: 'refused', why: 'nothing is cancelled' }) as const;
const nothing = { signedFor: async () => [], cancel: refused, sweep: refused };

let lastId = 0n;
const order = (amount = coin, asset = 'ETH', more: Partial<PaymentOrder> = {}): PaymentOrder => {
  lastId += 1n;
  return { payoutId: lastId, coin: asset, network: 'ETH', address, memo: '', amount, ...more };
};

/** Everything on a chain of its own for each block of suites: what one leaves waiting would be in the way of another. */
describe.skipIf(!hasAnvil)(
  `a rail on anvil${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 240_000 },
  () => {
    let node: AnvilNode;
    let pool: AnvilRail;
    let rail: Rail;
    /** Numbers of what is signed and not over, as the database has them. */
    let claimed: string[];
    beforeAll(async () => {
      node = await AnvilNode.start();
    }, 240_000);
    afterAll(() => node?.close());
    beforeEach(async () => {
      await node.reset();
      pool = new AnvilRail(node);
      rail = pool.open();
      claimed = [];
      return () => pool.close();
    });

    const open = (more: Partial<EvmRailOptions>): void => {
      rail = pool.open(more);
    };
    const token = async (mode: bigint, decimals = 6, listed = decimals): Promise<string> => {
      const contract = await node.deployToken(decimals, mode, 10n ** 15n);
      pool.tokens.push({ coin: 'USDT', contract, decimals: listed });
      open({});
      return contract;
    };
    const build = async (one: PaymentOrder): Promise<Signed> => {
      const built = await rail.build([one], claimed);
      if (built.kind !== 'signed')
        throw new Error(JSON.stringify(built, (_k, v) => (typeof v === 'bigint' ? `${v}` : v)));
      const decoded = await rail.inspect({ ...built, network: 'ETH' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      expect(verifyPayment([one], built.txid, decoded, rail.terms(one.coin, 'ETH'))).toBeUndefined();
      claimed.push(...decoded.claims);
      return built;
    };
    const send = async ({ bytes }: Signed): Promise<void> => {
      expect(await rail.send('ETH', bytes)).toEqual({ kind: 'taken' });
    };
    const sendMined = async (signed: Signed): Promise<void> => {
      await send(signed);
      await node.mined(signed.txid);
    };
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail.lookUp('ETH', txid, proof), confirmations);
    const evidence = async (signed: Signed): Promise<string> => (await judged(signed)).evidence.kind;
    const inspected = async (signed: Signed) => {
      const decoded = await rail.inspect({ ...signed, network: 'ETH' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      return decoded;
    };
    const numberOf = async ({ bytes }: Signed) => (await readPayment(bytes))?.nonce;
    /** Something else of the account, with this number; answers its hash. */
    const foreign = async (nonce: number): Promise<string> => {
      const hash = await node.ask<string>('eth_sendTransaction', {
        from: anvilAccounts[0],
        to: anvilAccounts[1],
        value: '0x1',
        nonce: `0x${nonce.toString(16)}`,
      });
      await node.mined(hash);
      return hash;
    };
    /** Calls a function of a test token as its owner, which is the pool's account. */
    const tell = async (contract: string, signature: string, ...words: readonly string[]): Promise<void> => {
      const data = callOf(signature, ...words);
      await node.mined(await node.ask('eth_sendTransaction', { from: anvilAccounts[0], to: contract, data }));
    };
    /** Balances of a test token are in its slot 1. */
    const setBalance = async (contract: string, owner: string, units: bigint): Promise<void> => {
      const slot = keccak256(`0x${addressWord(owner)}${numberWord(1n)}`);
      await node.ask('anvil_setStorageAt', contract, slot, `0x${numberWord(units)}`);
    };

    describe('tokens', () => {
      it('are paid where they keep to ERC-20, and where they answer nothing', async () => {
        for (const mode of [tokenModes.honest, tokenModes.quiet]) {
          pool.tokens.length = 0;
          await token(mode);
          const signed = await build(order(5n * coin, 'USDT'));
          await sendMined(signed);
          await node.mine(confirmations - 1);
          expect(await judged(signed)).toMatchObject({ evidence: { kind: 'confirmed', confirmations } });
          await node.mine(1);
        }
      });

      it.each([
        ['answer false', tokenModes.false, 'the token answers that it does not pay'],
        ['keep a tax', tokenModes.taxed, 'the payee would get another amount than is sent'],
      ])('that %s are not paid', async (_name, mode, why) => {
        await token(mode);
        await expect(rail.build([order(coin, 'USDT')], [])).rejects.toThrow(why);
        expect(pool.signer.asked).toEqual([]);
      });

      it('are none without a contract, or with other decimals than the settings say', async () => {
        pool.tokens.push({ coin: 'USDT', contract: anvilAccounts[1], decimals: 6 });
        open({});
        await expect(rail.build([order(coin, 'USDT')], [])).rejects.toThrow();
        pool.tokens.length = 0;
        await token(tokenModes.honest, 18, 6);
        await expect(rail.build([order(coin, 'USDT')], [])).rejects.toThrow('it is another token');
        await expect(pool.wallet().amounts()).rejects.toThrow('18 decimals instead of 6');
        expect(pool.signer.asked).toEqual([]);
      });

      it.each([
        ['reports nothing', tokenModes.false, 'its token reports no payment'],
        ['reports another amount', tokenModes.taxed, 'other payments than it was sent for'],
      ])('do not count as paid where the contract changed its mind and %s', async (_name, mode, why) => {
        const contract = await token(tokenModes.honest);
        const signed = await build(order(coin, 'USDT'));
        await node.ask('anvil_setStorageAt', contract, `0x${numberWord(0n)}`, `0x${numberWord(mode)}`);
        // Balances that are there already take less gas, so that there is enough for the tax.
        for (const owner of [address, `0x${'0'.repeat(39)}1`]) await setBalance(contract, owner, 1n);
        await sendMined(signed);
        await node.mine(confirmations);
        const { evidence: found, unresolved, unclear } = await judged(signed);
        expect([found.kind, unresolved]).toEqual(['waiting', expect.stringContaining(why)]);
        expect(unclear?.confirmations).toBeGreaterThanOrEqual(confirmations);
      });
    });

    describe('payees that cannot be paid', () => {
      it('are refused where their contract takes no coins', async () => {
        const contract = await node.deployToken(6, tokenModes.honest, 1n);
        const built = await rail.build([order(coin, 'ETH', { address: spelled(contract) })], []);
        expect(built).toMatchObject({ kind: 'refused', payments: [{ payoutId: lastId, reason: 'REFUSED' }] });
      });

      it('are refused where the token blocks them, and not where it blocks the pool', async () => {
        const contract = await token(tokenModes.honest);
        await tell(contract, 'setBlocked(address,bool)', addressWord(address), numberWord(1n));
        expect(await rail.build([order(coin, 'USDT')], [])).toMatchObject({ kind: 'refused' });
        await tell(contract, 'setBlocked(address,bool)', addressWord(address), numberWord(0n));
        await tell(contract, 'setBlocked(address,bool)', addressWord(pool.own), numberWord(1n));
        await expect(rail.build([order(coin, 'USDT')], [])).rejects.toThrow(
          "pays no one from the pool's account",
        );
      });

      it('are refused where the address is none, the pool, or a token', async () => {
        const contract = await token(tokenModes.honest);
        const plain = anvilAccounts[1];
        for (const bad of [plain, pool.own, spelled(contract), `0x${'0'.repeat(40)}`, 'ltc1q'])
          expect(await rail.build([order(coin, 'ETH', { address: bad })], [])).toMatchObject({
            kind: 'refused',
            payments: [{ reason: 'INVALID_ADDRESS' }],
          });
      });
    });

    it('waits for money where there is too little, of the token or for the fee', async () => {
      await token(tokenModes.honest);
      await expect(rail.build([order(20_000n * coin)], [])).rejects.toThrow(WalletShort);
      await expect(rail.build([order(10n ** 10n * coin, 'USDT')], [])).rejects.toThrow(WalletShort);
      await node.ask('anvil_setBalance', anvilAccounts[0], '0x10');
      await expect(rail.build([order(coin, 'USDT')], [])).rejects.toThrow(WalletShort);
      // What waits is spent already.
      await node.ask('anvil_setBalance', anvilAccounts[0], `0x${(3n * coin).toString(16)}`);
      await node.setMining(false);
      await send(await build(order(2n * coin)));
      await expect(rail.build([order(2n * coin)], claimed)).rejects.toThrow(WalletShort);
      expect((await pool.wallet().amounts()).get('ETH')).toBeLessThan(coin);
    });

    it('waits where it would cost too much', async () => {
      open({ gasPriceMax: 1n });
      await expect(rail.build([order()], [])).rejects.toThrow('over the cap of 1');
      open({ feeMax: 1n });
      await expect(rail.build([order()], [])).rejects.toThrow('over the cap of');
      expect(pool.signer.asked).toEqual([]);
    });

    describe('numbers', () => {
      it('go on while payments wait, and all of them are mined', async () => {
        await node.setMining(false);
        const sent: Signed[] = [];
        for (let each = 0; each < 5; each += 1) {
          const signed = await build(order());
          await send(signed);
          sent.push(signed);
        }
        expect(await Promise.all(sent.map(numberOf))).toEqual([0n, 1n, 2n, 3n, 4n]);
        expect(await evidence(sent[4] as Signed)).toBe('waiting');
        // What waits has left.
        const [waiting] = await rail.outgoing(0);
        expect(waiting?.transactions.map(({ txid }) => txid)).toEqual(sent.map(({ txid }) => txid));
        expect(waiting?.transactions[4]?.proof).toEqual(sent[4]?.proof);
        await node.mine(confirmations);
        for (const signed of sent) expect(await evidence(signed)).toBe('confirmed');
        expect((await rail.outgoing(0))[0]?.transactions).toHaveLength(5);
        const [outgoing] = await rail.outgoing(0);
        expect(outgoing?.transactions.map(({ txid }) => txid)).toEqual(sent.map(({ txid }) => txid));
      });

      it('are not given out behind one that no node has', async () => {
        const first = await build(order());
        await expect(rail.build([order()], claimed)).rejects.toThrow('it has to leave first');
        await sendMined(first);
        expect(await numberOf(await build(order()))).toBe(1n);
      });

      it('stay with a payment whose process died before it was stored', async () => {
        const reservations = memoryReservations();
        open({ reservations });
        const one = order();
        const first = await rail.build([one], []);
        open({ reservations });
        // Another payment waits for it, another process or the same one after a start.
        await expect(rail.build([order()], [])).rejects.toThrow('it has to leave first');
        const again = await rail.build([one], []);
        expect(again).toEqual(first);
        // The signer knows it also where the database was set back.
        open({});
        expect(await rail.build([one], [])).toEqual(first);
        const claim = `nonce:${pool.signer.account}:0`;
        expect(await rail.build([one], [claim])).toMatchObject({
          kind: 'bound',
          payments: [{ payoutId: one.payoutId, before: [{ claims: [claim] }, {}, {}] }],
        });
      });

      it('are not taken where something waits that the pool does not know', async () => {
        const sent = await build(order());
        await node.setMining(false);
        await send(sent);
        // As after a restore that has lost it: no claim, and its payout is paid under another id.
        open({});
        await expect(rail.build([order()], [])).rejects.toThrow(
          'a transaction that the pool does not know waits',
        );
      });

      it('go on where what was signed under one can not be paid any more', async () => {
        const contract = await token(tokenModes.honest);
        const one = order(coin, 'USDT');
        const first = await build(one);
        claimed = [];
        await node.setMining(false);
        // In its slot 2 the token has whom it blocks.
        const slot = keccak256(`0x${addressWord(address)}${numberWord(2n)}`);
        await node.ask('anvil_setStorageAt', contract, slot, `0x${numberWord(1n)}`);
        expect(await rail.build([order(coin, 'USDT')], [])).toMatchObject({ kind: 'refused' });
        const again = await build(one);
        expect(await numberOf(again)).toBe(await numberOf(first));
        await send(again);
        await node.mine(confirmations);
        expect(await evidence(again)).toBe('invalidated');
      });

      it('say nothing of what was signed for another kind of network', async () => {
        const answers = await rail.lookUp('ETH', 'ab'.repeat(32), { coins: 'cd', since: '1' });
        expect(answers.map(({ status }) => status.kind)).toEqual(['absent', 'absent']);
      });

      it('fill a gap that was left', async () => {
        await node.setMining(false);
        // By hand, with a number too high: it waits.
        await node.ask('eth_sendTransaction', {
          from: anvilAccounts[0],
          to: anvilAccounts[1],
          value: '0x1',
          nonce: '0x1',
        });
        const signed = await build(order());
        expect(await numberOf(signed)).toBe(0n);
        await send(signed);
        await node.mine(confirmations);
        expect(await evidence(signed)).toBe('confirmed');
        expect(await numberOf(await build(order()))).toBe(2n);
      });

      it('prove that a payment is over, once another has its number deep enough', async () => {
        const signed = await build(order());
        const other = await foreign(0);
        expect(await evidence(signed)).toBe('absent');
        // Nodes refuse it, in whatever words.
        expect((await rail.send('ETH', signed.bytes)).kind).toBe('refused');
        await node.mine(confirmations - 2);
        expect(await evidence(signed)).toBe('absent');
        await node.mine(1);
        const [answer] = await rail.lookUp('ETH', signed.txid, signed.proof);
        expect(answer?.status).toEqual({
          kind: 'invalidated',
          why: `${other} has used number 0 of the account, ${confirmations} blocks deep`,
          fee: 0n,
        });
        // A dearer payment of the same payout would have shared the number.
        expect(await numberOf(await build(order()))).toBe(1n);
      });
    });

    describe('a dearer payment with the same number', () => {
      const replace = async (one: PaymentOrder, ...attempts: readonly Signed[]): Promise<Signed> => {
        const built = await rail.replace?.(
          [one],
          attempts.map((each) => ({ ...each, network: 'ETH' })),
        );
        if (built?.kind !== 'signed') throw new Error('it was not signed');
        const decoded = await rail.inspect({ ...built, network: 'ETH' });
        if (decoded === 'unreadable') throw new Error('nothing was read');
        expect(verifyPayment([one], built.txid, decoded, rail.terms(one.coin, 'ETH'))).toBeUndefined();
        return built;
      };

      it('takes the place of one that waits, for a coin and a token, and proves it over', async () => {
        await token(tokenModes.honest);
        for (const asset of ['ETH', 'USDT']) {
          await node.setMining(false);
          const one = order(coin, asset);
          const first = await build(one);
          await send(first);
          const second = await replace(one, first);
          const third = await replace(one, first, second);
          expect(await numberOf(third)).toBe(await numberOf(first));
          const prices = await Promise.all([first, second, third].map(({ bytes }) => readPayment(bytes)));
          for (const at of [1, 2]) {
            const [before, after] = [prices[at - 1], prices[at]];
            expect(after?.pricePerGas).toBeGreaterThanOrEqual(((before?.pricePerGas ?? 0n) * 9n) / 8n);
            expect(after?.priorityPerGas).toBeGreaterThanOrEqual(((before?.priorityPerGas ?? 0n) * 9n) / 8n);
          }
          await send(third);
          expect([await evidence(first), await evidence(third)]).toEqual(['absent', 'waiting']);
          await node.mine(confirmations);
          expect([await evidence(first), await evidence(second), await evidence(third)]).toEqual([
            'invalidated',
            'invalidated',
            'confirmed',
          ]);
          await node.setMining(true);
        }
      });

      it('is none once a block has used the number, beyond the caps, or for what it is not', async () => {
        await node.setMining(false);
        const one = order();
        const first = await build(one);
        await send(first);
        open({ feeMax: 1n });
        await expect(replace(one, first)).rejects.toThrow('over the cap of');
        open({ gasPriceMax: ((await readPayment(first.bytes))?.pricePerGas ?? 0n) + 1n });
        await expect(replace(one, first)).rejects.toThrow('over the cap of');
        open({});
        const other = await build(order());
        await expect(replace(one, first, other)).rejects.toThrow('no number in common');
        await node.mine(1);
        await expect(replace(one, first)).rejects.toThrow('a block has used number 0');
      });

      it('is none of the price of one behind it', async () => {
        await node.setMining(false);
        const first = await build(order());
        await send(first);
        const second = await build(order());
        expect(await rail.waitsFor?.({ ...second, network: 'ETH' })).toBe('earlier');
        await node.mine(1);
        open({});
        expect(await rail.waitsFor?.({ ...second, network: 'ETH' })).toBeUndefined();
      });

      it('is needed while every node asks for more than it offers', async () => {
        const first = await build(order());
        const waitsFor = (one = first) => rail.waitsFor?.({ ...one, network: 'ETH' });
        expect(await waitsFor()).toBeUndefined();
        await node.ask('anvil_setNextBlockBaseFeePerGas', `0x${(200n * 10n ** 9n).toString(16)}`);
        await node.mine(1);
        open({});
        expect(await waitsFor()).toBe('price');
        await expect(replace(order(), first)).rejects.toThrow('over the cap');
      });
    });

    describe('a transaction that cancels', () => {
      const cancel = async (one: PaymentOrder, ...attempts: readonly Signed[]) => {
        const built = await rail.cancel?.(
          [one],
          attempts.map((each) => ({ ...each, network: 'ETH' })),
        );
        if (built === undefined) throw new Error('it cannot cancel');
        return { kind: 'signed', ...built } as const;
      };

      it('pays nothing to the account itself, under the number, dearer than what waits', async () => {
        const contract = await token(tokenModes.honest);
        await node.setMining(false);
        const one = order(coin, 'USDT');
        const first = await build(one);
        await send(first);
        const second = await cancel(one, first);
        const decoded = await rail.inspect({ ...second, network: 'ETH' });
        expect(decoded).toMatchObject({
          outputs: [{ address: pool.own, asset: 'ETH', amount: 0n }],
          claims: [`nonce:${pool.signer.account}:${await numberOf(first)}`],
        });
        await send(second);
        expect([await evidence(first), await evidence(second)]).toEqual(['absent', 'waiting']);
        await node.mine(confirmations);
        expect([await evidence(first), await evidence(second)]).toEqual(['invalidated', 'confirmed']);
        const [outgoing] = await rail.outgoing(0);
        expect(outgoing?.transactions.map(({ txid }) => txid)).toContain(second.txid);
        expect(await node.ask('eth_getBalance', contract, 'latest')).toBe('0x0');
      });

      it('takes the place of what was signed and never stored, at the price of now, and is none without', async () => {
        await expect(cancel(order())).rejects.toThrow('nothing was signed for the payment');
        const one = order();
        const lost = await build(one);
        const second = await cancel(one);
        expect([await numberOf(second), (await readPayment(second.bytes))?.pricePerGas]).toEqual([
          0n,
          (await readPayment(lost.bytes))?.pricePerGas,
        ]);
        await sendMined(second);
        await expect(cancel(one)).rejects.toThrow('a block has used number 0');
      });
    });

    it('counts a payment that was executed and undone as over, with its fee, once it is deep', async () => {
      await node.setMining(false);
      const contract = await token0();
      const one = await build(order(coin, 'USDT'));
      await send(one);
      await setBalance(contract, pool.own, 0n);
      await node.mine(1);
      expect(await evidence(one)).toBe('waiting');
      await node.mine(confirmations - 1);
      const { evidence: found, fee } = await judged(one);
      expect(found.kind).toBe('invalidated');
      expect(fee).toBeGreaterThan(0n);
    });

    /** A token that is deployed while blocks are not made by themselves. */
    async function token0(): Promise<string> {
      await node.setMining(true);
      const contract = await token(tokenModes.honest);
      await node.setMining(false);
      return contract;
    }

    it('is neither paid nor over where its branch was given up, and is paid by the same bytes', async () => {
      await node.mine(5);
      const signed = await build(order());
      await sendMined(signed);
      expect(await evidence(signed)).toBe('confirmed');
      await node.ask('anvil_reorg', 1, []);
      // No node has a trace of it, which proves nothing.
      expect(await evidence(signed)).toBe('absent');
      await node.mine(confirmations + 2);
      expect(await evidence(signed)).toBe('absent');
      expect((await rail.outgoing(0))[0]?.transactions).toEqual([]);
      await sendMined(signed);
      await node.mine(confirmations - 1);
      expect(await judged(signed)).toMatchObject({ evidence: { kind: 'confirmed' } });
      const [outgoing] = await rail.outgoing(0);
      expect(outgoing?.transactions.map(({ txid }) => txid)).toEqual([signed.txid]);
    });

    it('asks the accounts of replaced keys what has left them, and pays from the newest alone', async () => {
      const before = await build(order());
      await sendMined(before);
      const newer = evmKeySigner(anvilKeys[1]);
      const older = pool.signer.account;
      const sentBy = async () =>
        (await rail.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid));
      open({ account: newer.account, signer: newer });
      expect(await sentBy()).toEqual([[], []]);
      // An operator who moves everything that is left to the newer account pays no one.
      const price = 5n * 10n ** 9n;
      const moving = pool.signer.signed({
        order: order(coin, 'ETH', { address: newer.account }),
        token: undefined,
        units: coin,
        fields: {
          chainId: 31_337n,
          account: older,
          nonce: 1n,
          gas: 21_000n,
          price: { maxFeePerGas: price, maxPriorityFeePerGas: price },
        },
      });
      await node.ask('eth_sendRawTransaction', `0x${Buffer.from(moving).toString('hex')}`);
      await node.mine(confirmations);
      open({ account: newer.account, signer: newer, olderAccounts: [older] });
      expect(await sentBy()).toEqual([[before.txid], [before.txid]]);
      const [sent] = (await rail.outgoing(0))[0]?.transactions ?? [];
      const decoded = sent && (await rail.inspect(sent));
      if (decoded === undefined || decoded === 'unreadable') throw new Error('it cannot be read');
      expect(decoded).toMatchObject({ claims: [`nonce:${older}:0`], outputs: [{ address, amount: coin }] });
      expect(await evidence(before)).toBe('confirmed');
      expect(await rail.build([order(coin, 'ETH', { address: pool.own })], [])).toMatchObject({
        kind: 'refused',
        payments: [{ why: `${pool.own} is the account of the pool itself` }],
      });
      const after = await build(order());
      await sendMined(after);
      expect(await sentBy()).toEqual([1, 2].map(() => [after.txid, before.txid]));
    });

    it('searches an account that sends nothing any more once', async () => {
      let searched = 0;
      open({
        nodes: pool.nodes.map(({ name, rpc }) => ({
          name,
          rpc: {
            ...rpc,
            call: (method, params, options) => {
              if (method === 'eth_getTransactionCount') searched += 1;
              return rpc.call(method, params, options);
            },
          },
        })),
      });
      await sendMined(await build(order()));
      await node.mine(20);
      const askedFor = async (since: number): Promise<number> => {
        searched = 0;
        await rail.outgoing(since);
        return searched;
      };
      const later = Date.now() + 3_600_000;
      expect(await askedFor(later)).toBeGreaterThan(4);
      // Of each node how many it has sent, without what waits and with it.
      expect(await askedFor(later)).toBe(4);
      expect((await rail.outgoing(0)).map(({ transactions }) => transactions.length)).toEqual([1, 1]);
    });

    it('reads the bytes of what has left, and its blocks, once, also while it is not deep enough', async () => {
      const asked: string[] = [];
      open({
        nodes: pool.nodes.map(({ name, rpc }) => ({
          name,
          rpc: {
            ...rpc,
            call: (method, params, options) => {
              const isWhole =
                method === 'eth_getBlockByNumber' && Array.isArray(params) && params[1] === true;
              if (isWhole || method === 'eth_getRawTransactionByHash') asked.push(method);
              return rpc.call(method, params, options);
            },
          },
        })),
      });
      const first = await build(order());
      await sendMined(first);
      const second = await build(order());
      await sendMined(second);
      const listed = async () => (await rail.outgoing(0)).map(({ transactions }) => transactions);
      const all = await listed();
      expect(all.map((each) => each.map(({ txid }) => txid))).toEqual(
        [1, 2].map(() => [first.txid, second.txid]),
      );
      expect(asked.filter((method) => method === 'eth_getRawTransactionByHash')).toHaveLength(4);
      asked.length = 0;
      await node.mine(1);
      expect(await listed()).toEqual(all);
      expect(asked).toEqual([]);
    });

    it('lists what has left in the blocks of the branch that a node is on now', async () => {
      await node.mine(5);
      await sendMined(await build(order()));
      expect((await rail.outgoing(0))[0]?.transactions).toHaveLength(1);
      await node.ask('anvil_reorg', 1, []);
      const other = await foreign(0);
      await node.mine(1);
      expect(
        (await rail.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid)),
      ).toEqual([[other], [other]]);
    });

    it('says nothing of what it has read while the branch changed, and keeps nothing of it', async () => {
      await node.mine(5);
      await sendMined(await build(order()));
      let change: (() => Promise<unknown>) | undefined;
      // One alone: a second could read before the branch changes or behind it, and both are right.
      open({
        nodes: pool.nodes.slice(0, 1).map(({ name, rpc }) => ({
          name,
          rpc: {
            ...rpc,
            call: async (method, params, options) => {
              const now = method === 'eth_getTransactionCount' ? change : undefined;
              if (now !== undefined) change = undefined;
              await now?.();
              return rpc.call(method, params, options);
            },
          },
        })),
      });
      expect((await rail.outgoing(0))[0]?.transactions).toHaveLength(1);
      let other = '';
      change = async () => {
        await node.ask('anvil_reorg', 1, []);
        other = await foreign(0);
      };
      await expect(rail.outgoing(0)).rejects.toThrow('one: its branch has changed meanwhile');
      await node.mine(confirmations);
      for (let each = 0; each < 2; each += 1)
        expect(
          (await rail.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid)),
        ).toEqual([[other]]);
    });

    it('needs two nodes of its chain to build, and says nothing of another chain', async () => {
      const [one] = pool.nodes;
      if (one === undefined) throw new Error('no node');
      open({ nodes: [one] });
      await expect(rail.build([order()], [])).rejects.toThrow('two nodes in step are needed');
      expect(() => open({ kind: 'real' })).toThrow('3 confirmations are too few on ETH');
      open({ kind: 'real', confirmations: 64 });
      await expect(rail.build([order()], [])).rejects.toThrow(
        'it is a node of chain 31337, and 1 is paid on',
      );
      await expect(rail.outgoing(0)).rejects.toThrow('no node answers');
      await expect(rail.lookUp('ETH', `0x${'1'.repeat(64)}`, {})).rejects.toThrow('no node answers');
    });

    describe('nodes that do not say the same', () => {
      /** The second node answers this method in a way of its own. */
      const openWith = (method: string, outcome: RpcOutcome): void => {
        const [one, two] = pool.nodes;
        if (one === undefined || two === undefined) throw new Error('no nodes');
        const call: NodeRpc['call'] = async (asked, ...more) =>
          asked === method ? outcome : two.rpc.call(asked, ...more);
        open({ nodes: [one, { ...two, rpc: { ...two.rpc, call } }] });
      };
      const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

      it('refuse no payee', async () => {
        openWith('eth_estimateGas', { kind: 'refused', code: 3, why: 'execution reverted' });
        await expect(rail.build([order()], [])).rejects.toThrow('do not agree whether it can be paid');
      });

      it('spend what the smaller balance has, at the higher price', async () => {
        openWith('eth_getBalance', result('0x1'));
        await expect(rail.build([order()], [])).rejects.toThrow(WalletShort);
        openWith('eth_maxPriorityFeePerGas', result('0x12a05f200'));
        expect((await readPayment((await build(order())).bytes))?.priorityPerGas).toBe(5n * 10n ** 9n);
      });

      it('leave no gap for what one of them makes up', async () => {
        openWith('eth_getTransactionCount', result('0x7'));
        await expect(rail.build([order()], [])).rejects.toThrow('number 0 of the account');
      });

      it('are one witness alone, and none where both are behind', async () => {
        openWith('eth_syncing', result({ currentBlock: '0x1' }));
        await expect(rail.build([order()], [])).rejects.toThrow('two: it is behind');
        openWith('eth_blockNumber', { kind: 'unanswered', why: 'no answer within 10 s' });
        await expect(rail.build([order()], [])).rejects.toThrow('two: no answer within 10 s');
        expect((await rail.outgoing(0)).map(({ node: name }) => name)).toEqual(['one']);
      });

      it('take a payment where one of them does', async () => {
        const signed = await build(order());
        openWith('eth_sendRawTransaction', { kind: 'refused', code: -32_000, why: 'nonce too low' });
        expect(await rail.send('ETH', signed.bytes)).toEqual({ kind: 'taken' });
        await node.mined(signed.txid);
      });
    });

    describe('a sweep', () => {
      const sweepOrder = (id: bigint): PaymentOrder =>
        order(coin, 'ETH', { payoutId: -id, orderId: `sweep-${id}`, address: toEip55(anvilAccounts[1]) });
      const sweep = async (one: PaymentOrder): Promise<Signed> => {
        const built = await rail.sweep?.(one, claimed);
        if (built?.kind !== 'signed') throw new Error(`not signed: ${built?.kind}`);
        return built;
      };

      it('takes a number among those of payouts, and each waits for the one before', async () => {
        const first = await build(order());
        await expect(sweep(sweepOrder(1n))).rejects.toThrow('number 0 of the account is kept');
        await send(first);
        const second = await sweep(sweepOrder(1n));
        expect(await numberOf(second)).toBe(1n);
        claimed.push(...(await inspected(second)).claims);
        await expect(rail.build([order()], claimed)).rejects.toThrow('number 1 of the account is kept');
        await send(second);
        expect(await numberOf(await build(order()))).toBe(2n);
      });

      it('keeps its number from payouts before it is signed, and is answered as it was signed', async () => {
        const reservations = memoryReservations();
        const silent = {
          ...pool.signer,
          sweep: async () => {
            throw new Error('no answer');
          },
        };
        open({ reservations, signer: silent });
        await expect(sweep(sweepOrder(2n))).rejects.toThrow('no answer');
        // The number of a sweep that may have been signed is no payout's.
        await expect(rail.build([order()], [])).rejects.toThrow('number 0 of the account is kept');
        open({ reservations });
        const signed = await sweep(sweepOrder(2n));
        expect(await numberOf(signed)).toBe(0n);
        // At another price, and without funds: what was signed is what there is.
        await node.ask('anvil_setNextBlockBaseFeePerGas', '0x4a817c800');
        await node.mine(1);
        expect((await sweep(sweepOrder(2n))).txid).toBe(signed.txid);
        expect(await rail.forgetSweep?.(sweepOrder(2n))).toBe(false);
      });

      it('is forgotten where nothing was signed, and its number is free', async () => {
        const reservations = memoryReservations();
        await reservations.reserve('ETH', [-3n], [`nonce:${pool.signer.account}:0`]);
        open({ reservations });
        await expect(rail.build([order()], [])).rejects.toThrow('number 0 of the account is kept');
        expect(await rail.forgetSweep?.(sweepOrder(3n))).toBe(true);
        expect(await numberOf(await build(order()))).toBe(0n);
      });

      it('goes to no address that is not paid, and takes no more than there is', async () => {
        const own = { ...sweepOrder(4n), address: pool.own };
        expect(await rail.sweep?.(own, [])).toMatchObject({ kind: 'refused' });
        const large = { ...sweepOrder(5n), amount: 10_000n * coin };
        await expect(rail.sweep?.(large, [])).rejects.toThrow(WalletShort);
        expect(pool.signer.asked).toEqual([]);
      });

      it('is cancelled under its number', async () => {
        const signed = await sweep(sweepOrder(6n));
        const cancel = await rail.cancel?.([sweepOrder(6n)], [{ ...signed, network: 'ETH' }]);
        if (cancel === undefined) throw new Error('nothing cancels it');
        expect((await inspected({ kind: 'signed', ...cancel })).claims).toEqual(
          (await inspected(signed)).claims,
        );
        await sendMined({ kind: 'signed', ...cancel });
        await node.mine(confirmations - 1);
        expect(await evidence(signed)).toBe('invalidated');
      });
    });

    it('takes nothing from a signer but what it asked for', async () => {
      const { signer } = pool;
      const another = evmKeySigner(anvilKeys[1]);
      const lying = (change: (request: Parameters<typeof signer.signed>[0]) => Uint8Array) =>
        open({
          signer: { ...nothing, sign: async (request) => ({ kind: 'signed', bytes: change(request) }) },
        });
      lying((request) => signer.signed({ ...request, units: request.units + 1n }));
      await expect(rail.build([order()], [])).rejects.toThrow('another amount');
      lying((request) => signer.signed({ ...request, fields: { ...request.fields, nonce: 9n } }));
      await expect(rail.build([order()], [])).rejects.toThrow('another number');
      lying((request) => another.signed(request));
      await expect(rail.build([order()], [])).rejects.toThrow('another account');
      lying(() => Uint8Array.of(2));
      await expect(rail.build([order()], [])).rejects.toThrow('no payment of this kind');
    });

    it('gives a number back that the signer refused at once', async () => {
      const reservations = memoryReservations();
      open({
        reservations,
        signer: { ...nothing, sign: async () => ({ kind: 'refused', why: 'day-cap: tomorrow' }) },
      });
      await expect(rail.build([order()], [])).rejects.toThrow('the signer refuses: day-cap');
      open({ reservations });
      expect(await numberOf(await build(order()))).toBe(0n);
    });
  },
);

function spelled(account: string): string {
  return toEip55(account);
}
