import { unitsPerSatoshi } from '@openlode/money/amount';
import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BlockTemplate } from '../../../domain/kernel/block-template.ts';
import type { NodeFamily, NodeWatch } from '../nodes/node-chain.ts';
import { bitcoinProtocol } from './bitcoin-protocol.ts';
import { askBlock, hasOther } from './block-at-node.ts';
import type { ChainFacts } from './chain-facts.ts';
import { kindOfNetwork, type Network } from '../../../domain/kernel/network-of-kind.ts';
import type { NodeState } from './node-state.ts';
import { payoutScript } from './payout-script.ts';
import type { NodeTemplate } from './read-template.ts';
import { verdictOf } from './submit-verdict.ts';
import { watchedRewards } from './watched-reward.ts';

export interface BitcoinFamilyOptions extends Pick<NodeWatch, 'now'> {
  readonly facts: ChainFacts;
  readonly network: Network;
  /** The operator's own: every block pays to it. */
  readonly address: string;
}

const submitMs = 30_000;

/** A chain whose nodes are asked as Bitcoin's are, whatever its header and the jobs of its miners look like. */
export type BitcoinFamily = Omit<NodeFamily<NodeTemplate, NodeState, BlockTemplate>, 'frame' | 'readBlock'>;

/**
 * @returns the family, and the script that its blocks pay to
 * @throws RangeError where no block can pay to the address
 */
export function bitcoinFamily({ facts, network, address, now }: BitcoinFamilyOptions): {
  readonly family: BitcoinFamily;
  readonly script: Uint8Array;
} {
  const { asset, algorithm, maturity, blockSeconds, chainId } = facts;
  const script = payoutScript(facts, network, address);
  const askWallet = watchedRewards({ address, script, now });
  const family: BitcoinFamily = {
    name: `${asset.toLowerCase()}-${network}`,
    asset,
    algorithm,
    kind: kindOfNetwork(network),
    hasFixedVersion: chainId !== undefined,
    maturity,
    blockSeconds,
    protocol: bitcoinProtocol({ facts, network, address, script }),
    earningsOf: ({ bits, value, fees }) => ({
      work: workOfTarget(targetOfBits(bits)),
      reward: value * unitsPerSatoshi,
      ...(fees !== undefined && { fees: fees * unitsPerSatoshi }),
    }),
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
  };
  return { family, script };
}
