import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  BcoinNodes,
  bcoinMissing,
  firstWitnessHeight,
  hasBcoin,
} from '../../../../../../testing/bcoin-nodes.ts';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openNodeRpc } from '../nodes/node-rpc.ts';
import { openBitcoinChain } from './bitcoin-chain.ts';
import { bitcoinChains } from './chain-facts.ts';
import { sha256d } from './sha256d.ts';
import { solve } from './testing/solve.ts';

describe.skipIf(!hasBcoin)(`a chain on two nodes of Bitcoin (bcoin; without it: ${bcoinMissing})`, () => {
  let nodes: BcoinNodes;
  let chain: ChainOnNodes;

  beforeAll(async () => {
    nodes = await BcoinNodes.start(firstWitnessHeight - 2);
    const facts = bitcoinChains.find(({ asset }) => asset === 'BTC');
    if (facts === undefined) throw new Error('there is no Bitcoin');
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
      address: await nodes.payoutAddress(),
      tag: '/Openlode suite/',
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
      intervals: { stateMs: 200, tipMs: 200, retryMs: 200 },
    });
  });

  afterAll(async () => {
    await chain?.close();
    await nodes?.close();
  });

  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 60_000, interval: 20 }) as Promise<Awaited<T>>;

  /** The template on the nodes' newest block. */
  async function newest(): Promise<BitcoinTemplate> {
    const height = (await nodes.one.ask<number>('getblockcount')) + 1;
    return eventually(() => {
      const template = chain.template();
      if (template?.height !== height) throw new Error(`no template of height ${height}`);
      return template as BitcoinTemplate;
    });
  }

  const statesOf = async (hash: string) => (await chain.nodes?.answersOf(hash))?.map(({ state }) => state);

  it('takes blocks without witnesses, and the first ones with them', async () => {
    const rewards = [{ asset: 'BTC', amount: 12_500_000_000_000_000_000n }];
    const first = solve(await newest(), sha256d, 1);
    expect(await chain.submitBlock(first.submission)).toEqual({ kind: 'accepted', rewards });
    // The first of them that takes it decides, whichever it is.
    await nodes.mine(0);
    expect(await nodes.one.hasBlock(first.hash)).toBe(true);
    expect(await chain.submitBlock(first.submission)).toEqual({ kind: 'duplicate', rewards });
    for (const height of [firstWitnessHeight, firstWitnessHeight + 1]) {
      const template = await newest();
      expect(template.height).toBe(height);
      const { hash, submission } = solve(template, sha256d, 2);
      expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'accepted' });
      await nodes.mine(0);
      expect(await nodes.one.hasBlock(hash)).toBe(true);
    }
    await nodes.mine(97);
    expect(await statesOf(first.hash)).toEqual(['immature', 'immature']);
    await nodes.mine(1);
    await eventually(async () => expect(await statesOf(first.hash)).toEqual(['mature', 'mature']));
  });

  it('hears invalid of a block with a wrong merkle root', async () => {
    const broken = Buffer.from(solve(await newest(), sha256d, 3).submission);
    broken[36] = (broken[36] ?? 0) ^ 1;
    expect(await chain.submitBlock(broken)).toMatchObject({ kind: 'invalid', nodes: ['one', 'two'] });
  });

  it('calls a block orphaned that lost, although the node counts confirmations on it', async () => {
    const template = await newest();
    await nodes.cut();
    const { hash, submission } = solve(template, sha256d, 4);
    expect(await nodes.one.ask('submitblock', Buffer.from(submission).toString('hex'))).toBeNull();
    await nodes.two.generate(3);
    await nodes.join();
    const said = await nodes.one.ask<{ confirmations: number }>('getblockheader', hash);
    expect(said.confirmations).toBe(3);
    await eventually(async () => expect(await statesOf(hash)).toEqual(['orphaned', 'orphaned']));
  });
});
