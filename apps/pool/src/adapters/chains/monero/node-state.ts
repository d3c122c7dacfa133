import {
  fieldsOf,
  flag,
  OtherChain,
  printedHash,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../nodes/node-answers.ts';
import type { Fields } from '../nodes/node-answers.ts';
import { moneroFacts } from './chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';

/** What a node says of itself (`get_info`). */
export interface NodeState {
  /** The name of its network: `mainnet`, `testnet`, `stagenet`, `fakechain`. */
  readonly network: string;
  /** Its newest block … */
  readonly height: number;
  /** … as printed. */
  readonly tip: string;
  /** The newest block that its peers have told it of; 0 where they told of none that it does not have. */
  readonly target: number;
  readonly isSynchronized: boolean;
  readonly isOffline: boolean;
  /** 0 also where it does not tell, because it takes restricted calls only. */
  readonly peers: number;
  readonly isRestricted: boolean;
  readonly version: string;
  /** Its clock, unix seconds. */
  readonly time: number;
}

/** A node that has heard of more blocks than it has, by more than this, is behind: one or two may be on their way. */
const missingBlocksMax = 2;

/**
 * The fields of an answer, which says itself whether it is one.
 *
 * @throws UnreadableAnswer where it says that it is none, or has it from another node
 */
export function answerOf(value: unknown, what: string): Fields {
  const fields = fieldsOf(value, what);
  const { status } = fields;
  if (status !== 'OK') throw new UnreadableAnswer(`it answers ${what} with ${plain(status)}`);
  if (fields['untrusted'] === true)
    throw new UnreadableAnswer('it answers with the word of another node (bootstrap-daemon-address)');
  return fields;
}

/** What a node says goes into logs and onto terminals: some characters, and none that these would obey. */
export function plain(words: unknown): string {
  return typeof words === 'string' ? words.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 60) : 'no text';
}

/** @throws UnreadableAnswer where a field is missing or wrong */
export function readNodeState(info: unknown): NodeState {
  const reported = answerOf(info, 'get_info');
  // What it calls its height is the number of its blocks.
  const count = wholeNumber(reported, 'height');
  if (count === 0) throw new UnreadableAnswer('height is 0');
  return {
    network: text(reported, 'nettype'),
    height: count - 1,
    tip: printedHash(reported, 'top_block_hash'),
    target: Math.max(0, wholeNumber(reported, 'target_height') - 1),
    isSynchronized: flag(reported, 'synchronized') && reported['busy_syncing'] !== true,
    isOffline: flag(reported, 'offline'),
    peers:
      wholeNumber(reported, 'incoming_connections_count') +
      wholeNumber(reported, 'outgoing_connections_count'),
    isRestricted: reported['restricted'] === true,
    version: plain(text(reported, 'version')),
    time: wholeNumber(reported, 'adjusted_time'),
  };
}

/** Why a node can neither give work nor be a witness, in words for the operator; undefined where it can. */
export function unfitReason(state: NodeState): string | undefined {
  const { height, target, peers } = state;
  if (state.isOffline) return 'it is alone: it runs with --offline';
  if (target > height + missingBlocksMax) return `it is behind: block ${height} of ${target}`;
  if (peers === 0)
    return state.isRestricted
      ? 'it does not say whether it has peers: it takes restricted calls only (--restricted-rpc)'
      : 'it is alone: no peer is connected';
  return state.isSynchronized ? undefined : `it is loading the chain (block ${height} so far)`;
}

/** @throws OtherChain where the node is one of another chain or network */
export function refuseOtherChain(
  network: Network,
  reported: { readonly network: string; readonly genesis: unknown },
): void {
  refuseOtherNetwork(network, reported.network);
  if (reported.genesis !== moneroFacts.genesis)
    throw new OtherChain(
      `it is a node of another chain than XMR: its first block is ${String(reported.genesis).slice(0, 64)}`,
    );
}

/** @throws OtherChain where the node calls itself one of another network */
export function refuseOtherNetwork(network: Network, reported: string): void {
  const expected = moneroFacts.networks[network];
  if (reported !== expected) throw new OtherChain(`it is a node of ${plain(reported)}, not of ${expected}`);
}
