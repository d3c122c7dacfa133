import type { ChainFacts, Network } from './chain-facts.ts';
import { fieldsOf, UnreadableAnswer } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { NodeReport } from '../nodes/offered-chain.ts';
import { readNodeState, refuseOtherAgent, refuseOtherChain, unfitness } from './node-state.ts';
import { compareScript, payoutScript } from './payout-script.ts';
import { readTemplate } from './read-template.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/**
 * Asks a node once for everything that mining on it needs.
 *
 * @param now ms since 1970
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askNode(
  rpc: NodeRpc,
  {
    facts,
    network,
    address,
  }: { readonly facts: ChainFacts; readonly network: Network; readonly address: string },
  now: () => number,
): Promise<NodeReport> {
  const networkInfo = valueOf(await rpc.call('getnetworkinfo'));
  const state = readNodeState(valueOf(await rpc.call('getblockchaininfo')), networkInfo);
  refuseOtherAgent(facts, networkInfo);
  refuseOtherChain(facts, network, {
    network: state.network,
    genesis: valueOf(await rpc.call('getblockhash', [0])),
  });
  const validated = await rpc.call('validateaddress', [address]);
  compareScript(valueOf(validated), address, payoutScript(facts, network, address));
  const owned = await rpc.call('getaddressinfo', [address]);
  const template = await rpc.call('getblocktemplate', [{ rules: facts.rules }]);
  const reading = readWork(template, facts.rules, now());
  return {
    state,
    isOwnAddress:
      owned.kind === 'result' ? fieldsOf(owned.value, 'getaddressinfo')['ismine'] === true : undefined,
    clockAheadMs: 'clockAheadMs' in reading ? reading.clockAheadMs : 0,
    problem: unfitness(state) ?? ('problem' in reading ? reading.problem : undefined),
  };
}

function readWork(
  template: RpcOutcome,
  rules: readonly string[],
  now: number,
): { readonly clockAheadMs: number } | { readonly problem: string } {
  if (template.kind !== 'result') return { problem: template.why };
  try {
    return { clockAheadMs: readTemplate(template.value, rules).time * 1000 - now };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function valueOf(outcome: RpcOutcome): unknown {
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  return outcome.value;
}
