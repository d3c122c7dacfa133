import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasMonerod, MoneroNodes } from '../../../../../../testing/monero-nodes.ts';
import { hasMoneroWallet, MoneroWallet } from '../../../../../../testing/monero-wallet.ts';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openNodeRpc } from '../nodes/node-rpc.ts';
import { askWallet } from './ask-node.ts';
import { openMoneroChain } from './monero-chain.ts';
import { recordedAddress } from './testing/recorded.ts';

const otherAddress =
  '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS';

describe.skipIf(!hasMonerod || !hasMoneroWallet)('a view-only wallet (monero-wallet-rpc)', () => {
  let nodes: MoneroNodes;
  let wallet: MoneroWallet;
  const opened: ChainOnNodes[] = [];

  const rpcOf = (url: string, login?: string) =>
    openNodeRpc({
      url: new URL('/json_rpc', url),
      scheme: 'digest',
      ...(login !== undefined && { readLogin: () => readFileSync(login, 'utf8') }),
    });

  function open(address: string): ChainOnNodes {
    const chain = openMoneroChain({
      network: 'regtest',
      nodes: [nodes.one, nodes.two].map(({ name, url }) => ({ name, rpc: rpcOf(url) })),
      wallets: [{ name: 'view', rpc: rpcOf(wallet.url, wallet.loginFile) }],
      address,
      tag: '/Openlode suite/',
      random: randomBytes,
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
      intervals: { stateMs: 200, tipMs: 200, retryMs: 200 },
    });
    opened.push(chain);
    return chain;
  }

  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 120_000, interval: 100 }) as Promise<Awaited<T>>;

  /** Mines a block of the chain: on this test network every hash is one. */
  async function mine(chain: ChainOnNodes): Promise<{ hash: string; amount: bigint | undefined }> {
    const { height } = await nodes.one.info();
    const template = await eventually(() => {
      const found = chain.template() as HeaderTemplate | undefined;
      if (found?.height !== height) throw new Error(`no template of height ${height}`);
      return found;
    });
    const block = template.blockWith(new Uint8Array(16).fill(1));
    const nonce = Uint8Array.of(0, 0, 0, 1);
    const outcome = await chain.submitBlock(block.submissionOf(nonce));
    await nodes.mine(0);
    return {
      hash: block.hashOf(nonce),
      amount: outcome.kind === 'accepted' ? outcome.rewards[0]?.amount : undefined,
    };
  }

  beforeAll(async () => {
    nodes = await MoneroNodes.start(1);
    wallet = await MoneroWallet.start(nodes.one.url);
  });

  afterAll(async () => {
    for (const chain of opened) await chain.close();
    await wallet?.close();
    await nodes?.close();
  });

  it('has received what the pool credits, to the unit, once it is mature, and tells blocks of another address apart', {
    timeout: 300_000,
  }, async () => {
    const chain = open(recordedAddress);
    const [first, second] = [await mine(chain), await mine(chain)];
    const before = await mine(open(otherAddress));
    const says = (hash: string) => chain.watchedRewards?.(hash);
    expect(await says(first.hash)).toEqual({ wallets: 1, rewards: [] });
    await nodes.mine(60);
    for (const { hash, amount } of [first, second])
      await eventually(async () =>
        expect(await says(hash)).toEqual({ wallets: 1, rewards: [{ wallet: 'view', amount }] }),
      );
    expect(first.amount).toBeGreaterThan(0n);
    expect(await says(before.hash)).toBe('elsewhere');
    expect(await open(otherAddress).watchedRewards?.(first.hash)).toBe('unwatched');
  });

  it('is described to the doctor', async () => {
    const rpc = rpcOf(wallet.url, wallet.loginFile);
    const { height } = await nodes.one.info();
    await eventually(async () =>
      expect(await askWallet(rpc, recordedAddress)).toEqual({ blocks: height, isOwnAddress: true }),
    );
    expect((await askWallet(rpc, otherAddress)).isOwnAddress).toBe(false);
    rpc.close();
  });
});
