import { expect, it } from 'vitest';
import { bitcoinTip, type NodesToSync, describeBitcoin, type Tip, syncBlocks } from './sync-blocks.ts';

/** A node whose branch grows by hand; it takes over a longer one of the other at each look, where the two are connected. */
class HandNode {
  readonly name: string;
  tip: Tip;
  made = 0;

  constructor(name: string, tip: Tip) {
    this.name = name;
    this.tip = tip;
  }

  async generate(blocks: number): Promise<void> {
    this.made += blocks;
    this.tip = { hash: `${this.name}-${this.tip.height + blocks}`, height: this.tip.height + blocks };
  }
}

function nodesToSync(one: HandNode, two: HandNode, isConnected = true): NodesToSync<HandNode> {
  return {
    one,
    two,
    hoped: 'both have one newest block',
    tipOf: async ({ tip }) => tip,
    describe: async () => {
      throw new Error('no such call');
    },
    connect: async () => {
      if (!isConnected) return;
      if (one.tip.height > two.tip.height) two.tip = one.tip;
      if (two.tip.height > one.tip.height) one.tip = two.tip;
    },
  };
}

it('waits for the longer branch, and makes no block for it', async () => {
  const one = new HandNode('one', { hash: 'a', height: 7 });
  const two = new HandNode('two', { hash: 'b', height: 9 });
  await syncBlocks(nodesToSync(one, two));
  expect([one.tip, one.made]).toEqual([{ hash: 'b', height: 9 }, 0]);
});

it('ends two branches of one height by a block of node one', async () => {
  const one = new HandNode('one', { hash: 'a', height: 7 });
  const two = new HandNode('two', { hash: 'b', height: 7 });
  await syncBlocks(nodesToSync(one, two));
  expect([one.made, two.tip]).toEqual([1, { hash: 'one-8', height: 8 }]);
});

it('tells what both nodes say where they do not come to one', async () => {
  const one = new HandNode('one', { hash: 'a', height: 7 });
  const two = new HandNode('two', { hash: 'b', height: 9 });
  await expect(syncBlocks(nodesToSync(one, two, false), 1)).rejects.toThrow(
    [
      'waited in vain that both have one newest block:',
      'one: {"hash":"a","height":7} "refused: Error: no such call"',
      'two: {"hash":"b","height":9} "refused: Error: no such call"',
    ].join('\n'),
  );
});

it('reads the newest block, the peers and the branches of a node of Bitcoin’s family', async () => {
  const answers: Record<string, unknown> = {
    getblockchaininfo: { chain: 'regtest', blocks: 3, headers: 5, bestblockhash: 'aa' },
    getpeerinfo: [
      { id: 1, addr: '127.0.0.1:9', inbound: true, synced_headers: 3, synced_blocks: 2, inflight: [3] },
    ],
    getchaintips: [{ height: 3, hash: 'aa', branchlen: 0, status: 'active' }],
  };
  const node = { ask: async <T>(method: string) => answers[method] as T };
  expect(await bitcoinTip(node)).toEqual({ hash: 'aa', height: 3 });
  expect(await describeBitcoin(node)).toEqual({
    peers: [{ addr: '127.0.0.1:9', inbound: true, synced_headers: 3, synced_blocks: 2, inflight: [3] }],
    branches: [{ height: 3, hash: 'aa', branchlen: 0, status: 'active' }],
  });
});
