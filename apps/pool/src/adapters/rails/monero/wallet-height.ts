import { askEach } from '../ask-nodes.ts';
import { askTip, type MoneroNode } from './monero-node.ts';
import type { ViewWallet } from './view-wallet.ts';

/** A wallet that is more blocks off a node does not know what is spent. */
const lagMax = 1;

/**
 * The newest block of a node in step, which the wallet has read as well.
 *
 * @throws Error where no node is in step, the wallet is not as far, or is not one that only watches the address
 */
export async function heightOfWallet({
  nodes,
  wallet,
  address,
}: {
  readonly nodes: readonly MoneroNode[];
  readonly wallet: ViewWallet;
  readonly address: string;
}): Promise<number> {
  await wallet.requireWatching(address);
  const { answers, silent } = await askEach(nodes, async (node) => ({ node, ...(await askTip(node)) }));
  const [first, ...others] = answers.flatMap(({ isSynced, height }) => (isSynced ? [height] : []));
  if (first === undefined) {
    const behind = answers.map(({ node }) => `${node.name}: it is loading, behind or alone`);
    throw new Error(`no node is in step: ${[...silent, ...behind].join('; ')}`);
  }
  const height = Math.max(first, ...others);
  const read = await wallet.refresh();
  if (read < height - lagMax || read > height + lagMax)
    throw new Error(`the wallet has read to block ${read}, and a node is at ${height}`);
  return Math.min(read, height);
}
