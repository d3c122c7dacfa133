import { expect, it } from 'vitest';
import { PaidAssets } from './assets.ts';
import { evmQuote } from './evm-funds.ts';
import { evmNetwork } from './evm-networks.ts';
import type { EvmNode } from './evm-node.ts';

const gwei = 10n ** 9n;
const hexOf = (value: bigint): string => `0x${value.toString(16)}`;

function node(name: string, chainId: bigint, baseFee: bigint): EvmNode {
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: hexOf(chainId),
    eth_syncing: false,
    eth_blockNumber: '0x9',
    eth_getBlockByNumber: { hash: `0x${'00'.repeat(32)}`, timestamp: '0x0', baseFeePerGas: hexOf(baseFee) },
    eth_maxPriorityFeePerGas: hexOf(gwei),
  };
  const call = async (method: string) => ({ kind: 'result', value: answers[method] }) as const;
  return { name, rpc: { call, close: () => undefined } };
}

const quote = (...nodes: readonly EvmNode[]) =>
  evmQuote(
    {
      facts: evmNetwork('ETH'),
      kind: 'real',
      account: `0x${'0a'.repeat(20)}`,
      tokens: [],
      nodes,
      assets: new PaidAssets('ETH', []),
      gasPriceMax: 1000n * gwei,
      feeMax: 10n ** 18n,
    },
    'ETH',
  );

it('asks nodes of its own chain alone what a payment takes', async () => {
  // 21,000 units of gas at 19 gwei and one beside.
  const agreed = 420_000_000_000_000n;
  expect(await quote(node('one', 1n, 19n * gwei), node('two', 1n, 19n * gwei))).toMatchObject({ agreed });
  const other = node('three', 56n, 900n * gwei);
  const two = [node('one', 1n, 19n * gwei), node('two', 1n, 90n * gwei)] as const;
  expect(await quote(...two, other)).toMatchObject({ agreed });
  expect((await quote(two[0], other)).agreed).toBeUndefined();
  await expect(quote(other)).rejects.toThrow('three: it is a node of chain 56, and 1 is paid on');
});
