import { expect, it } from 'vitest';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { watchedRewards } from './watched-reward.ts';

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const unanswered: RpcOutcome = { kind: 'unanswered', why: 'no answer within 10 s' };
const unknown: RpcOutcome = { kind: 'refused', code: -5, why: 'Invalid or non-wallet transaction id' };

/** A node whose wallet has received one coin and a half by a mature coinbase of the address. */
function play(answers: Readonly<Record<string, RpcOutcome>> = {}) {
  const asked: string[] = [];
  const node: Readonly<Record<string, RpcOutcome>> = {
    getaddressinfo: result({ ismine: true }),
    getblock: result({ tx: ['c0'] }),
    getrawtransaction: result({
      vout: [{ scriptPubKey: { hex: '51aa' } }, { scriptPubKey: { hex: '6a24' } }],
    }),
    gettransaction: result({ details: [{ category: 'generate', amount: 1.5 }] }),
    ...answers,
  };
  const rpc: NodeRpc = {
    call: async (method) => {
      asked.push(method);
      return node[method] ?? unknown;
    },
    close: () => undefined,
  };
  let at = 0;
  const ask = watchedRewards({ address: 'present', script: Uint8Array.of(0x51, 0xaa), now: () => at });
  return { asked, ask: () => ask(rpc, 'b1'), later: (ms: number) => (at += ms) };
}

it.each([
  ['what it has received', {}, 150_000_000n],
  ['nothing of a coinbase of its address that it does not know', { gettransaction: unknown }, 0n],
  [
    'that the block pays another address, as before it was changed',
    {
      getrawtransaction: result({ vout: [{ scriptPubKey: { hex: '52' } }] }),
      gettransaction: unknown,
    },
    'elsewhere',
  ],
  ['that it does not watch', { getaddressinfo: result({ ismine: false }) }, 'unwatched'],
  ['that it has no wallet', { getaddressinfo: unknown }, 'unwatched'],
  ['nothing without the block', { getblock: unknown }, undefined],
  ['nothing without the transaction', { getrawtransaction: unknown }, undefined],
  [
    'nothing of what is immature',
    { gettransaction: result({ details: [{ category: 'immature', amount: 1.5 }] }) },
    undefined,
  ],
] as const)('a wallet says %s', async (_name, answers, expected) => {
  expect(await play(answers).ask()).toBe(expected);
});

it('is asked once in a turn whether it watches', async () => {
  const { asked, ask, later } = play();
  await ask();
  await ask();
  const ofBlock = ['getblock', 'getrawtransaction', 'gettransaction'];
  expect(asked).toEqual(['getaddressinfo', ...ofBlock, ...ofBlock]);
  later(600_000);
  await ask();
  expect(asked.filter((method) => method === 'getaddressinfo')).toHaveLength(2);
});

it.each(['getaddressinfo', 'getblock', 'gettransaction'])(
  'is asked nothing more in a turn once it hangs at %s, and again in the next',
  async (hanging) => {
    const { asked, ask, later } = play({ [hanging]: unanswered });
    expect(await ask()).toBeUndefined();
    const calls = asked.length;
    expect(await ask()).toBeUndefined();
    expect(asked).toHaveLength(calls);
    later(600_000);
    await ask();
    expect(asked).toHaveLength(2 * calls);
  },
);
