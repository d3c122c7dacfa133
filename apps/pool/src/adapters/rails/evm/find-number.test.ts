import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { findNumber } from './find-number.ts';

const account = `0x${'0a'.repeat(20)}`;
const hashOf = (nonce: number): string => `0x${nonce.toString(16).padStart(64, '0')}`;

/** A chain on which the account's transactions stand in these blocks, by their numbers. */
function chainOf(blocks: readonly number[]): { readonly rpc: NodeRpc; readonly calls: string[] } {
  const calls: string[] = [];
  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    if (method === 'eth_getTransactionCount')
      return `0x${blocks.filter((block) => block <= Number(second)).length.toString(16)}`;
    const transactions = blocks.flatMap((block, nonce) =>
      block === Number(first)
        ? [
            { from: `0x${'0b'.repeat(20)}`, nonce: `0x${nonce.toString(16)}`, hash: hashOf(99) },
            { from: account, nonce: `0x${nonce.toString(16)}`, hash: hashOf(nonce) },
          ]
        : [],
    );
    return { timestamp: first, transactions };
  };
  const rpc: NodeRpc = {
    call: async (method, params = []) => {
      calls.push(method);
      return { kind: 'result', value: answer(method, params as readonly unknown[]) };
    },
    close: () => undefined,
  };
  return { rpc, calls };
}

it('finds each transaction of an account, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3000), { minLength: 1, maxLength: 12 }).map((all) => all.toSorted((a, b) => a - b)),
      fc.nat(500),
      async (blocks, more) => {
        const { rpc } = chainOf(blocks);
        const until = (blocks.at(-1) ?? 0) + more;
        for (const [nonce, block] of blocks.entries())
          expect((await findNumber(rpc, account, nonce, until)).found).toEqual({
            nonce,
            txid: hashOf(nonce),
            block,
            at: block * 1000,
          });
      },
    ),
    { numRuns: 50 },
  );
});

it('takes a handful of calls for one that is near', async () => {
  const { rpc, calls } = chainOf([20_000_000]);
  const { all } = await findNumber(rpc, account, 0, 20_000_003);
  expect(all).toHaveLength(1);
  expect(calls).toHaveLength(6);
});

it('says so where a block does not list it', async () => {
  const { rpc } = chainOf([7]);
  await expect(findNumber(rpc, `0x${'0c'.repeat(20)}`, 0, 9)).rejects.toThrow(
    'block 7 has used number 0 of 0x0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c and lists no such one',
  );
});
