import type { ChainFacts, Network } from './chain-facts.ts';
import { fieldsOf, flag, hex, UnreadableAnswer } from '../nodes/node-answers.ts';
import { type NodeVoice, valueOf } from '../nodes/node-voice.ts';
import { type NodeState, readNodeState, refuseOtherChain, unfitness } from './node-state.ts';
import { type NodeTemplate, readTemplate } from './read-template.ts';

export interface BitcoinVoiceOptions {
  readonly facts: ChainFacts;
  readonly network: Network;
  /** Where blocks pay to; the node says which script that is. */
  readonly address: string;
  /** Hears the script of the address, before any work; throws where another node has said another one. */
  readonly onScript: (script: Uint8Array) => void;
}

/** How nodes of Bitcoin's family are asked: long polling for work, a look at the newest block's hash as the net below it. */
export function bitcoinVoice({
  facts,
  network,
  address,
  onScript,
}: BitcoinVoiceOptions): NodeVoice<NodeTemplate, NodeState> {
  return {
    async identify(ask) {
      const [genesis, chain, validated] = await Promise.all([
        ask('getblockhash', [0]),
        ask('getblockchaininfo'),
        ask('validateaddress', [address]),
      ]);
      const said = fieldsOf(valueOf(chain), 'getblockchaininfo');
      refuseOtherChain(facts, network, { network: String(said['chain']), genesis: valueOf(genesis) });
      onScript(readScript(valueOf(validated), address));
    },
    async askState(ask) {
      const [chain, network] = await Promise.all([ask('getblockchaininfo'), ask('getnetworkinfo')]);
      return readNodeState(valueOf(chain), valueOf(network));
    },
    unfitness,
    tip: { method: 'getbestblockhash', hashOf: (answer) => answer },
    template: {
      method: 'getblocktemplate',
      params: (longPollId) => [
        { rules: facts.rules, ...(longPollId === undefined ? {} : { longpollid: longPollId }) },
      ],
      read: (answer) => readTemplate(answer, facts.rules),
    },
  };
}

/** What `validateaddress` says of the address that blocks pay to. */
function readScript(answer: unknown, address: string): Uint8Array {
  const fields = fieldsOf(answer, 'validateaddress');
  if (!flag(fields, 'isvalid')) throw new UnreadableAnswer(`${address} is no address of its network`);
  // Litecoin's extension blocks: a coinbase cannot pay into them.
  if (fields['ismweb'] === true)
    throw new UnreadableAnswer(`${address} is an MWEB address: a block cannot pay to it`);
  const script = hex(fields, 'scriptPubKey');
  if (script.length === 0 || script.length > 100)
    throw new UnreadableAnswer(`${address} has no script that a coinbase could pay to`);
  return script;
}
