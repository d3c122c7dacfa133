import { setTimeout as sleep } from 'node:timers/promises';
import { nodeReadyMs, type TestNode } from './test-network.ts';

/** The newest block of a node. */
export interface Tip {
  readonly hash: string;
  readonly height: number;
}

/** Two nodes that are to come to the same newest block. */
export interface NodesToSync<Node extends Pick<TestNode, 'name' | 'generate'>> {
  readonly one: Node;
  readonly two: Node;
  /** What should come to pass, for the error: `a block reaches the other node`. */
  readonly hoped: string;
  readonly tipOf: (node: Node) => Promise<Tip>;
  /** What a node says of its peers and branches, for the error; what it refuses is there too. */
  readonly describe: (node: Node) => Promise<unknown>;
  /** Before each look: connects them where they are not. */
  readonly connect?: () => Promise<void>;
  /** What must be true beside their newest blocks. */
  readonly areInStep?: () => Promise<boolean>;
}

/**
 * Waits until both have the same newest block. Two branches of one height stay as they are for ever, because each node keeps the block that it has seen
 * first: there a block of node one decides, as the next block of a real network does. Throws what both nodes say where they do not
 * come to it within `waitMs`.
 */
export async function syncBlocks<Node extends Pick<TestNode, 'name' | 'generate'>>(
  nodes: NodesToSync<Node>,
  waitMs = nodeReadyMs,
): Promise<void> {
  const { one, two, hoped, tipOf, connect, areInStep } = nodes;
  let seen = '';
  for (const deadline = performance.now() + waitMs; performance.now() < deadline; await sleep(50)) {
    await connect?.();
    const [left, right] = await Promise.all([tipOf(one), tipOf(two)]);
    if (left.hash === right.hash) {
      if (areInStep === undefined || (await areInStep())) return;
    } else if (left.height === right.height) {
      // Seen twice: a node may have been asked just before it took the other's block.
      const tie = `${left.hash} ${right.hash}`;
      if (tie === seen) await one.generate(1);
      seen = tie;
    }
  }
  const said = await Promise.all([one, two].map((node) => report(nodes, node)));
  throw new Error(`waited in vain that ${hoped}:\n${said.join('\n')}`);
}

async function report<Node extends Pick<TestNode, 'name' | 'generate'>>(
  { tipOf, describe }: NodesToSync<Node>,
  node: Node,
): Promise<string> {
  const inWords = (error: unknown): string => `refused: ${String(error)}`;
  const [tip, more] = await Promise.all([tipOf(node).catch(inWords), describe(node).catch(inWords)]);
  return `${node.name}: ${JSON.stringify(tip)} ${JSON.stringify(more)}`;
}

/** Of a node of Bitcoin's family. */
export async function bitcoinTip(node: Pick<TestNode, 'ask'>): Promise<Tip> {
  const { blocks: height, bestblockhash: hash } = await node.ask<{ blocks: number; bestblockhash: string }>(
    'getblockchaininfo',
  );
  return { hash, height };
}

/** What a node of Bitcoin's family says of its peers and its branches. */
export async function describeBitcoin(node: Pick<TestNode, 'ask'>): Promise<unknown> {
  const peers = await node.ask<readonly Record<string, unknown>[]>('getpeerinfo');
  const fields = ['addr', 'inbound', 'startingheight', 'synced_headers', 'synced_blocks', 'inflight'];
  return {
    peers: peers.map((peer) => Object.fromEntries(fields.map((name) => [name, peer[name]]))),
    branches: await node.ask('getchaintips'),
  };
}
