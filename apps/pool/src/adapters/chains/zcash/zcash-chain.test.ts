import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { testAddress, testVersion5 } from './testing/recorded.ts';
import { askNode, openZcashChain } from './zcash-chain.ts';

const tip = String(testVersion5['previousblockhash']);
let answers: Record<string, unknown>;
let submitted: string[];
let chain: ChainOnNodes | undefined;

const rpc: NodeRpc = {
  call: async (method, params): Promise<RpcOutcome> => {
    if (method === 'submitblock') submitted.push(String((params as readonly unknown[])[0]));
    const value = answers[method];
    return value === undefined
      ? { kind: 'refused', code: -5, why: 'Block not found' }
      : { kind: 'result', value };
  },
  close: () => undefined,
};

beforeEach(() => {
  vi.useFakeTimers();
  submitted = [];
  answers = {
    getblockhash: '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327',
    getblockchaininfo: { chain: 'test', blocks: 1_842_420, headers: 1_842_420, bestblockhash: tip },
    getnetworkinfo: { connections: 3 },
    getbestblockhash: tip,
    getblocktemplate: testVersion5,
    submitblock: null,
  };
});
afterEach(async () => {
  const closing = chain?.close();
  await vi.advanceTimersByTimeAsync(5000);
  await closing;
  vi.useRealTimers();
});

async function open(address = testAddress): Promise<ChainOnNodes> {
  chain = openZcashChain({
    network: 'regtest',
    nodes: [{ name: 'one', rpc }],
    address,
    tag: '/test/',
    now: () => performance.now(),
    onProblem: () => undefined,
    onLateVerdict: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(1500);
  return chain;
}

it('gives work of a node, and hands it whole blocks of which it knows what they pay', async () => {
  const opened = await open();
  const template = opened.template() as HeaderTemplate;
  expect(template).toMatchObject({ family: 'zcash', chain: 'zec-regtest', height: 1_842_421 });
  const block = template.blockWith(new Uint8Array(16).fill(1));
  const submission = block.submissionOf(new Uint8Array(140 + 1344).fill(3));
  expect(await opened.submitBlock(submission)).toEqual({
    kind: 'accepted',
    rewards: [{ asset: 'ZEC', amount: 25n * 10n ** 17n }],
  });
  expect(submitted).toEqual([Buffer.from(submission).toString('hex')]);
  expect(opened.yieldNow()).toMatchObject({ asset: 'ZEC', rewardPerBlock: '2.5' });
});

it.each([
  [
    'of the main network',
    { getblockchaininfo: { chain: 'main', blocks: 1, headers: 1, bestblockhash: tip } },
    'it is a node of main, not of test',
  ],
  [
    'of another chain',
    { getblockhash: 'ab'.repeat(32) },
    'it is a node of another chain than ZEC: its first block is abab',
  ],
  ['alone', { getnetworkinfo: { connections: 0 } }, 'it is alone: no peer is connected'],
])('takes no work of a node %s', async (_name, changes, why) => {
  Object.assign(answers, changes);
  const opened = await open();
  expect(opened.template()).toBeUndefined();
  expect(opened.problems()[0]?.problem).toContain(why);
});

it('takes no work that pays another address', async () => {
  const opened = await open('tmMFC1Jo58uEKZtPRpTbqD1f9BN2T47kTGr');
  expect(opened.problems()[0]?.problem).toMatch(
    /^its coinbase pays 0 of 312500000 to the address of the settings/,
  );
  await expect(
    askNode(rpc, { network: 'regtest', address: testAddress, tag: '/x/' }, () => 1_654_008_610_000),
  ).resolves.toMatchObject({
    state: { height: 1_842_420, peers: 3 },
    clockAheadMs: 7000,
    problem: undefined,
  });
});
