/** One node of a coin on a test network of its own, as suites and rehearsals use it. */
export interface TestNode {
  readonly name: string;
  /** Of its RPC. */
  readonly url: string;
  /** Holds `user:password`; left out where the node asks for none. */
  readonly loginFile?: string;
  /** One call. Throws what the node refuses. */
  ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Starts it, again on the same blocks; resolves once it answers. */
  start(): Promise<void>;
  /** SIGKILL and SIGTERM end it, SIGSTOP makes it silent until SIGCONT. */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Blocks of a third party, by this node alone. */
  generate(blocks: number): Promise<void>;
  /** Whether its best branch has the block. */
  hasBlock(hash: string): Promise<boolean>;
}

/** How a pool reaches a node or a wallet. */
export type Reached = Pick<TestNode, 'name' | 'url' | 'loginFile'> & {
  /** Where the wallets of the node answer, if not where it does itself. */
  readonly walletUrl?: string;
};

/** What a rehearsal needs of the nodes through which payouts leave, to kill one of them and start it again. */
export interface PayingNodes {
  readonly two: { signal(signal: 'SIGKILL'): Promise<void>; start(): Promise<void> };
  join(): Promise<void>;
}

/** Two nodes that are each other's only peer. */
export interface TestNetwork {
  /** As the catalogue names it. */
  readonly coin: string;
  readonly algorithm: 'sha256' | 'scrypt' | 'randomx';
  /** Blocks that stand on one whose reward is mature; 101 where it is left out. */
  readonly maturingBlocks?: number;
  /** Blocks, that of a payment counted, from which on it is the payee’s to spend; 2 where it is left out. */
  readonly restingBlocks?: number;
  readonly one: TestNode;
  readonly two: TestNode;
  /** The nodes as a pool reaches them; one and two themselves where it is left out. */
  readonly reached?: readonly Reached[];
  /** An address for the blocks of a pool. */
  payoutAddress(): Promise<string>;
  /** A wallet beside the nodes that watches that address, until they are closed; left out where node one has one. */
  watchingWallet?(): Promise<Reached | undefined>;
  /** Chains that are mined together with it; none where it is left out. */
  readonly merged?: readonly {
    readonly coin: string;
    readonly address: string;
    readonly nodes: readonly Reached[];
  }[];
  /** Goes on to blocks that have everything which a block of the real chain has today. */
  mineToPresent(): Promise<void>;
  /** Blocks of a third party, by node one; resolves once both have them. */
  mine(blocks: number): Promise<void>;
  /** Cuts them apart: each goes on with blocks of its own. */
  cut(): Promise<void>;
  /** Connects the two and waits until they are of one mind. */
  join(): Promise<void>;
  close(): Promise<void>;
}

/** A busy machine takes many times what an idle one does, ms. */
export const nodeReadyMs = 120_000;

/** One call to a node of Bitcoin's family. Throws what the node refuses. */
export async function askNode<T>(
  url: string,
  login: string,
  method: string,
  params: readonly unknown[],
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      // The node may be closing one that was kept, and then this call would be lost.
      connection: 'close',
    },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    readonly result: T;
    readonly error: { readonly message: string } | null;
  };
  if (error !== null) throw new Error(`${method}: ${error.message}`);
  return result;
}

/**
 * Whether the best branch of a node has a block. By the block at its height: some nodes count confirmations on any branch.
 * A node that does not know the block has none.
 */
export async function hasBlock(node: Pick<TestNode, 'ask'>, hash: string): Promise<boolean> {
  const header = await node.ask<{ height: number }>('getblockheader', hash).catch(() => undefined);
  return header !== undefined && (await node.ask('getblockhash', header.height)) === hash;
}

/** Whether both have the same newest block. */
export async function areOfOneMind({ one, two }: Pick<TestNetwork, 'one' | 'two'>): Promise<boolean> {
  const [left, right] = await Promise.all([one.ask('getbestblockhash'), two.ask('getbestblockhash')]);
  return left === right;
}
