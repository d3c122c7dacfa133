import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { AnvilNode, anvilMissing, hasAnvil } from '../../../../../../testing/anvil-node.ts';
import type { PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { evmNetwork } from './evm-networks.ts';
import { readPayment } from './read-transaction.ts';
import { AnvilRail, confirmations } from './testing/anvil-rail.ts';

const coin = 10n ** 18n;
const gwei = 10n ** 9n;
const order = (network: string, payoutId = 1n): PaymentOrder => ({
  payoutId,
  coin: evmNetwork(network).asset,
  network,
  address: '0x3535353535353535353535353535353535353535',
  memo: '',
  amount: coin,
});

/** Anvil is no rollup: what one adds is put into its answers, as the documents of each have it. */
describe.skipIf(!hasAnvil)(
  `a rail of a rollup, on anvil${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 240_000 },
  () => {
    let node: AnvilNode;
    let pool: AnvilRail;
    beforeAll(async () => {
      node = await AnvilNode.start();
    }, 240_000);
    afterAll(() => node?.close());
    beforeEach(async () => {
      await node.reset();
      pool = new AnvilRail(node);
      return () => pool.close();
    });

    /** Both nodes, where the second answers a method in a way of its own; what it answers follows from what anvil does. */
    const open = (network: string, method: string, change: (outcome: RpcOutcome) => RpcOutcome): Rail => {
      const nodes = pool.nodes.map((each) => {
        const call: NodeRpc['call'] = async (asked, ...more) => {
          const outcome = await each.rpc.call(asked, ...more);
          return asked === method ? change(outcome) : outcome;
        };
        return { ...each, rpc: { ...each.rpc, call } };
      });
      return pool.open({ facts: evmNetwork(network), nodes });
    };
    const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
    const signed = async (rail: Rail, network: string, payoutId?: bigint) => {
      const built = await rail.build([order(network, payoutId)], []);
      if (built.kind !== 'signed') throw new Error(built.kind);
      return built;
    };
    const mined = async (rail: Rail, network: string, payoutId?: bigint) => {
      const built = await signed(rail, network, payoutId);
      await rail.send(network, built.bytes);
      await node.mined(built.txid);
      await node.mine(confirmations);
      return built;
    };

    const confirmedFee = async (rail: Rail, network: string, { txid, proof }: SignedTransaction) => {
      const judged = judgeTransaction(await rail.lookUp(network, txid, proof), confirmations);
      expect(judged.evidence.kind).toBe('confirmed');
      return judged.fee;
    };

    describe('that counts in gas what the chain beneath takes (Arbitrum)', () => {
      it('pays, cancels and quotes with as much gas as its nodes ask for', async () => {
        const rail = open('ARBITRUM', 'eth_estimateGas', () => result('0x186a0'));
        const one = await signed(rail, 'ARBITRUM');
        expect((await readPayment(one.bytes))?.gas).toBe(120_000n);
        const nothing = await rail.cancel?.([order('ARBITRUM')], [{ ...one, network: 'ARBITRUM' }]);
        expect((await readPayment(nothing?.bytes ?? new Uint8Array()))?.gas).toBe(120_000n);
        const price = (await readPayment(one.bytes))?.pricePerGas ?? 0n;
        expect((await rail.quote?.('ETH', 'ARBITRUM'))?.alone).toBe(120_000n * price);
      });

      it('offers more gas with a higher price, where its nodes ask for more meanwhile', async () => {
        let asked = '0x186a0';
        const rail = open('ARBITRUM', 'eth_estimateGas', () => result(asked));
        const one = await signed(rail, 'ARBITRUM');
        const gasOfNext = async () => {
          const next = await rail.replace?.([order('ARBITRUM')], [{ ...one, network: 'ARBITRUM' }]);
          return next?.kind === 'signed' ? (await readPayment(next.bytes))?.gas : undefined;
        };
        asked = '0x5208';
        expect(await gasOfNext()).toBe(120_000n);
        asked = '0x249f0';
        expect(await gasOfNext()).toBe(180_000n);
      });

      it('has one asked on a network that stands by itself', async () => {
        const rail = open('ETH', 'eth_estimateGas', () => result('0x186a0'));
        const one = await signed(rail, 'ETH');
        const nothing = await rail.cancel?.([order('ETH')], [{ ...one, network: 'ETH' }]);
        expect((await readPayment(nothing?.bytes ?? new Uint8Array()))?.gas).toBe(21_000n);
      });
    });

    it('books three quarters of the gas that was allowed on a network that gives back no more (Conflux eSpace)', async () => {
      const price = async (txid: string) =>
        BigInt(
          (await node.ask<{ effectiveGasPrice: string }>('eth_getTransactionReceipt', txid))
            .effectiveGasPrice,
        );
      // 120,000 are allowed, and 21,000 used.
      const wide = open('CFXE', 'eth_estimateGas', () => result('0x186a0'));
      const one = await mined(wide, 'CFXE');
      expect(await confirmedFee(wide, 'CFXE', one)).toBe(90_000n * (await price(one.txid)));
      const close = open('CFXE', 'none', (outcome) => outcome);
      const another = await mined(close, 'CFXE', 2n);
      expect(await confirmedFee(close, 'CFXE', another)).toBe(21_000n * (await price(another.txid)));
    });

    describe('that takes it beside gas (Optimism)', () => {
      const oracle = '0x420000000000000000000000000000000000000f';
      const word = (value: bigint): string => value.toString(16).padStart(64, '0');
      /** A contract that answers `getOperatorFee(uint256)` with the second number, and every other call with the first. */
      const says = (upperBound: bigint, operatorFee = 0n) =>
        node.ask(
          'anvil_setCode',
          oracle,
          `0x60003560e01c63275aedd2146038577f${word(upperBound)}60005260206000f35b7f${word(operatorFee)}60005260206000f3`,
        );
      const asItIs = (outcome: RpcOutcome): RpcOutcome => outcome;
      const withReceipt = (more: Readonly<Record<string, string | null>>) => (outcome: RpcOutcome) =>
        outcome.kind === 'result' && outcome.value !== null
          ? result({ ...(outcome.value as object), ...more })
          : outcome;
      const feeOf = async (one: SignedTransaction, more: Readonly<Record<string, string | null>>) => {
        const rail = open('OPTIMISM', 'eth_getTransactionReceipt', withReceipt(more));
        return confirmedFee(rail, 'OPTIMISM', one);
      };

      it('pays nothing while its contract does not say what it takes, or more than the cap', async () => {
        const rail = open('OPTIMISM', 'none', asItIs);
        await expect(rail.build([order('OPTIMISM')], [])).rejects.toThrow('32 bytes');
        await says(6n * 10n ** 15n);
        await expect(rail.build([order('OPTIMISM')], [])).rejects.toThrow('over the cap of 0.01');
        await says(10n ** 15n);
        const price = (await readPayment((await signed(rail, 'OPTIMISM')).bytes))?.pricePerGas ?? 0n;
        // It may double until a block has it.
        expect((await rail.quote?.('ETH', 'OPTIMISM'))?.alone).toBe(21_000n * price + 2n * 10n ** 15n);
      });

      it('counts what the operator of its blocks takes before it pays', async () => {
        const rail = open('OPTIMISM', 'none', asItIs);
        await says(0n, 6n * 10n ** 15n);
        await expect(rail.build([order('OPTIMISM')], [])).rejects.toThrow('over the cap of 0.01');
        await says(10n ** 15n, 10n ** 15n);
        const price = (await readPayment((await signed(rail, 'OPTIMISM')).bytes))?.pricePerGas ?? 0n;
        expect((await rail.quote?.('ETH', 'OPTIMISM'))?.alone).toBe(21_000n * price + 4n * 10n ** 15n);
      });

      it('books what the receipt names beside its gas, and nothing by a receipt that does not', async () => {
        await says(gwei);
        const silent = open('OPTIMISM', 'none', asItIs);
        const one = await mined(silent, 'OPTIMISM');
        await expect(silent.lookUp('OPTIMISM', one.txid, one.proof)).rejects.toThrow('l1Fee');
        const without = await feeOf(one, { l1Fee: '0x0' });
        expect(without).toBeGreaterThan(0n);
        expect(await feeOf(one, { l1Fee: '0x3b9aca00' })).toBe(without + gwei);
        // Of a node that names what there is none of.
        const none = { l1Fee: '0x0', operatorFeeScalar: null, operatorFeeConstant: '0x0' };
        expect(await feeOf(one, none)).toBe(without);
      });

      it('books what the operator has taken by the word of its contract on the block, where the receipt names a part of it', async () => {
        await says(gwei, 7n);
        const one = await mined(open('OPTIMISM', 'none', asItIs), 'OPTIMISM');
        await says(gwei, 11n);
        const without = await feeOf(one, { l1Fee: '0x0' });
        expect(await feeOf(one, { l1Fee: '0x0', operatorFeeScalar: '0x1' })).toBe(without + 7n);
        expect(await feeOf(one, { l1Fee: '0x2', operatorFeeConstant: '0x7' })).toBe(without + 9n);
      });
    });
  },
);
