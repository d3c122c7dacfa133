import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NodeRpc } from '../../adapters/chains/nodes/node-rpc.ts';
import { offeredChain } from '../../adapters/chains/offered-chains.ts';
import { checkNodes, judgeNode, judgeWallet, warnUnwatchedAddress, nameUnseen } from './check-nodes.ts';

const state = {
  network: 'regtest',
  height: 130,
  tip: 'b5c5288952f80e8414e482e4953eeeb85f24227b3f39f20c3e76afe3f3d051d6',
  headers: 130,
  isLoading: false,
  peers: 2,
};
const report = { state, isOwnAddress: true, clockAheadMs: -400, problem: undefined };

describe('what the doctor says of a node', () => {
  it.each([
    [
      report,
      'well',
      'block 130 of regtest, 2 peers; its wallet has the address of the blocks; rewards are mature under 100 blocks',
    ],
    [
      { ...report, isOwnAddress: undefined },
      'well',
      'block 130 of regtest, 2 peers; the address of the blocks is not in its wallet; rewards are mature under 100 blocks',
    ],
    [
      { ...report, isOwnAddress: undefined, remark: 'monerod 0.18.0.0' },
      'well',
      'block 130 of regtest, 2 peers; monerod 0.18.0.0; rewards are mature under 100 blocks',
    ],
    [
      { ...report, problem: 'it is alone: no peer is connected' },
      'ill',
      'block 130 of regtest, 2 peers: it is alone: no peer is connected',
    ],
    [
      { ...report, clockAheadMs: 90_000 },
      'warning',
      'block 130 of regtest, 2 peers; its clock is 90 s ahead of this machine',
    ],
  ] as const)('%#', (said, expected, found) => {
    expect(judgeNode('node LTC one', said, 100)).toMatchObject({
      subject: 'node LTC one',
      state: expected,
      found,
    });
  });
});

describe('what the doctor says of a wallet beside the nodes', () => {
  it.each([
    [
      { blocks: 130, isOwnAddress: true },
      'well',
      'it watches the address of the blocks and has read 130 blocks',
    ],
    [
      { blocks: 130, isOwnAddress: false },
      'warning',
      'it is the wallet of another address than that of the blocks',
    ],
  ] as const)('%#', (said, expected, found) => {
    expect(judgeWallet('wallet XMR view', said)).toMatchObject({ state: expected, found });
  });

  it('warns where it cannot be asked', async () => {
    const at = { name: 'view', url: new URL('http://127.0.0.1:9') };
    const chain = { coin: 'XMR', address: '4A', tag: '/x/', nodes: [], wallets: [at] };
    const said = await checkNodes({ nodePool: { kind: 'regtest', chains: [chain], rails: [] } });
    expect(said.find(({ subject }) => subject === 'wallet XMR view')).toMatchObject({
      state: 'warning',
      advice:
        'Bring http://127.0.0.1:9/ back, or correct it in the file of OPENLODE_CONFIG: no reward is compared with it.',
    });
  });
});

it.each([
  [[true, false], false],
  [[undefined, undefined], false],
  [[false, undefined], true],
])('warns where wallets of nodes are there, and none has the address: %j', (own, isSaid) => {
  const said = warnUnwatchedAddress('LTC', own).map(({ subject, state, found }) => [subject, state, found]);
  const words = ['chain LTC', 'warning', 'no wallet of its nodes has the address of the blocks'];
  expect(said).toEqual(isSaid ? [words] : []);
});

it.each([
  [{ ismine: true }, true],
  // A wallet without its keys, as a pool should have it.
  [{ ismine: false, iswatchonly: true }, true],
  [{ ismine: false, iswatchonly: false }, false],
  [undefined, undefined],
])('asks whether the wallet of a node has the address: %j', async (info, own) => {
  const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
  const answers: Readonly<Record<string, unknown>> = {
    getnetworkinfo: { connections: 1, subversion: '/LitecoinCore:0.21.2/' },
    getblockchaininfo: { chain: 'regtest', blocks: 1, headers: 1, bestblockhash: 'ab'.repeat(32) },
    getblockhash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    validateaddress: { isvalid: true, scriptPubKey: '00142bf82e71f54d684ce25115d30b9399273275bad0' },
    getaddressinfo: info,
  };
  const rpc: NodeRpc = {
    call: async (method) =>
      answers[method] === undefined
        ? { kind: 'refused', code: -32601, why: 'Method not found' }
        : { kind: 'result', value: answers[method] },
    close: () => undefined,
  };
  const settings = { network: 'regtest', address, tag: '/x/' } as const;
  expect((await offeredChain('LTC').ask(rpc, settings, Date.now)).isOwnAddress).toBe(own);
});

it('says of a chain that no node of it was seen', () => {
  expect(nameUnseen('BCH', offeredChain('BCH'))).toMatchObject([
    {
      subject: 'chain BCH',
      state: 'warning',
      found: 'not seen against a node: no node of this chain has taken a block of this release',
    },
  ]);
  expect(nameUnseen('BTC', offeredChain('BTC'))).toEqual([]);
});

it('names a node that cannot be asked, and a pool with one witness', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openlode-doctor-'));
  const node = { name: 'one', url: new URL('http://127.0.0.1:9'), loginFile: join(folder, 'no-cookie') };
  const chain = { coin: 'LTC', address: 'rltc1q', tag: '/x/', nodes: [node] };
  try {
    expect(await checkNodes({ nodePool: { kind: 'regtest', rails: [], chains: [chain] } })).toEqual([
      {
        subject: 'node LTC one',
        state: 'ill',
        found: expect.stringMatching(/^ENOENT: no such file or directory, open '.*no-cookie'$/),
        advice:
          'Bring http://127.0.0.1:9/ back, or correct it in the file of OPENLODE_CONFIG: it gives no work.',
      },
      expect.objectContaining({
        subject: 'node LTC',
        state: 'warning',
        found: 'one node is the only witness of its blocks',
      }),
    ]);
    expect(await checkNodes({ nodePool: undefined })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
