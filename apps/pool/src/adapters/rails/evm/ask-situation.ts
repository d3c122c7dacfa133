import { askEach, type NodeAnswers } from '../ask-nodes.ts';
import { askTip, type EvmNode, transactionCount } from './evm-node.ts';
import { type AskedPrice, askPrice } from './gas-price.ts';

/** A node alone may be wrong about the numbers of the account, and about what a payment would do. */
const nodesNeeded = 2;

/** What the nodes say before a payment is built. */
export interface Situation {
  /** Those in step: two at least. */
  readonly nodes: readonly EvmNode[];
  readonly next: number;
  readonly nextWaiting: number;
  readonly waitingAnywhere: number;
  readonly prices: readonly AskedPrice[];
}

interface AskedNodes {
  readonly nodes: readonly EvmNode[];
  readonly chainId: bigint;
  /** In lower case. */
  readonly account: string;
}

/** @throws Error where fewer than two nodes in step answer */
export async function askSituation({ nodes, chainId, account }: AskedNodes): Promise<Situation> {
  const answers = await askEach(nodes, async (node) => {
    const { rpc } = node;
    const tip = await askTip(rpc, chainId);
    const next = await transactionCount(rpc, account, 'latest');
    const nextWaiting = await transactionCount(rpc, account, 'pending');
    return { node, ...tip, next, nextWaiting, price: await askPrice(rpc) };
  });
  const synced = requireTwo(answers);
  return {
    nodes: synced.map(({ node }) => node),
    // What is in a block of any node is used.
    next: Math.max(...synced.map(({ next }) => next)),
    // One node alone could make up that all before a number are known: behind a gap a payment has no end.
    nextWaiting: synced.map(({ nextWaiting }) => nextWaiting).toSorted((a, b) => b - a)[nodesNeeded - 1] ?? 0,
    waitingAnywhere: Math.max(...synced.map(({ nextWaiting }) => nextWaiting)),
    prices: synced.map(({ price }) => price),
  };
}

/**
 * What nodes in step ask for a unit of gas, and the next number of the account by blocks of each.
 *
 * @throws Error where fewer than two answer
 */
export async function askPrices({
  nodes,
  chainId,
  account,
}: AskedNodes): Promise<{ readonly prices: readonly AskedPrice[]; readonly next: readonly number[] }> {
  const answers = await askEach(nodes, async (node) => ({
    node,
    ...(await askTip(node.rpc, chainId)),
    next: await transactionCount(node.rpc, account, 'latest'),
    price: await askPrice(node.rpc),
  }));
  const synced = requireTwo(answers);
  return { prices: synced.map(({ price }) => price), next: synced.map(({ next }) => next) };
}

/** Those in step. */
function requireTwo<T extends { readonly node: EvmNode; readonly isSynced: boolean }>({
  answers,
  silent,
}: NodeAnswers<T>): readonly T[] {
  const synced = answers.filter(({ isSynced }) => isSynced);
  if (synced.length >= nodesNeeded) return synced;
  const behind = answers.filter(({ isSynced }) => !isSynced).map(({ node }) => `${node.name}: it is behind`);
  throw new Error(`two nodes in step are needed: ${[...silent, ...behind].join('; ')}`);
}
