import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openBitcoinChain } from './bitcoin-chain.ts';
import { bitcoinChains } from './chain-facts.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import type { NamedVerdict } from '../nodes/submit-outcome.ts';
import { easyHeader as tipHeader, easyTip as tip, height131 } from './testing/recorded.ts';

const [facts] = bitcoinChains;
if (facts === undefined) throw new Error('there are no chains');
const litecoin = facts;
const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const answer131 = { ...height131.answer, previousblockhash: tip };
const hash = 'a0589da8e1edb084321a653f78ed39c7c3fd3512f95ad8313fc36fd549d440eb';
const block = Buffer.concat([
  Buffer.from(height131.header, 'hex'),
  Buffer.of(1),
  Buffer.from(height131.coinbase, 'hex'),
]);

type Answer = RpcOutcome | Promise<RpcOutcome>;
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });
const unanswered: RpcOutcome = { kind: 'unanswered', why: 'connect ECONNREFUSED' };

/** A node that answers what a suite says; everything is well at first. */
class ScriptedNode implements NodeRpc {
  readonly calls: string[] = [];
  readonly answers = new Map<string, (params: readonly unknown[]) => Answer>(
    Object.entries({
      getblockhash: ([height]: readonly unknown[]) =>
        result(height === 0 ? litecoin.networks.regtest.genesis : hash),
      validateaddress: () =>
        result({ isvalid: true, scriptPubKey: '00142bf82e71f54d684ce25115d30b9399273275bad0' }),
      getblockchaininfo: () =>
        result({
          chain: 'regtest',
          blocks: 130,
          headers: 130,
          bestblockhash: tip,
          initialblockdownload: false,
        }),
      getnetworkinfo: () => result({ connections: 1 }),
      getbestblockhash: () => result(tip),
      getblocktemplate: () => result(answer131),
      getblockheader: ([named, isVerbose]: readonly unknown[]) => {
        if (isVerbose !== false) return refused(-5, 'Block not found');
        return result(named === tip ? tipHeader.toString('hex') : height131.header);
      },
    }),
  );

  set(method: string, answer: (params: readonly unknown[]) => Answer): void {
    this.answers.set(method, answer);
  }

  fails(): void {
    for (const method of this.answers.keys()) this.set(method, () => unanswered);
  }

  async call(method: string, params: readonly unknown[] = []): Promise<RpcOutcome> {
    this.calls.push(method);
    return this.answers.get(method)?.(params) ?? refused(-32601, 'Method not found');
  }

  close(): void {
    // Nothing is open.
  }
}

