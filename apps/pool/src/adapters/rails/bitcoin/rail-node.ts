import type { RailFacts, TransactionForm } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import {
  readNodeState,
  refuseOtherAgent,
  refuseOtherChain,
  unfitReason,
} from '../../chains/bitcoin/node-state.ts';
import { askAnswering, type NodeTip } from '../ask-nodes.ts';
import { isWatched } from '../../chains/bitcoin/watched-reward.ts';
import { fieldsOf, OtherChain, text, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc, Params } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';

/** A node of the operator with a wallet that watches the pool's own addresses and can spend nothing. */
export interface RailNode {
  readonly name: string;
  /** Of the transactions that it gives; left out where they are Bitcoin's. */
  readonly form?: TransactionForm | undefined;
  /** The node itself … */
  readonly rpc: NodeRpc;
  /** … and its wallet. */
  readonly wallet: NodeRpc;
}

/** Nodes do not know the transaction, the coin or the block ("Invalid or non-wallet transaction id", "Transaction not in mempool"). */
const notKnown = -5;

/**
 * Asks a node for its newest block.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askTip(rpc: NodeRpc, facts: RailFacts, network: Network): Promise<NodeTip> {
  const [genesis, chain, networkInfo] = await Promise.all([
    rpc.call('getblockhash', [0]),
    rpc.call('getblockchaininfo'),
    rpc.call('getnetworkinfo'),
  ]);
  const state = readNodeState(valueOf(chain), valueOf(networkInfo));
  refuseOtherChain(facts, network, { network: state.network, genesis: valueOf(genesis) });
  refuseOtherAgent(facts, valueOf(networkInfo));
  const isThisChain = network === 'regtest' || (await isMarked(rpc, facts, state.height));
  return { height: state.height, isSynced: isThisChain && unfitReason(state) === undefined };
}

/**
 * Whether the branch of a node has the block by which its chain is told from others; not before it is that long.
 *
 * @throws OtherChain where it has another one
 */
async function isMarked(
  rpc: NodeRpc,
  { asset, markedBlock }: Pick<RailFacts, 'asset' | 'markedBlock'>,
  height: number,
): Promise<boolean> {
  if (markedBlock === undefined) return true;
  if (height < markedBlock.height) return false;
  const hash = valueOf(await rpc.call('getblockhash', [markedBlock.height]));
  if (hash === markedBlock.hash) return true;
  throw new OtherChain(
    `it is a node of another chain than ${asset}: its block ${markedBlock.height} is ${String(hash).slice(0, 64)}`,
  );
}

/**
 * Why a node takes none of what would be signed now, in words for an operator: its next block follows other rules than the signatures would name. Undefined
 * where it takes it. Signatures that name no rules are good under any.
 *
 * @throws UnreadableAnswer where it does not say
 */
export async function branchFault(
  rpc: NodeRpc,
  { branch }: Pick<RailFacts, 'branch'>,
): Promise<string | undefined> {
  if (branch === undefined) return undefined;
  const { consensus } = fieldsOf(valueOf(await rpc.call('getblockchaininfo')), 'getblockchaininfo');
  const next = text(fieldsOf(consensus, 'consensus'), 'nextblock');
  if (next === branch) return undefined;
  return `its next block follows the rules ${next.slice(0, 8)}, and payments are signed for ${branch}: newer rules need a newer release of the pool, and a test network has to be started with these (-nuparams)`;
}

/**
 * The answer to a call about one thing; undefined where the node says that it does not know it.
 *
 * @throws UnreadableAnswer where it says neither
 */
export async function askKnown(rpc: NodeRpc, method: string, params: Params): Promise<unknown> {
  const outcome = await rpc.call(method, params);
  return isUnknown(outcome) ? undefined : valueOf(outcome);
}

function isUnknown(outcome: RpcOutcome): boolean {
  return outcome.kind === 'refused' && outcome.code === notKnown;
}

/** What a wallet has to be, in words for an operator; undefined where it is that. */
export async function walletFault(
  wallet: NodeRpc,
  addresses: readonly string[],
): Promise<string | undefined> {
  const reported = await wallet.call('getwalletinfo');
  if (reported.kind === 'refused') return `it has no such wallet: ${reported.why}`;
  const info = fieldsOf(valueOf(reported), 'getwalletinfo');
  if (info['private_keys_enabled'] !== false)
    return 'its wallet holds keys: make one with disable_private_keys, which only watches';
  if (info['scanning'] !== undefined && info['scanning'] !== false)
    return 'its wallet still searches the chain';
  for (const address of addresses) {
    const known = fieldsOf(valueOf(await wallet.call('getaddressinfo', [address])), 'getaddressinfo');
    if (!isWatched(known))
      return `its wallet does not watch ${address}: import it (importmulti, with timestamp 0)`;
    // A wallet hides what goes from one own address to another where it takes that for change.
    if (known['ischange'] === true)
      return `its wallet takes ${address} for change: import it with a label, and not as internal`;
  }
  return undefined;
}

/**
 * Whether the wallets of the nodes watch an address: all that say so, and at least one.
 *
 * @throws Error where none says it
 */
export async function ownedByWallets(nodes: readonly RailNode[], address: string): Promise<boolean> {
  const answers = await askAnswering(nodes, async ({ wallet }) => {
    const outcome = await wallet.call('getaddressinfo', [address]);
    if (outcome.kind === 'refused' && outcome.code === notKnown) return false;
    return isWatched(fieldsOf(valueOf(outcome), 'getaddressinfo'));
  });
  return answers.every((each) => each);
}

/** @throws UnreadableAnswer where the wallet cannot be relied on */
export async function requireWatching(wallet: NodeRpc, addresses: readonly string[]): Promise<void> {
  const fault = await walletFault(wallet, addresses);
  if (fault !== undefined) throw new UnreadableAnswer(fault);
}
