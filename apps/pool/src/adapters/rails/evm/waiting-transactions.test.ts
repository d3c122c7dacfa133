import { expect, it } from 'vitest';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { waitingOf } from './waiting-transactions.ts';

const account = `0x${'a1'.repeat(20)}`;
const hash = (seed: string) => `0x${seed.repeat(32)}`;
const nodeOf = (answers: Readonly<Record<string, RpcOutcome>>): NodeRpc => ({
  call: async (method) => answers[method] ?? { kind: 'refused', code: -32_601, why: 'Method not found' },
  close: () => undefined,
});
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const waits = (nonce: number, from = account) => ({ hash: hash(`0${nonce}`), nonce: `0x${nonce}`, from });

it('reads what the pool of a node has of the account, also behind a gap', async () => {
  const rpc = nodeOf({
    txpool_contentFrom: result({ pending: { 3: waits(3) }, queued: { 5: waits(5) } }),
  });
  expect(await waitingOf(rpc, account, 3)).toEqual([
    { txid: hash('03'), nonce: 3 },
    { txid: hash('05'), nonce: 5 },
  ]);
  expect(await waitingOf(nodeOf({ txpool_contentFrom: result({}) }), account, 3)).toEqual([]);
});

it('reads the next block of a node that does not say it of one account, where something waits', async () => {
  const block = result({ transactions: [waits(3), waits(1, `0x${'b2'.repeat(20)}`)] });
  const rpc = nodeOf({ eth_getTransactionCount: result('0x4'), eth_getBlockByNumber: block });
  expect(await waitingOf(rpc, account, 3)).toEqual([{ txid: hash('03'), nonce: 3 }]);
  expect(await waitingOf(nodeOf({ eth_getTransactionCount: result('0x3') }), account, 3)).toEqual([]);
});

it('says nothing where the node does not answer', async () => {
  const silent = nodeOf({ txpool_contentFrom: { kind: 'unanswered', why: 'no answer within 10 s' } });
  await expect(waitingOf(silent, account, 3)).rejects.toThrow('no answer within 10 s');
});
