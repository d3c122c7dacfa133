import type { ChainFacts } from './chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { fieldsOf, UnreadableAnswer } from '../nodes/node-answers.ts';
import type { NodeRpc, Params } from '../nodes/node-rpc.ts';
import type { NodeReport } from '../nodes/offered-chain.ts';
import { readNodeState, refuseOtherAgent, refuseOtherChain, unfitReason } from './node-state.ts';
import { compareScript, payoutScript } from './payout-script.ts';
import { readTemplate } from './read-template.ts';
import { isWatched } from './watched-reward.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/** The call that gives work. */
export interface AskedWork {
  readonly method: string;
  readonly params: Params;
  /** The node's clock in the answer, Unix seconds; undefined where it does not say it. Throws `UnreadableAnswer` where it is no work. */
  readonly timeOf: (answer: unknown) => number | undefined;
}

const templateOf = (facts: ChainFacts): AskedWork => ({
  method: 'getblocktemplate',
  params: [{ rules: facts.rules }],
  timeOf: (answer) => readTemplate(answer, facts).time,
});

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
    work = templateOf(facts),
  }: {
    readonly facts: ChainFacts;
    readonly network: Network;
    readonly address: string;
    readonly work?: AskedWork;
  },
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
  const reading = readWork(await rpc.call(work.method, work.params), work, now());
  return {
    state,
    isOwnAddress: owned.kind === 'result' ? isWatched(fieldsOf(owned.value, 'getaddressinfo')) : undefined,
    clockAheadMs: 'clockAheadMs' in reading ? reading.clockAheadMs : 0,
    problem: unfitReason(state) ?? ('problem' in reading ? reading.problem : undefined),
  };
}

function readWork(
  outcome: RpcOutcome,
  { timeOf }: AskedWork,
  now: number,
): { readonly clockAheadMs: number } | { readonly problem: string } {
  if (outcome.kind !== 'result') return { problem: outcome.why };
  try {
    const time = timeOf(outcome.value);
    return { clockAheadMs: time === undefined ? 0 : time * 1000 - now };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function valueOf(outcome: RpcOutcome): unknown {
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  return outcome.value;
}
