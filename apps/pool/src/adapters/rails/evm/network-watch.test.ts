import { etchashSizes, ethashSizes } from '@openlode/pow/dag-sizes';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EvmNode } from './evm-node.ts';
import { evmNetwork } from './evm-networks.ts';
import { algorithmOfEvm, type EvmNetworkWatch, watchEvmNetwork } from './network-watch.ts';

interface Said {
  readonly height: number;
  readonly difficulty: number;
  readonly chainId?: number;
  readonly syncing?: unknown;
  readonly peers?: number;
  /** Of its newest block, seconds. */
  readonly age?: number;
}

/** A node that says this; nothing while it is undefined. */
function nodeOf(name: string, say: () => Said | undefined): EvmNode {
  const toHex = (value: number): string => `0x${value.toString(16)}`;
  return {
    name,
    rpc: {
      call: async (method) => {
        const said = say();
        if (said === undefined) return { kind: 'unanswered', why: 'it is down' };
        const { height, difficulty, chainId = 31_337, syncing = false, peers = 3, age = 0 } = said;
        const answers: Readonly<Record<string, unknown>> = {
          eth_chainId: toHex(chainId),
          eth_syncing: syncing,
          net_peerCount: toHex(peers),
          eth_blockNumber: toHex(height),
          eth_getBlockByNumber: {
            number: toHex(height),
            difficulty: toHex(difficulty),
            timestamp: toHex(Math.floor(Date.now() / 1000) - age),
          },
        };
        return { kind: 'result', value: answers[method] };
      },
      close: () => undefined,
    },
  };
}

let watch: EvmNetworkWatch | undefined;
afterEach(() => watch?.close());

const seedOf = (seed: Uint8Array): string => Buffer.from(seed).toString('hex');
const watched = (network: string, ...nodes: readonly EvmNode[]): EvmNetworkWatch =>
  (watch = watchEvmNetwork({ facts: evmNetwork(network), kind: 'regtest' }, nodes, 5));

describe('the difficulty of an EVM network', () => {
  it('is the harder of what two nodes say', async () => {
    let [one, two]: (Said | undefined)[] = [
      { height: 100, difficulty: 5000 },
      { height: 100, difficulty: 4000 },
    ];
    const now = watched(
      'ETHW',
      nodeOf('one', () => one),
      nodeOf('two', () => two),
    );
    await vi.waitFor(() => expect(now.networkNow()?.work).toBe(5000n));
    one = { height: 101, difficulty: 7000 };
    await vi.waitFor(() => expect(now.networkNow()?.work).toBe(7000n));
    // What was said last holds while none says more.
    [one, two] = [undefined, undefined];
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(now.networkNow()?.work).toBe(7000n);
  });

  it('is not said by a node that is behind, alone, hangs, is of another chain or beyond any', async () => {
    let counted = 0;
    const say = (said: Said) => () => {
      counted += 1;
      return said;
    };
    const now = watched(
      'ETC',
      nodeOf('behind', say({ height: 9, difficulty: 1, syncing: { currentBlock: '0x1' } })),
      nodeOf('other', say({ height: 9, difficulty: 1, chainId: 61 })),
      nodeOf('merged', say({ height: 9, difficulty: 0 })),
      nodeOf('alone', say({ height: 9, difficulty: 1, peers: 0 })),
      nodeOf('hanging', say({ height: 9, difficulty: 1, age: 700 })),
      nodeOf('ahead', say({ height: 9, difficulty: 1, age: -700 })),
      nodeOf('beyond', say({ height: 2 ** 50, difficulty: 1 })),
    );
    await vi.waitFor(() => expect(counted).toBeGreaterThan(50));
    expect(now.networkNow()).toBeUndefined();
  });

  it('is never that of years ago: a node that starts again has peers before it has blocks', async () => {
    let said: Said = { height: 20_000_000, difficulty: 3e15 };
    let asked = 0;
    const now = watched(
      'ETHW',
      nodeOf('one', () => {
        asked += 1;
        return said;
      }),
    );
    await vi.waitFor(() => expect(now.networkNow()?.work).toBe(3_000_000_000_000_000n));
    const before = now.networkNow();
    said = { height: 0, difficulty: 2 ** 34 };
    asked = 0;
    await vi.waitFor(() => expect(asked).toBeGreaterThan(20));
    expect(now.networkNow()).toEqual(before);
    said = { height: 19_999_500, difficulty: 2e15 };
    await vi.waitFor(() => expect(now.networkNow()?.work).toBe(2_000_000_000_000_000n));
  });

  it('is not what one node of several says against the others', async () => {
    const lies: readonly Said[] = [
      { height: 20_000_001, difficulty: 2 ** 32 },
      { height: 20_900_000, difficulty: 2 ** 32 },
      { height: 20_000_000, difficulty: 2 ** 52 },
      { height: 0, difficulty: 2 ** 34 },
    ];
    for (const lie of lies) {
      const [one, two] = [20_000_000, 19_999_990].map((height, at) =>
        nodeOf(`honest ${at}`, () => ({ height, difficulty: 3e9 + at })),
      );
      if (one === undefined || two === undefined) throw new Error('two nodes');
      const now = watched(
        'ETHW',
        one,
        two,
        nodeOf('lying', () => lie),
      );
      await vi.waitFor(() => expect(now.networkNow()).toBeDefined());
      now.close();
      expect([3_000_000_000n, 3_000_000_001n]).toContain(now.networkNow()?.work);
      expect(now.networkNow()?.seeds).toEqual([seedOf(ethashSizes(666).seed)]);
    }
    // Of two that are far from each other neither is known to be right.
    let asked = 0;
    const apart = watched(
      'ETHW',
      nodeOf('one', () => ({ height: 20_000_000, difficulty: 3e9 })),
      nodeOf('two', () => {
        asked += 1;
        return { height: 500, difficulty: 5e9 };
      }),
    );
    await vi.waitFor(() => expect(asked).toBeGreaterThan(20));
    expect(apart.networkNow()).toBeUndefined();
  });

  it('comes with the seeds of the epoch, and of the next or the last where that is near', async () => {
    const height = 24_000_000;
    const at = async (network: string, now: number): Promise<readonly string[] | undefined> => {
      const found = watched(
        network,
        nodeOf('one', () => ({ height: now, difficulty: 5000 })),
      );
      await vi.waitFor(() => expect(found.networkNow()).toBeDefined());
      found.close();
      return found.networkNow()?.seeds;
    };
    expect(await at('ETC', height + 30_000)).toEqual([seedOf(etchashSizes(400).seed)]);
    expect(await at('ETC', height + 59_500)).toEqual(
      [400, 401].map((each) => seedOf(etchashSizes(each).seed)),
    );
    expect(await at('ETC', height + 500)).toEqual([399, 400].map((each) => seedOf(etchashSizes(each).seed)));
    expect(await at('ETHW', 31_000)).toEqual([seedOf(ethashSizes(1).seed)]);
  });
});

it('is asked only where blocks are those of Ethash', () => {
  expect(['ETC', 'ETHW', 'ETH', 'BSC'].map(algorithmOfEvm)).toEqual([
    'etchash',
    'ethash',
    undefined,
    undefined,
  ]);
  expect(() => watched('BSC')).toThrow('blocks of BSC have no proof of work of Ethash');
});
