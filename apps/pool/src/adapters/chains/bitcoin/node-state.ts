import type { ChainFacts } from './chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import {
  fieldsOf,
  flag,
  OtherChain,
  printedHash,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../nodes/node-answers.ts';

/** What a node says of itself (`getblockchaininfo`, `getnetworkinfo`). */
export interface NodeState {
  /** The name of its network: `main`, `test`, `regtest`. */
  readonly network: string;
  /** Its newest block … */
  readonly height: number;
  /** … as printed. */
  readonly tip: string;
  /** The newest block that it has heard of. */
  readonly headers: number;
  /** It loads the chain for the first time, or has seen no new block for a day. */
  readonly isLoading: boolean;
  readonly peers: number;
}

/** A node that has heard of more blocks than it has, by more than this, is behind: one or two may be on their way. */
const missingBlocksMax = 2;

/** @throws UnreadableAnswer where a field is missing or wrong */
export function readNodeState(chainInfo: unknown, networkInfo: unknown): NodeState {
  const chain = fieldsOf(chainInfo, 'getblockchaininfo');
  return {
    network: text(chain, 'chain'),
    height: wholeNumber(chain, 'blocks'),
    tip: printedHash(chain, 'bestblockhash'),
    headers: wholeNumber(chain, 'headers'),
    // bcoin does not say it: it refuses templates instead.
    isLoading: chain['initialblockdownload'] !== undefined && flag(chain, 'initialblockdownload'),
    peers: wholeNumber(fieldsOf(networkInfo, 'getnetworkinfo'), 'connections'),
  };
}

/** Why a node can neither give work nor be a witness, in words for the operator; undefined where it can. */
export function unfitReason(state: NodeState): string | undefined {
  if (state.isLoading) return `it is loading the chain (block ${state.height} of ${state.headers} so far)`;
  if (state.headers > state.height + missingBlocksMax)
    return `it is behind: block ${state.height} of ${state.headers}`;
  return state.peers === 0 ? 'it is alone: no peer is connected' : undefined;
}

/** @throws UnreadableAnswer where the node calls itself one of a chain that begins with the same block */
export function refuseOtherAgent(
  { asset, agent }: Pick<ChainFacts, 'asset' | 'agent'>,
  networkInfo: unknown,
): void {
  if (agent === undefined) return;
  const name = text(fieldsOf(networkInfo, 'getnetworkinfo'), 'subversion');
  if ('has' in agent ? name.includes(agent.has) : !name.includes(agent.hasNot)) return;
  throw new UnreadableAnswer(
    `it is a node of another chain than ${asset}: it calls itself ${name.slice(0, 64)}`,
  );
}

/** @throws OtherChain where the node is one of another chain or network */
export function refuseOtherChain(
  { asset, networks }: Pick<ChainFacts, 'asset' | 'networks'>,
  network: Network,
  reported: { readonly network: string; readonly genesis: unknown },
): void {
  refuseOtherNetwork({ networks }, network, reported.network);
  if (reported.genesis !== networks[network].genesis)
    throw new OtherChain(
      `it is a node of another chain than ${asset}: its first block is ${String(reported.genesis).slice(0, 64)}`,
    );
}

/** @throws OtherChain where the node calls itself one of another network */
export function refuseOtherNetwork(
  { networks }: Pick<ChainFacts, 'networks'>,
  network: Network,
  reported: string,
): void {
  const { name } = networks[network];
  if (reported !== name) throw new OtherChain(`it is a node of ${reported}, not of ${name}`);
}
