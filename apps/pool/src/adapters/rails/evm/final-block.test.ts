import { expect, it } from 'vitest';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { evmNetwork, evmNetworks } from './evm-networks.ts';
import { finalBlock, finalityFault } from './final-block.ts';

/** A node that calls this block final, or says that it does not know the word. */
function node(finalized: number | undefined): NodeRpc & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    call: async (method, params) => {
      asked.push([method, params]);
      return finalized === undefined
        ? { kind: 'refused', code: -32_602, why: 'unknown block tag' }
        : { kind: 'result', value: { number: `0x${finalized.toString(16)}` } };
    },
    close: () => undefined,
  };
}

const at = (network: string, finalized?: number, kind: 'real' | 'regtest' = 'real') =>
  finalBlock(node(finalized), { facts: evmNetwork(network), kind, confirmations: 5000 }, 20_000);

it('takes a block of a rollup for final once it is deep and its node calls it final', async () => {
  expect(await at('ARBITRUM', 19_000)).toBe(15_001);
  expect(await at('ARBITRUM', 12_345)).toBe(12_345);
  expect(await at('OPTIMISM', 0)).toBe(0);
});

it('says nothing where the node of a rollup does not', async () => {
  await expect(at('ARBITRUM')).rejects.toThrow('unknown block tag');
});

it('names a node of a rollup that does not, and none that need not', async () => {
  const lack = (network: string, finalized?: number, kind: 'real' | 'regtest' = 'real') =>
    finalityFault(node(finalized), { facts: evmNetwork(network), kind });
  expect(await lack('ARBITRUM')).toBe('it does not say which block is final (unknown block tag)');
  expect(await lack('OPTIMISM', 12)).toBeUndefined();
  expect(await lack('ARBITRUM', undefined, 'regtest')).toBeUndefined();
  expect(await lack('ETH')).toBeUndefined();
  const none = { ...node(1), call: async () => ({ kind: 'result', value: null }) as const };
  expect(await finalityFault(none, { facts: evmNetwork('OPTIMISM'), kind: 'real' })).toBe(
    'it calls no block final yet',
  );
});

it('asks no other node, and none of a test network', async () => {
  for (const facts of evmNetworks.filter(({ rollup }) => rollup === undefined)) {
    const silent = node(undefined);
    expect(await finalBlock(silent, { facts, kind: 'real', confirmations: 5000 }, 20_000)).toBe(15_001);
    expect(silent.asked).toEqual([]);
  }
  expect(await at('ARBITRUM', undefined, 'regtest')).toBe(15_001);
});
