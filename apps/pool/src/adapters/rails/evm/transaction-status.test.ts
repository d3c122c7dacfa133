import { expect, it } from 'vitest';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { evmNetwork } from './evm-networks.ts';
import { statusAt } from './transaction-status.ts';

const txid = `0x${'ab'.repeat(32)}`;
const hash = `0x${'cd'.repeat(32)}`;
const account = `0x${'0a'.repeat(20)}`;
const proof = { account, token: undefined, payee: `0x${'35'.repeat(20)}`, units: 1n, nonce: 0 };

/** A node that has the transaction in block 1000. */
const rpc: NodeRpc = {
  call: async (method) => ({
    kind: 'result',
    value:
      method === 'eth_getBlockByNumber'
        ? { hash, timestamp: '0x0' }
        : {
            transactionHash: txid,
            blockHash: hash,
            blockNumber: '0x3e8',
            status: '0x1',
            gasUsed: '0x5208',
            effectiveGasPrice: '0x1',
          },
  }),
  close: () => undefined,
};

const confirmationsOf = async (network: string, height: number, final: number) => {
  const facts = evmNetwork(network);
  const status = await statusAt(rpc, { txid, proof, height, final, confirmationsNeeded: 8000, facts });
  return status.kind === 'confirmed' ? status.confirmations : status.kind;
};

// A payout keeps the number that held when it was reserved: 5000, where the file says 8000 since.
it('counts no payment of a rollup as deep as any payout needs before its node calls it final', async () => {
  expect(await confirmationsOf('ARBITRUM', 6999, 500)).toBe(4999);
  expect(await confirmationsOf('ARBITRUM', 9999, 500)).toBe(4999);
  expect(await confirmationsOf('ARBITRUM', 1009, 500)).toBe(10);
  expect(await confirmationsOf('ARBITRUM', 8999, 1000)).toBe(8000);
  // A network that stands by itself is as deep as it is.
  expect(await confirmationsOf('ETH', 6999, 500)).toBe(6000);
});
