import { randomxSeedHeight } from '@openlode/pow/randomx';
import { fieldsOf, printedHash, UnreadableAnswer } from '../nodes/node-answers.ts';
import { type NodeVoice, valueOf } from '../nodes/node-voice.ts';
import type { Network } from './chain-facts.ts';
import { answerOf, type NodeState, readNodeState, refuseOtherChain, unfitness } from './node-state.ts';
import { type MoneroTemplate, readTemplate } from './read-template.ts';

export interface MoneroVoiceOptions {
  readonly network: Network;
  /** Where blocks pay to: the node needs one to build a block, of which the pool makes its own. */
  readonly address: string;
  /** Bytes that the coinbase keeps free for the pool, at most 127. */
  readonly reserveBytes: number;
}

/** How nodes of Monero are asked. They have no long poll: a short look at the newest block stands for it. */
export function moneroVoice({
  network,
  address,
  reserveBytes,
}: MoneroVoiceOptions): NodeVoice<MoneroTemplate, NodeState> {
  const refuseOtherSeed = seedMemory();
  return {
    async identify(ask) {
      const [info, first] = await Promise.all([
        ask('get_info'),
        ask('get_block_header_by_height', { height: 0 }),
      ]);
      const { network: said } = readNodeState(valueOf(info));
      const header = answerOf(valueOf(first), 'get_block_header_by_height')['block_header'];
      refuseOtherChain(network, {
        network: said,
        genesis: printedHash(fieldsOf(header, 'block_header'), 'hash'),
      });
    },
    askState: async (ask) => readNodeState(valueOf(await ask('get_info'))),
    unfitness,
    tip: {
      method: 'get_last_block_header',
      hashOf: (answer) => {
        const header = answerOf(answer, 'get_last_block_header')['block_header'];
        return printedHash(fieldsOf(header, 'block_header'), 'hash');
      },
    },
    template: {
      method: 'get_block_template',
      params: () => ({ wallet_address: address, reserve_size: reserveBytes }),
      read(answer) {
        const template = readTemplate(answer, reserveBytes);
        refuseOtherSeed(template);
        return template;
      },
    },
  };
}

/** All nodes must name the same seed: shares on another one could not become a block. */
function seedMemory(): (template: MoneroTemplate) => void {
  const seeds = new Map<number, string>();
  return ({ height, seedHash }) => {
    const of = randomxSeedHeight(height);
    const seed = Buffer.from(seedHash).toString('hex');
    const known = seeds.get(of) ?? seed;
    if (known !== seed)
      throw new UnreadableAnswer(`it names another seed for block ${height} than was named before`);
    seeds.set(of, seed);
    for (const old of seeds.keys()) if (seeds.size > 2) seeds.delete(old);
  };
}
