import { expect, it } from 'vitest';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { hasCoin, listCoins } from './spendable-coins.ts';

const txid = 'ab'.repeat(32);
const script = `76a914${'0a'.repeat(20)}88ac`;
const answering = (value: unknown): NodeRpc => ({
  call: async () => ({ kind: 'result', value }),
  close: () => undefined,
});

it('leaves a coin with a token in it alone, as Bitcoin Cash names one', async () => {
  const coins = { addresses: { isOwn: () => true }, facts: {} };
  const plain = { txid, vout: 0, scriptPubKey: script, amount: 0.5 };
  const token = { ...plain, vout: 1, tokenData: { category: 'cd'.repeat(32), amount: '1' } };
  expect(await listCoins(answering([plain, token]), coins, 6)).toEqual([
    { name: `${txid}:0`, txid, output: 0, value: 50_000_000n },
  ]);
});

it.each([
  ['a payment', {}, true],
  ['the reward of a block', { coinbase: true }, false],
  ['a reward for coins held, as Qtum names one', { coinstake: true }, false],
  ['one that is old enough', { coinstake: true, confirmations: 101 }, true],
])('has %s only where it can be spent', async (_what, more, has) => {
  const output = { confirmations: 100, coinbase: false, ...more };
  expect(await hasCoin(answering(output), { txid, output: 0 }, { confirmations: 6, maturity: 100 })).toBe(
    has,
  );
});
