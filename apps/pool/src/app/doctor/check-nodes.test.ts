import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offeredChain } from '../../adapters/chains/offered-chains.ts';
import { checkNodes, judgeNode, judgeWallet, nameUnseen } from './check-nodes.ts';

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
    const said = await checkNodes({ nodePool: { kind: 'regtest', chains: [chain] } });
    expect(said.find(({ subject }) => subject === 'wallet XMR view')).toMatchObject({
      state: 'warning',
      advice:
        'Bring http://127.0.0.1:9/ back, or correct it in the file of OPENLODE_CONFIG: no reward is compared with it.',
    });
  });
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
    expect(await checkNodes({ nodePool: { kind: 'regtest', chains: [chain] } })).toEqual([
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
