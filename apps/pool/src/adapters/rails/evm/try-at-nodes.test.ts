import { expect, it } from 'vitest';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { tryAtNodes } from './try-at-nodes.ts';

const word = (value: number): RpcOutcome => ({
  kind: 'result',
  value: `0x${value.toString(16).padStart(64, '0')}`,
});
const undone: RpcOutcome = { kind: 'refused', code: 3, why: 'execution reverted' };
const order = {
  account: `0x${'0a'.repeat(20)}`,
  token: `0x${'0d'.repeat(20)}`,
  payee: `0x${'0b'.repeat(20)}`,
  units: 5n,
};

/** A node that answers a trial, an estimate and the payment to the account itself in this way. */
const nodeOf = (trial: RpcOutcome, estimate: RpcOutcome, toItself = word(1)) => ({
  name: 'one',
  rpc: {
    call: async (method: string, params: unknown): Promise<RpcOutcome> =>
      method === 'eth_estimateGas'
        ? estimate
        : (params as readonly unknown[]).length === 3
          ? trial
          : toItself,
    close: () => undefined,
  },
});

it('takes a fifth more gas than the most that a node says', async () => {
  const nodes = [nodeOf(word(0), word(50_000)), nodeOf(word(0), word(60_000))];
  expect(await tryAtNodes(nodes, order)).toEqual({ kind: 'fits', gas: 72_000n });
});

it('refuses a payee where trial and payment are both undone', async () => {
  expect(await tryAtNodes([nodeOf(word(1), undone)], order)).toEqual({
    kind: 'refused',
    why: 'the payee cannot be paid: one: execution reverted',
  });
});

it.each([
  [
    'the trial alone is refused, as by a token that pays no contract',
    nodeOf(word(1), word(50_000)),
    'refuses the trial',
  ],
  ['the payment alone is undone', nodeOf(word(1), undone, undone), 'pays no one from the pool'],
  [
    'the words of a node say so, and not its code',
    nodeOf(word(0), { ...undone, code: -32_000 }),
    'execution reverted',
  ],
  ['the trial ends in no way that there is', nodeOf(word(9), word(50_000)), 'there is none of'],
])('pays nothing and refuses no payee where %s', async (_name, node, why) => {
  await expect(tryAtNodes([node], order)).rejects.toThrow(why);
});
