import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../nodes/node-chain.ts';
import { hashingBlob, blockId } from './block-id.ts';
import { moneroFacts } from './chain-facts.ts';
import { kindOfNetwork, type Network } from '../../../domain/kernel/network-of-kind.ts';
import { frameBlock, saltBytes } from './frame-block.ts';
import { moneroProtocol } from './monero-protocol.ts';
import { keysFor, readPayee } from './payee.ts';
import { readBlock } from './read-block.ts';
import { walletRewards } from './wallet-reward.ts';
import { readBlockAtNode, verdictOf } from './submit-verdict.ts';

export interface MoneroChainOptions extends NodeWatch {
  readonly network: Network;
  /** The operator's own primary address: every block pays to it. */
  readonly address: string;
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
  /** Bytes that no miner can foresee. */
  readonly random: (count: number) => Uint8Array;
}

/** In ledger units of 10^-18 coins; Monero counts in 10^-12. */
const unitsPerPiconero = 10n ** 6n;
const submitMs = 30_000;

/**
 * Monero by the word of its operator's own nodes.
 *
 * @throws RangeError where blocks cannot be paid to the address
 */
export function openMoneroChain({
  network,
  address,
  tag,
  random,
  ...watch
}: MoneroChainOptions): ChainOnNodes {
  const name = `xmr-${network}`;
  const payee = readPayee(address);
  const askWallet = walletRewards({ address, nodes: watch.nodes.map(({ rpc }) => rpc), now: watch.now });
  return openNodeChain(
    {
      ...moneroFacts,
      name,
      kind: kindOfNetwork(network),
      givesWholeBlocks: true,
      protocol: moneroProtocol({
        network,
        address,
        reserveBytes: saltBytes + Buffer.byteLength(tag, 'latin1'),
      }),
      frame(template) {
        const frame = frameBlock(name, template, { keys: keysFor(payee, random(64)), tag });
        return (_elapsedSeconds, clean): HeaderTemplate => ({ ...frame, clean });
      },
      earningsOf: ({ difficulty, reward, seedHash, nextSeedHash = seedHash }) => ({
        work: difficulty,
        reward: reward * unitsPerPiconero,
        seeds: [seedHash, nextSeedHash].map((seed) => Buffer.from(seed).toString('hex')),
      }),
      readBlock(block) {
        const parts = readBlock(block);
        const { outputs } = parts.minerTransaction;
        const value = outputs.reduce((sum, { amount }) => sum + amount, 0n);
        return { hash: blockId(hashingBlob(block, parts)), reward: value * unitsPerPiconero };
      },
      async submit(rpc, block, hash) {
        const digits = Buffer.from(block).toString('hex');
        const outcome = await rpc.call('submit_block', [digits], { withinMs: submitMs });
        const header = await rpc.call('get_block_header_by_hash', { hash });
        try {
          return verdictOf(outcome, readBlockAtNode(header, hash));
        } catch {
          return verdictOf(outcome, 'unanswered');
        }
      },
      blockAt: async (rpc, hash) =>
        readBlockAtNode(await rpc.call('get_block_header_by_hash', { hash }), hash),
      async hasOther(rpc, height, hash) {
        const outcome = await rpc.call('get_block_header_by_height', { height });
        if (outcome.kind !== 'result') return false;
        const { block_header: header } = outcome.value as {
          readonly block_header?: { readonly hash?: unknown };
        };
        return typeof header?.hash === 'string' && header.hash !== hash;
      },
      // Nodes of Monero have none of their own.
      ...(watch.wallets !== undefined && {
        async watchedReward(wallet, hash) {
          const received = await askWallet(wallet, hash);
          return typeof received === 'bigint' ? received * unitsPerPiconero : received;
        },
      }),
    },
    watch,
  );
}
