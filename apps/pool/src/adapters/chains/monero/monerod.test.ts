import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasMonerod, MoneroNodes } from '../../../../../../testing/monero-nodes.ts';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openNodeRpc } from '../nodes/node-rpc.ts';
import { openMoneroChain } from './monero-chain.ts';
import { readBlock } from './read-block.ts';

const skipped = hasMonerod ? '' : ' (skipped: monerod is not installed; apt-get install monero)';

/** A block of a template: on this test network every hash is one. */
function solve(template: HeaderTemplate, salt: number): { hash: string; submission: Uint8Array } {
  const block = template.blockWith(new Uint8Array(16).fill(salt));
  const nonce = Uint8Array.of(0, 0, 0, salt);
  return { hash: block.hashOf(nonce), submission: block.submissionOf(nonce) };
}

describe.skipIf(!hasMonerod)(`Monero on two nodes (monerod)${skipped}`, () => {
  let nodes: MoneroNodes;
  let chain: ChainOnNodes;
  const problems = new Map<string, string | undefined>();

  beforeAll(async () => {
    nodes = await MoneroNodes.start(1);
    chain = openMoneroChain({
      network: 'regtest',
      nodes: [nodes.one, nodes.two].map(({ name, url }) => ({
        name,
        rpc: openNodeRpc({ url: new URL('/json_rpc', url) }),
      })),
      address: await nodes.payoutAddress(),
      tag: '/Openlode suite/',
      random: randomBytes,
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

  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 60_000, interval: 20 }) as Promise<Awaited<T>>;

  /** The template on the nodes' newest block. */
  async function newest(): Promise<HeaderTemplate> {
    const { height, top_block_hash: tip } = await nodes.one.info();
    return eventually(() => {
      const template = chain.template() as HeaderTemplate | undefined;
      const previous = Buffer.from(template?.previousHash ?? []).toString('hex');
      if (template?.height !== height || previous !== tip) throw new Error(`no template of height ${height}`);
      return template;
    });
  }

  const statesOf = async (hash: string) =>
    (await chain.nodes?.answersOf(hash))?.map(({ node, state, isSynced }) => [node, state, isSynced]);

  it('gives work, and its blocks are taken and known by both', async () => {
    const template = await newest();
    expect(template).toMatchObject({ family: 'monero', networkWork: 1n });
    const { hash, submission } = solve(template, 1);
    const outcome = await chain.submitBlock(submission);
    expect(outcome).toMatchObject({ kind: 'accepted', rewards: [{ asset: 'XMR' }] });
    // The first of them that takes it decides, whichever it is.
    await nodes.mine(0);
    expect((await nodes.one.info()).top_block_hash).toBe(hash);
    const { block_header: header } = await nodes.one.ask<{ block_header: { reward: number } }>(
      'get_last_block_header',
    );
    const amount = BigInt(header.reward) * 10n ** 6n;
    // Again, as after a crash.
    expect(await chain.submitBlock(submission)).toEqual({
      kind: 'accepted',
      rewards: [{ asset: 'XMR', amount }],
    });
    await eventually(async () =>
      expect(await statesOf(hash)).toEqual([
        ['one', 'immature', true],
        ['two', 'immature', true],
      ]),
    );
  });

  it('does not take OK for a block on the best branch', async () => {
    const template = await newest();
    const [first, second] = [solve(template, 2), solve(template, 3)];
    expect(await chain.submitBlock(first.submission)).toMatchObject({ kind: 'accepted' });
    await nodes.mine(0);
    // Both nodes answer OK to this.
    expect(await chain.submitBlock(second.submission)).toEqual({
      kind: 'inconclusive',
      why: 'one: not on its best branch, two: not on its best branch',
    });
    expect(await statesOf(second.hash)).toEqual([
      ['one', 'orphaned', true],
      ['two', 'orphaned', true],
    ]);
    // And to one on a parent that neither has: it throws that away.
    const lost = Buffer.from(first.submission);
    lost[7] = (lost[7] ?? 0) ^ 1;
    await expect(chain.submitBlock(lost)).rejects.toThrow(
      'is to be submitted again (one: status OK, and it does not have the block, two: status OK, and it does not have the block)',
    );
    const odd = Buffer.from(solve(await newest(), 4).submission);
    const [output] = readBlock(odd).minerTransaction.outputs;
    const amountAt = (output?.keyAt ?? 0) - 3;
    odd[amountAt] = (odd[amountAt] ?? 0) ^ 1;
    expect(await chain.submitBlock(odd)).toMatchObject({ kind: 'invalid', nodes: ['one', 'two'] });
  });

  it('gives no work while its nodes are alone, and calls a block orphaned that the longer branch left out', async () => {
    const template = await newest();
    await nodes.cut();
    await eventually(() => expect(chain.template()).toBeUndefined());
    expect(problems.get('one')).toBe('it is alone: no peer is connected');
    const { hash, submission } = solve(template, 5);
    await nodes.one.ask('submit_block', [Buffer.from(submission).toString('hex')]);
    expect(await nodes.one.hasBlock(hash)).toBe(true);
    await nodes.two.generate(3);
    await nodes.join();
    await eventually(async () =>
      expect(await chain.nodes?.answersOf(hash)).toMatchObject([
        { node: 'one', state: 'orphaned', isSynced: true, buriedUnder: 2 },
        { node: 'two', state: 'orphaned', isSynced: true, buriedUnder: 2 },
      ]),
    );
    expect((await newest()).height).toBe(template.height + 3);
    await eventually(() => expect(problems.get('one')).toBeUndefined());
  });
});