describe('a chain by the word of its nodes', () => {
  let one: ScriptedNode;
  let two: ScriptedNode;
  let chain: ChainOnNodes | undefined;
  const late: NamedVerdict[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    one = new ScriptedNode();
    two = new ScriptedNode();
    late.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    chain = undefined;
  });

  /** Opens the chain and lets this much time go by. */
  async function open(ms = 0, nodes = [one, two]): Promise<ChainOnNodes> {
    chain = openBitcoinChain({
      facts: litecoin,
      network: 'regtest',
      nodes: nodes.map((rpc, index) => ({ name: `n${index + 1}`, rpc })),
      address,
      tag: '/test/',
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: (_hash, verdict) => void late.push(verdict),
    });
    await vi.advanceTimersByTimeAsync(ms);
    return chain;
  }
  const problems = () => chain?.problems().map(({ problem }) => problem);

  it('has no work before a node has answered, and its time goes on', async () => {
    expect((await open()).template()).toMatchObject({ height: 131, time: 1795449597 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(chain?.template()).toMatchObject({ time: 1795449600 });
  });

  it.each([
    ['of another chain', 'getblockhash', result('00'.repeat(32)), 'it is a node of another chain than LTC'],
    [
      'of another network',
      'getblockchaininfo',
      result({ chain: 'main' }),
      'it is a node of main, not of regtest',
    ],
    [
      'that does not know the address',
      'validateaddress',
      result({ isvalid: false }),
      'is no address of its network',
    ],
    [
      'that says another script of the address',
      'validateaddress',
      result({ isvalid: true, scriptPubKey: '51' }),
      `it says that ${address} has the script 51, but it has 00142bf82e71f54d684ce25115d30b9399273275bad0: no block is mined on its word`,
    ],
    ['without peers', 'getnetworkinfo', result({ connections: 0 }), 'it is alone: no peer is connected'],
    [
      'that cannot build a block',
      'getblocktemplate',
      refused(-1, 'CreateNewBlock: mweb-connect-failed'),
      'CreateNewBlock: mweb-connect-failed',
    ],
    [
      'whose block needs what is not built here',
      'getblocktemplate',
      result({ ...answer131, founder: { payee: 'x' } }),
      "the block must carry the founder's part (founder): this release cannot build it",
    ],
    [
      'that starts',
      'getblockchaininfo',
      { kind: 'busy', why: 'Loading block index...' },
      'Loading block index...',
    ],
    ['that refuses the login', 'getblockhash', { kind: 'unauthorized', why: 'no' }, 'no'],
    ['that is not there', 'getblockhash', unanswered, 'connect ECONNREFUSED'],
  ] as const)(
    'takes no work of a node %s, and works on with the other',
    async (_name, method, answer, words) => {
      one.set(method, () => answer);
      await open(1000);
      expect(problems()).toEqual([expect.stringContaining(words), undefined]);
      expect(chain?.template()).toBeDefined();
    },
  );

  it('gives no work on the word of its only node that the address has another script', async () => {
    one.set('validateaddress', () => result({ isvalid: true, scriptPubKey: '51' }));
    expect((await open(1000, [one])).template()).toBeUndefined();
  });

  it('pays to the script of the address and to nothing else', async () => {
    const template = (await open()).template();
    const suffix = Buffer.from(template?.family === 'bitcoin' ? template.coinbaseSuffix : []);
    expect(suffix.toString('hex')).toContain('1600142bf82e71f54d684ce25115d30b9399273275bad0');
  });

  it('gives up the work of nodes that fall silent, and takes it up again', async () => {
    await open();
    one.fails();
    two.fails();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(chain?.template()).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(chain?.template()).toBeUndefined();
    expect(problems()).toEqual(Array(2).fill('connect ECONNREFUSED'));
    const back = new ScriptedNode();
    for (const [method, answer] of back.answers) two.set(method, answer);
    await vi.advanceTimersByTimeAsync(2000);
    expect(chain?.template()).toBeDefined();
  });

  it.each([
    ['an easier target than the block below', '207ffffe', 131, /names the target 207ffffe, .* 207fffff/],
    // Where the target changes: more than four times as hard.
    ['a target that it cannot change to', '1f7fffff', 2016, /names the target 1f7fffff, .* 207fffff/],
  ])('gives no work on the word of its only node, that names %s', async (_name, bits, height, words) => {
    const { target: _, ...rest } = answer131 as Record<string, unknown>;
    one.set('getblocktemplate', () => result({ ...rest, bits, height }));
    await open(1000, [one]);
    expect(chain?.template()).toBeUndefined();
    expect(problems()).toEqual([expect.stringMatching(words)]);
  });

  it('has one target on a block, where it may change, too', async () => {
    const { target: _, ...rest } = answer131 as Record<string, unknown>;
    one.set('getblocktemplate', () => result({ ...rest, bits: '203fffff', height: 2016 }));
    two.set('getblocktemplate', () => result({ ...rest, bits: '207fffff', height: 2016 }));
    await open(1000);
    const words = 'it names another target than was named before it';
    expect(problems()).toContain(words);
    expect(problems()).toContain(undefined);
  });

  it('gives no work of a node that shows another header', async () => {
    one.set('getblockheader', () => result('00'.repeat(80)));
    await open(1000, [one]);
    expect(problems()).toEqual(['it shows a header that is not that of its newest block']);
  });

  it('takes no work, and no word on a block, of a node that comes back on another network within seconds', async () => {
    const known = () => result({ height: 130, confirmations: 1 });
    for (const node of [one, two]) {
      node.set('getblockheader', ([named, isVerbose]) =>
        isVerbose === false ? result(named === tip ? tipHeader.toString('hex') : height131.header) : known(),
      );
    }
    await open();
    const { answers } = new ScriptedNode();
    one.fails();
    await vi.advanceTimersByTimeAsync(3000);
    for (const [method, answer] of answers) one.set(method, answer);
    one.set('getblockchaininfo', () =>
      result({ chain: 'test', blocks: 9000, headers: 9000, bestblockhash: hash }),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(problems()).toEqual(['it is a node of test, not of regtest', undefined]);
    const byNode = async () =>
      (await chain?.nodes?.answersOf(hash))?.map(({ node, isSynced }) => [node, isSynced]);
    expect(await byNode()).toEqual([['n2', true]]);
    // Its network again, but the first block of another chain.
    one.set('getblockchaininfo', answers.get('getblockchaininfo') ?? known);
    one.set('getblockhash', () => result(tip));
    await vi.advanceTimersByTimeAsync(1000);
    expect(problems()?.[0]).toMatch(/^it is a node of another chain than LTC/);
    expect(await byNode()).toEqual([
      ['n1', false],
      ['n2', true],
    ]);
    one.set('getblockhash', answers.get('getblockhash') ?? known);
    await vi.advanceTimersByTimeAsync(1000);
    expect(problems()).toEqual([undefined, undefined]);
    expect(await byNode()).toEqual([
      ['n1', true],
      ['n2', true],
    ]);
  });

  it('takes no work of a node that stays behind the other one, also where that has none any more', async () => {
    await open();
    const ahead = { chain: 'regtest', blocks: 133, headers: 133, bestblockhash: hash };
    two.set('getblockchaininfo', () => result(ahead));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(problems()).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(problems()).toEqual(['it is behind the other nodes: block 130, and they have 133', undefined]);
    two.set('getblocktemplate', () => refused(-1, 'CreateNewBlock: mweb-connect-failed'));
    two.set('getbestblockhash', () => result(hash));
    await vi.advanceTimersByTimeAsync(1000);
    expect(chain?.template()).toBeUndefined();
    one.set('getblockchaininfo', () => result(ahead));
    await vi.advanceTimersByTimeAsync(5000);
    expect(chain?.template()).toBeDefined();
  });

  it('asks for a template again where its node could not build one', async () => {
    one.set('getblocktemplate', () => refused(-9, 'Litecoin Core is not connected!'));
    await open(5000, [one]);
    expect(chain?.template()).toBeUndefined();
    one.set('getblocktemplate', () => result(answer131));
    await vi.advanceTimersByTimeAsync(1000);
    expect(chain?.template()).toBeDefined();
  });

  it('asks a node whether it has a block when it did not say so', async () => {
    const rewards = [{ asset: 'LTC', amount: 50_000_042_300_000_000_000n }];
    await open(0, [one]);
    one.set('submitblock', () => ({ kind: 'busy', why: 'Work queue depth exceeded' }));
    await expect(chain?.submitBlock(block)).rejects.toThrow(
      `block ${hash} is to be submitted again (n1: Work queue depth exceeded)`,
    );
    one.set('getblockheader', () => result({ height: 131, confirmations: 1 }));
    expect(await chain?.submitBlock(block)).toEqual({ kind: 'duplicate', rewards });
    one.set('getblockheader', () => result({ height: 131, confirmations: -1 }));
    expect(await chain?.submitBlock(block)).toMatchObject({ kind: 'inconclusive' });
  });

  it('does not wait for a second node, and tells what that says later', async () => {
    let answer: (outcome: RpcOutcome) => void = () => undefined;
    one.set('submitblock', () => result(null));
    two.set('submitblock', () => new Promise((resolve) => (answer = resolve)));
    await open();
    expect(await chain?.submitBlock(block)).toMatchObject({ kind: 'accepted' });
    answer(result('bad-cb-amount'));
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toEqual([{ node: 'n2', verdict: { kind: 'invalid', why: 'bad-cb-amount' } }]);
  });

  it('has work at once when its node publishes a new block, and hears no more once it is closed', async () => {
    let publish: () => void = () => undefined;
    let isHeard = true;
    chain = openBitcoinChain({
      facts: litecoin,
      network: 'regtest',
      nodes: [
        {
          name: 'n1',
          rpc: one,
          followTips: (look) => {
            publish = look;
            return () => void (isHeard = false);
          },
        },
      ],
      address,
      tag: '/test/',
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(chain.template()?.height).toBe(131);
    one.set('getbestblockhash', () => result(hash));
    one.set('getblocktemplate', () => result({ ...answer131, height: 132, previousblockhash: hash }));
    publish();
    await vi.advanceTimersByTimeAsync(0);
    expect(chain.template()?.height).toBe(132);
    void chain.close();
    expect(isHeard).toBe(false);
  });

  it('has work on the block that was taken at once', async () => {
    await open(0, [one]);
    one.set('submitblock', () => {
      one.set('getbestblockhash', () => result(hash));
      one.set('getblocktemplate', () => result({ ...answer131, height: 132, previousblockhash: hash }));
      return result(null);
    });
    await chain?.submitBlock(block);
    await vi.advanceTimersByTimeAsync(0);
    expect(chain?.template()?.height).toBe(132);
  });

  it('submits nothing that is no block, and says that no node has judged it', async () => {
    await open();
    expect(await chain?.submitBlock(block.subarray(0, 90))).toMatchObject({ kind: 'invalid', nodes: [] });
    expect(one.calls).not.toContain('submitblock');
  });

  it('hears from a node without the block that it has another one there', async () => {
    one.set('getblockheader', () => result({ height: 124, confirmations: -1 }));
    await open();
    two.set('getblockhash', () => result(tip));
    expect(await chain?.nodes?.answersOf(hash)).toEqual([
      { node: 'n1', height: 130, state: 'orphaned', isSynced: true, buriedUnder: 6 },
      { node: 'n2', height: 130, state: 'orphaned', isSynced: true, buriedUnder: 6 },
    ]);
  });

  it('hears orphaned from nodes that do not know the block, where each has another one at its height', async () => {
    await open();
    for (const node of [one, two]) node.set('getblockhash', () => result(tip));
    expect(await chain?.nodes?.answersOf(hash, 124)).toEqual([
      { node: 'n1', height: 130, state: 'orphaned', isSynced: true, buriedUnder: 6 },
      { node: 'n2', height: 130, state: 'orphaned', isSynced: true, buriedUnder: 6 },
    ]);
    expect((await chain?.nodes?.answersOf(hash))?.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  });

  it('does not believe confirmations of a block that is not on the best branch, as bcoin counts them', async () => {
    one.set('getblockheader', () => result({ height: 30, confirmations: 101 }));
    one.set('getblockhash', () => result(tip));
    await open(0, [one]);
    expect(await chain?.nodes?.answersOf(hash)).toMatchObject([{ state: 'orphaned', buriedUnder: 100 }]);
  });

  it('leaves a node out that does not answer', async () => {
    one.set('getblockheader', () => result({ height: 30, confirmations: 101 }));
    await open();
    two.fails();
    expect(await chain?.nodes?.answersOf(hash)).toEqual([
      { node: 'n1', height: 130, state: 'mature', isSynced: true, buriedUnder: 0 },
    ]);
    expect(chain?.nodes?.names).toEqual(['n1', 'n2']);
  });
});
