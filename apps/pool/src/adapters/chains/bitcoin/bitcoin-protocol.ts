import type { ChainFacts } from './chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { ConsensusMemory } from '../nodes/consensus-memory.ts';
import { fieldsOf, UnreadableAnswer } from '../nodes/node-answers.ts';
import { type NodeProtocol, valueOf } from '../nodes/node-protocol.ts';
import {
  type NodeState,
  readNodeState,
  refuseOtherAgent,
  refuseOtherChain,
  refuseOtherNetwork,
  unfitReason,
} from './node-state.ts';
import { compareScript } from './payout-script.ts';
import { ParentTargets } from './parent-targets.ts';
import { type NodeTemplate, readTemplate } from './read-template.ts';

export interface BitcoinProtocolOptions {
  readonly facts: ChainFacts;
  readonly network: Network;
  /** Where blocks pay to … */
  readonly address: string;
  /** … and its script: a node that says another one gives no work. */
  readonly script: Uint8Array;
}

/** How nodes of Bitcoin's family are asked. None is left with a long poll: it would hold a thread of the node until the next block, also when the pool has ended. */
export function bitcoinProtocol({
  facts,
  network,
  address,
  script,
}: BitcoinProtocolOptions): NodeProtocol<NodeTemplate, NodeState> {
  const memory = new ConsensusMemory();
  const parents = new ParentTargets(facts);
  return {
    async identify(ask) {
      const [genesis, chain, networkInfo, validated] = await Promise.all([
        ask('getblockhash', [0]),
        ask('getblockchaininfo'),
        ask('getnetworkinfo'),
        ask('validateaddress', [address]),
      ]);
      const reported = fieldsOf(valueOf(chain), 'getblockchaininfo');
      refuseOtherChain(facts, network, { network: String(reported['chain']), genesis: valueOf(genesis) });
      refuseOtherAgent(facts, valueOf(networkInfo));
      compareScript(valueOf(validated), address, script);
    },
    async askState(ask) {
      const [chain, networkInfo] = await Promise.all([ask('getblockchaininfo'), ask('getnetworkinfo')]);
      const state = readNodeState(valueOf(chain), valueOf(networkInfo));
      refuseOtherNetwork(facts, network, state.network);
      return state;
    },
    unfitReason,
    tip: { method: 'getbestblockhash', hashOf: (answer) => answer },
    template: {
      method: 'getblocktemplate',
      params: [{ rules: facts.rules }],
      read: (answer) => readTemplate(answer, facts),
      async check(template, ask) {
        refuseOtherVersion(facts, template);
        await parents.check(template, ask);
        const { bits, previous } = template;
        memory.refuseOther(`target on ${previous}`, 'target', bits.toString(16));
      },
    },
    waiting: {
      method: 'waitforblockheight',
      params: (height, ms) => [height, ms],
      hashOf(answer) {
        const hash = (answer as { readonly hash?: unknown } | null)?.hash;
        return typeof hash === 'string' ? hash : undefined;
      },
    },
  };
}

/** A block that carries its proof in another chain's says so by this bit. */
const isCarried = 0x100;

/** @throws UnreadableAnswer where the block would not be one of the chain by itself */
function refuseOtherVersion({ chainId }: ChainFacts, { version }: NodeTemplate): void {
  if (chainId === undefined) return;
  if (version >>> 16 === chainId && (version & isCarried) === 0) return;
  throw new UnreadableAnswer(
    `it gives a block of version ${version}, whose upper half is not ${chainId}, or that another chain must carry`,
  );
}
