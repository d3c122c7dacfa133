import { randomxSeedHeight } from '@openlode/pow/randomx';
import { ConsensusMemory } from '../nodes/consensus-memory.ts';
import { fieldsOf, printedHash } from '../nodes/node-answers.ts';
import { type NodeProtocol, valueOf } from '../nodes/node-protocol.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import {
  answerOf,
  type NodeState,
  readNodeState,
  refuseOtherChain,
  refuseOtherNetwork,
  unfitReason,
} from './node-state.ts';
import { type MoneroTemplate, readTemplate } from './read-template.ts';

export interface MoneroProtocolOptions {
  readonly network: Network;
  /** Where blocks pay to: the node needs one to build a block, of which the pool makes its own. */
  readonly address: string;
  /** Bytes that the coinbase keeps free for the pool, at most 127. */
  readonly reserveBytes: number;
}

/** How nodes of Monero are asked. None of their calls waits for a block. */
export function moneroProtocol({
  network,
  address,
  reserveBytes,
}: MoneroProtocolOptions): NodeProtocol<MoneroTemplate, NodeState> {
  const memory = new ConsensusMemory();
  return {
    async identify(ask) {
      const [info, first] = await Promise.all([
        ask('get_info'),
        ask('get_block_header_by_height', { height: 0 }),
      ]);
      const { network: reported } = readNodeState(valueOf(info));
      const header = answerOf(valueOf(first), 'get_block_header_by_height')['block_header'];
      refuseOtherChain(network, {
        network: reported,
        genesis: printedHash(fieldsOf(header, 'block_header'), 'hash'),
      });
    },
    async askState(ask) {
      const state = readNodeState(valueOf(await ask('get_info')));
      refuseOtherNetwork(network, state.network);
      return state;
    },
    unfitReason,
    tip: {
      method: 'get_last_block_header',
      hashOf: (answer) => {
        const header = answerOf(answer, 'get_last_block_header')['block_header'];
        return printedHash(fieldsOf(header, 'block_header'), 'hash');
      },
    },
    template: {
      method: 'get_block_template',
      params: { wallet_address: address, reserve_size: reserveBytes },
      read(answer) {
        const template = readTemplate(answer, reserveBytes);
        // On others of either no share could be told to be a block.
        const { height, previous, difficulty, seedHash } = template;
        const seed = Buffer.from(seedHash).toString('hex');
        memory.refuseOther(`difficulty on ${previous}`, 'difficulty', String(difficulty));
        memory.refuseOther(`seed ${randomxSeedHeight(height)}`, 'seed', seed);
        return template;
      },
    },
  };
}
