import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../nodes/node-chain.ts';
import { bitcoinVoice } from './bitcoin-voice.ts';
import type { NamedAuxWork } from './aux/merge-work.ts';
import { askBlock, hasOther } from './block-at-node.ts';
import { frameBlock } from './build-template.ts';
import type { ChainFacts, Network } from './chain-facts.ts';
import { payoutScript } from './payout-script.ts';
import { readBlock } from './read-block.ts';
import { verdictOf } from './submit-verdict.ts';
import { watchedRewards } from './watched-reward.ts';

export interface BitcoinChainOptions extends NodeWatch {
  readonly facts: ChainFacts;
  readonly network: Network;
  /** The operator's own: every block pays to it. */
  readonly address: string;
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
  /** The next blocks of the chains that are mined together with it: the same object until one of them changes. */
  readonly merged?: () => readonly NamedAuxWork[];
}

/** In ledger units of 10^-18 coins; a chain of Bitcoin's family counts in 10^-8. */
const unitsPerSatoshi = 10n ** 10n;
const submitMs = 30_000;
const none: readonly NamedAuxWork[] = [];

/**
 * A chain of Bitcoin's family by the word of its operator's own nodes.
 *
 * @throws RangeError where no block can pay to the address
 */
export function openBitcoinChain({
  facts,
  network,
  address,
  tag,
  merged = () => none,
  ...watch
}: BitcoinChainOptions): ChainOnNodes {
  const { asset, algorithm, maturity, blockSeconds, chainId } = facts;
  const name = `${asset.toLowerCase()}-${network}`;
  const script = payoutScript(facts, network, address);
  const askWallet = watchedRewards({ address, script, now: watch.now });
  return openNodeChain(
    {
      name,
      asset,
      algorithm,
      kind: network === 'main' ? 'real' : 'regtest',
      hasFixedVersion: chainId !== undefined,
      maturity,
      blockSeconds,
      voice: bitcoinVoice({ facts, network, address, script }),
      frame(template) {
        let works = merged();
        let frame = frameBlock(name, template, { script, tag, merged: works });
        return (elapsedSeconds, clean): BitcoinTemplate => {
          const now = merged();
          if (now !== works) frame = frameBlock(name, template, { script, tag, merged: now });
          works = now;
          return { ...frame, time: template.time + elapsedSeconds, clean };
        };
      },
      earningsOf: ({ bits, value }) => ({
        work: workOfTarget(targetOfBits(bits)),
        reward: value * unitsPerSatoshi,
      }),
      readBlock(block) {
        const { hash, value } = readBlock(block);
        return { hash, reward: value * unitsPerSatoshi };
      },
      submit: async (rpc, block) => {
        const digits = Buffer.from(block).toString('hex');
        return verdictOf(await rpc.call('submitblock', [digits], { withinMs: submitMs }));
      },
      blockAt: askBlock,
      async watchedReward(rpc, hash) {
        const received = await askWallet(rpc, hash);
        return typeof received === 'bigint' ? received * unitsPerSatoshi : received;
      },
      hasOther,
    },
    watch,
  );
}
