import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  firstExtensionHeight,
  hasLitecoind,
  LitecoinNodes,
} from '../../../../../../testing/litecoin-nodes.ts';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import { scrypt } from '../../../sandbox/chain/scrypt.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openBitcoinChain } from './bitcoin-chain.ts';
import { bitcoinChains } from './chain-facts.ts';
import { openNodeRpc } from '../nodes/node-rpc.ts';
import { solve } from './testing/solve.ts';

describe.skipIf(!hasLitecoind)('a chain on two nodes of Litecoin (litecoind)', () => {
  let nodes: LitecoinNodes;
  let chain: ChainOnNodes;
  const problems = new Map<string, string | undefined>();

  beforeAll(async () => {
    nodes = await LitecoinNodes.start(1);
    const [facts] = bitcoinChains;
    if (facts === undefined) throw new Error('there are no chains');
    await nodes.one.ask('createwallet', 'pool');
    chain = openBitcoinChain({
      facts,
      network: 'regtest',
      nodes: [nodes.one, nodes.two].map((node) => ({
        name: node.name,
        rpc: openNodeRpc({
          url: new URL(node.url),
          readLogin: () => readFileSync(node.loginFile, 'utf8'),
        }),
      })),
      address: await nodes.one.ask<string>('getnewaddress', '', 'bech32'),
      tag: '/Openlode suite/',
      now: () => performance.now(),
      onProblem: (node, problem) => void problems.set(node, problem),
      onLateVerdict: () => undefined,
      intervals: { stateMs: 200, tipMs: 200, retryMs: 200 },
    });
  });

  afterAll(async () => {
    await chain?.close();
    await nodes?.close();
  });

  /** The template on the nodes' newest block. */
  async function newest(): Promise<BitcoinTemplate> {
    const height = (await nodes.one.ask<number>('getblockcount')) + 1;
    return vi.waitFor(
      () => {
        const template = chain.template();
        if (template?.height !== height) throw new Error(`no template of height ${height}`);
        return template as BitcoinTemplate;
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 60_000, interval: 20 }) as Promise<Awaited<T>>;

  const answersOf = async (hash: string) =>
    (await chain.nodes?.answersOf(hash))?.map(({ node, state, isSynced, buriedUnder }) => ({
      node,
      state,
      isSynced,
      buriedUnder,
    }));

  it('gives work, and its blocks are taken and known by both', async () => {
    const { hash, submission } = solve(await newest(), scrypt, 1);
    const rewards = [{ asset: 'LTC', amount: 50n * 10n ** 18n }];
    expect(await chain.submitBlock(submission)).toEqual({ kind: 'accepted', rewards });
    // The first of them that takes it decides, whichever it is.
    await nodes.mine(0);
    expect(await nodes.one.ask('getbestblockhash')).toBe(hash);
    expect(await chain.submitBlock(submission)).toEqual({ kind: 'duplicate', rewards });
    const known = { state: 'immature', isSynced: true, buriedUnder: 0 };
    await eventually(async () =>
      expect(await answersOf(hash)).toEqual([
        { node: 'one', ...known },
        { node: 'two', ...known },
      ]),
    );
    await nodes.mine(99);
    expect((await answersOf(hash))?.map(({ state }) => state)).toEqual(['immature', 'immature']);
    await nodes.mine(1);
    await eventually(async () =>
      expect((await answersOf(hash))?.map(({ state }) => state)).toEqual(['mature', 'mature']),
    );
    // Node two has no wallet.
    await eventually(async () =>
      expect(await chain.watchedRewards?.(hash)).toEqual({
        wallets: 1,
        rewards: [{ wallet: 'one', amount: 50n * 10n ** 18n }],
      }),
    );
    const [fresh] = await nodes.one.ask<string[]>('generatetodescriptor', 1, 'raw(51)');
    expect(await chain.watchedRewards?.(fresh ?? '')).toBe('elsewhere');
  });

  it('refuses a block that a node calls invalid, by the name of who judged it', async () => {
    const { submission } = solve(await newest(), scrypt, 2);
    const broken = Buffer.from(submission);
    // The merkle root.
    broken[36] = (broken[36] ?? 0) ^ 1;
    const outcome = await chain.submitBlock(broken);
    expect(outcome).toMatchObject({ kind: 'invalid', nodes: ['one', 'two'] });
    // Its hash has to meet the target first: half of all do.
    expect(outcome).toMatchObject({ why: expect.stringMatching(/bad-txnmrklroot|high-hash/) });
  });

  it('mines on across the first extension block', async () => {
    await nodes.mine(firstExtensionHeight - 2 - (await nodes.one.ask<number>('getblockcount')));
    await nodes.one.ask('generatetoaddress', 1, await nodes.one.ask('getnewaddress'));
    // Without a peg-in litecoind cannot build the first one.
    await nodes.one.ask('sendtoaddress', await nodes.one.ask('getnewaddress', '', 'mweb'), 5);
    for (const height of [firstExtensionHeight, firstExtensionHeight + 1]) {
      const template = await newest();
      expect(template.height).toBe(height);
      expect(await chain.submitBlock(solve(template, scrypt, 3).submission)).toMatchObject({
        kind: 'accepted',
      });
      await nodes.mine(0);
    }
  });

  it('gives no work while its nodes are alone, and calls a block orphaned that the longer branch left out', async () => {
    const template = await newest();
    await nodes.cut();
    await eventually(() => expect(chain.template()).toBeUndefined());
    expect(problems.get('one')).toMatch(/alone|not connected/);
    const { hash, submission } = solve(template, scrypt, 4);
    // Only node one has it: the other is told later.
    await nodes.two.signal('SIGSTOP');
    const digits = Buffer.from(submission).toString('hex');
    expect(await nodes.one.ask('submitblock', digits)).toBeNull();
    await nodes.two.signal('SIGCONT');
    await nodes.two.ask('generatetodescriptor', 8, 'raw(51)');
    // A node's word about itself may be two seconds old.
    await eventually(async () =>
      expect((await answersOf(hash))?.map(({ state, isSynced }) => [state, isSynced])).toEqual([
        ['immature', false],
        ['orphaned', false],
      ]),
    );
    await nodes.join();
    await eventually(async () =>
      expect(await answersOf(hash)).toEqual([
        { node: 'one', state: 'orphaned', isSynced: true, buriedUnder: 7 },
        { node: 'two', state: 'orphaned', isSynced: true, buriedUnder: 7 },
      ]),
    );
    expect((await newest()).height).toBe(template.height + 8);
    // Its next template, which may come after that of the other node, ends its trouble.
    await eventually(() => expect(problems.get('one')).toBeUndefined());
    // Node one has judged it to the end: it calls it a duplicate, on whatever branch it is.
    expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'duplicate' });
  });

  it('hears of a new block, and goes on after its node was killed', async () => {
    const before = (await newest()).height;
    const heard = new Promise<number>((resolve) => {
      const stop = chain.onTemplate(({ height }) => {
        // A template that has grown old is renewed, on the same block.
        if (height === before) return;
        stop();
        resolve(height);
      });
    });
    await nodes.mine(1);
    expect(await heard).toBe((await nodes.one.ask<number>('getblockcount')) + 1);
    await nodes.one.signal('SIGKILL');
    await nodes.one.start();
    await nodes.join();
    // Another cookie, another connection.
    await nodes.mine(1);
    const { submission } = solve(await newest(), scrypt, 5);
    expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'accepted' });
  });
});
