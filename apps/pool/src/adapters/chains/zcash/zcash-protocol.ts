import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import {
  type NodeState,
  readNodeState,
  refuseOtherChain,
  refuseOtherNetwork,
  unfitReason,
} from '../bitcoin/node-state.ts';
import { ConsensusMemory } from '../nodes/consensus-memory.ts';
import { fieldsOf } from '../nodes/node-answers.ts';
import { type NodeProtocol, valueOf } from '../nodes/node-protocol.ts';
import { zcashFacts } from './chain-facts.ts';
import { readTemplate, type ZcashTemplate } from './read-template.ts';

/**
 * How nodes of Zcash are asked. None of their calls waits for a block.
 *
 * @param script that blocks pay to
 */
export function zcashProtocol(network: Network, script: Uint8Array): NodeProtocol<ZcashTemplate, NodeState> {
  const memory = new ConsensusMemory();
  return {
    async identify(ask) {
      const [genesis, chain] = await Promise.all([ask('getblockhash', [0]), ask('getblockchaininfo')]);
      const reported = fieldsOf(valueOf(chain), 'getblockchaininfo');
      refuseOtherChain(zcashFacts, network, {
        network: String(reported['chain']),
        genesis: valueOf(genesis),
      });
    },
    async askState(ask) {
      const [chain, networkInfo] = await Promise.all([ask('getblockchaininfo'), ask('getnetworkinfo')]);
      const state = readNodeState(valueOf(chain), valueOf(networkInfo));
      refuseOtherNetwork(zcashFacts, network, state.network);
      return state;
    },
    unfitReason,
    tip: { method: 'getbestblockhash', hashOf: (answer) => answer },
    template: {
      method: 'getblocktemplate',
      params: [],
      read(answer) {
        const template = readTemplate(answer, script);
        memory.refuseOther(`target on ${template.previous}`, 'target', template.bits.toString(16));
        return template;
      },
    },
  };
}
