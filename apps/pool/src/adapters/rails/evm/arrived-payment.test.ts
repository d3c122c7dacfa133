import { describe, expect, it } from 'vitest';
import { arrivedPayment } from './arrived-payment.ts';
import type { EvmNode } from './evm-node.ts';
import { evmNetwork } from './evm-networks.ts';

const account = `0x${'0a'.repeat(20)}`;
const payer = `0x${'0b'.repeat(20)}`;
const older = `0x${'0c'.repeat(20)}`;
const txid = 'ab'.repeat(32);
const blockHash = `0x${'cd'.repeat(32)}`;

interface Chain {
  readonly height: number;
  readonly syncing: unknown;
  readonly transaction: object | null;
  readonly receipt: object | null;
  readonly block: object;
}

const paid: Chain = {
  height: 105,
  syncing: false,
  transaction: { hash: `0x${txid}`, from: payer, to: account, value: '0x1bc16d674ec80000', blockHash },
  receipt: { transactionHash: `0x${txid}`, status: '0x1', blockNumber: '0x64', blockHash },
  block: { hash: blockHash, timestamp: '0x1' },
};

function nodeOf(chain: Chain | undefined, name = 'one'): EvmNode {
  return {
    name,
    rpc: {
      call: async (method) => {
        if (chain === undefined) return { kind: 'unanswered', why: 'it is down' };
        const answers: Readonly<Record<string, unknown>> = {
          eth_chainId: '0x7a69',
          eth_syncing: chain.syncing,
          eth_blockNumber: `0x${chain.height.toString(16)}`,
          eth_getTransactionByHash: chain.transaction,
          eth_getTransactionReceipt: chain.receipt,
          eth_getBlockByNumber: chain.block,
        };
        return { kind: 'result', value: answers[method] };
      },
      close: () => undefined,
    },
  };
}

const asked = (nodes: readonly EvmNode[], output = 0) =>
  arrivedPayment(
    nodes,
    { txid, output },
    { facts: evmNetwork('ETC'), kind: 'regtest', account, olderAccounts: [older], confirmations: 6 },
  );
const of = (one: Partial<Chain>, two: Partial<Chain> = {}) =>
  asked([nodeOf({ ...paid, ...one }), nodeOf({ ...paid, ...two }, 'two')]);
const not = (why: string) => ({ kind: 'not-arrived', why });

describe('a payment of another pool on an EVM network', () => {
  it('has arrived where two nodes have it as deep as payments must be', async () => {
    expect(await of({})).toEqual({ kind: 'arrived', amount: 2n * 10n ** 18n });
    expect(await of({}, { height: 104 })).toEqual({
      ...not('it is 5 blocks deep, and 6 are needed'),
      isHeld: true,
    });
  });

  it('has not where one of them does not know it, has not executed it, or has undone it', async () => {
    expect(await of({}, { transaction: null })).toEqual(not('no node knows the transaction'));
    expect(await of({}, { receipt: null })).toEqual(not('it is in no block yet'));
    expect(await of({ receipt: { ...paid.receipt, status: '0x0' } })).toEqual(
      not('it was executed and undone'),
    );
  });

  it('has not where it pays another account, a contract, or comes from the account itself', async () => {
    const transaction = (more: object) => ({ transaction: { ...paid.transaction, ...more } });
    const elsewhere = not(
      'it pays no account of the pool by itself: what a contract pays on is not credited',
    );
    expect(await of(transaction({ to: payer }))).toEqual(elsewhere);
    expect(await of(transaction({ to: null }))).toEqual(elsewhere);
    expect(await of(transaction({ from: account }))).toEqual(not('it comes from the account itself'));
    expect(await of(transaction({ from: older }))).toEqual(not('it comes from an older account of the pool'));
    expect(await asked([nodeOf(paid), nodeOf(paid, 'two')], 1)).toEqual(
      not('a transaction of this network has one payment: its number is 0'),
    );
  });

  it('is not known where fewer than two say so, or they contradict themselves or each other', async () => {
    const reject = (what: Promise<unknown>, why: string): Promise<void> => expect(what).rejects.toThrow(why);
    await reject(asked([nodeOf(paid), nodeOf(undefined, 'two')]), 'too few nodes say what became of it');
    await reject(of({ syncing: {} }), 'one: it is behind, or alone');
    await reject(of({ block: { ...paid.block, hash: `0x${'ce'.repeat(32)}` } }), 'its branch has changed');
    const elsewhere = { ...paid.transaction, blockHash: `0x${'ce'.repeat(32)}` };
    await reject(of({ transaction: elsewhere }), 'its branch has changed');
    await reject(of({ transaction: { ...paid.transaction, hash: blockHash } }), 'another transaction');
    await reject(of({ transaction: { ...paid.transaction, value: '0x1' } }), 'do not agree on what it pays');
    expect(await asked([nodeOf(paid)])).toMatchObject({ kind: 'arrived' });
  });
});
