import { expect, it } from 'vitest';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { missingFeature } from './missing-feature.ts';

const account = `0x${'0a'.repeat(20)}`;
const one: RpcOutcome = { kind: 'result', value: `0x${'1'.padStart(64, '0')}` };
const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });

const nodeOf = (more: Readonly<Record<string, RpcOutcome>>) => ({
  name: 'one',
  rpc: {
    call: async (method: string): Promise<RpcOutcome> =>
      more[method] ?? (method === 'eth_call' ? one : { kind: 'result', value: '0x0' }),
    close: () => undefined,
  },
});

it.each([
  ['nothing', {}, undefined],
  [
    'old state',
    { eth_getTransactionCount: refused(-32_000, 'missing trie node') },
    'it does not keep the state of old blocks (missing trie node): an archive node does',
  ],
  [
    'raw transactions',
    { eth_getRawTransactionByHash: refused(-32_601, 'no such method') },
    'it does not know eth_getRawTransactionByHash',
  ],
  [
    'state overrides',
    { eth_call: { kind: 'result', value: '0x' } },
    'its eth_call does not replace the code of an account (state overrides)',
  ],
] as const)('lacks %s', async (_name, more, why) => {
  expect(await missingFeature(nodeOf(more), account, 200_000)).toBe(why);
});

it('says nothing of a node that does not answer', async () => {
  const node = nodeOf({ eth_getTransactionCount: { kind: 'unanswered', why: 'gone' } });
  await expect(missingFeature(node, account, 1)).rejects.toThrow('gone');
});
