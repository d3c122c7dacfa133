import { unitsPerSatoshi } from '@openlode/money/amount';
import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import { askBlock, hasOther } from '../bitcoin/block-at-node.ts';
import { kindOfNetwork, type Network } from '../../../domain/kernel/network-of-kind.ts';
import { payoutScript } from '../bitcoin/payout-script.ts';
import { verdictOf } from '../bitcoin/submit-verdict.ts';
import { UnreadableAnswer } from '../nodes/node-answers.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../nodes/node-chain.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import { type Ask, valueOf } from '../nodes/node-protocol.ts';
import type { ChainSettings, NodeReport } from '../nodes/offered-chain.ts';
import { zcashFacts } from './chain-facts.ts';
import { frameBlock, readBlock } from './frame-block.ts';
import { zcashProtocol } from './zcash-protocol.ts';

export interface ZcashChainOptions extends NodeWatch {
  readonly network: Network;
  /** The operator's own, which the nodes have as that of their miner. */
  readonly address: string;
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
}

const submitMs = 30_000;

/**
 * Zcash by the word of its operator's own nodes.
 *
 * @throws RangeError where no block can pay to the address
 */
export function openZcashChain({ network, address, tag, ...watch }: ZcashChainOptions): ChainOnNodes {
  const name = `zec-${network}`;
  const script = scriptOf(network, address);
  return openNodeChain(
    {
      ...zcashFacts,
      name,
      kind: kindOfNetwork(network),
      protocol: zcashProtocol(network, script),
      frame: (template) => frameBlock(name, template, tag),
      earningsOf: ({ bits, value }) => ({
        work: workOfTarget(targetOfBits(bits)),
        reward: value * unitsPerSatoshi,
      }),
      readBlock(block) {
        const { hash, value } = readBlock(block, script);
        return { hash, reward: value * unitsPerSatoshi };
      },
      submit: async (rpc, block) => {
        const digits = Buffer.from(block).toString('hex');
        return verdictOf(await rpc.call('submitblock', [digits], { withinMs: submitMs }));
      },
      blockAt: askBlock,
      hasOther,
    },
    watch,
  );
}

/** @throws RangeError where no block can pay to the address */
export function scriptOf(network: Network, address: string): Uint8Array {
  return payoutScript(zcashFacts, network, address);
}

/**
 * Asks a node once for everything that mining on it needs.
 *
 * @param now ms since 1970
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askNode(
  rpc: NodeRpc,
  { network, address }: ChainSettings,
  now: () => number,
): Promise<NodeReport> {
  const protocol = zcashProtocol(network, scriptOf(network, address));
  const ask: Ask = (method, params) => rpc.call(method, params);
  await protocol.identify(ask);
  const state = await protocol.askState(ask);
  const { method, params, read } = protocol.template;
  let problem = protocol.unfitReason(state);
  let clockAheadMs = 0;
  try {
    clockAheadMs = read(valueOf(await ask(method, params))).time * 1000 - now();
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    problem ??= error.message;
  }
  const remark = 'its coinbase pays the address of the settings';
  return { state, isOwnAddress: undefined, remark, clockAheadMs, problem };
}
