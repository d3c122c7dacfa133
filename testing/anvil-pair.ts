import { anvilAccounts, AnvilNode } from './anvil-node.ts';

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly baseFeePerGas: string;
  readonly parentHash: string;
  readonly stateRoot: string;
  readonly transactions: readonly string[];
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

/**
 * Two anvils with a chain each. Anvil has no peers: here each block of one is made once more by the other, out of the same transactions at the same
 * time, and has the same hash then. So each of them has executed everything itself, and they are witnesses of each other.
 */
export class AnvilPair {
  readonly one: AnvilNode;
  readonly two: AnvilNode;
  readonly #began: number;
  #isApart = false;
  #at = 0;

  private constructor(one: AnvilNode, two: AnvilNode, began: number) {
    this.one = one;
    this.two = two;
    this.#began = began;
  }

  /**
   * @param began the time of the first block, in ms
   * @param more options of their command lines
   */
  static async start(began: number, more: readonly string[] = []): Promise<AnvilPair> {
    // In the order in which they come: two nodes that heard of the same in another order would make other blocks.
    const options = ['--no-mining', '--order', 'fifo', '--timestamp', String(seconds(began)), ...more];
    const [one, two] = await Promise.all([AnvilNode.start(options), AnvilNode.start(options)]);
    return new AnvilPair(one, two, seconds(began));
  }

  get isApart(): boolean {
    return this.#isApart;
  }

  /** Both have the first block only, and nothing waits. */
  async reset(): Promise<void> {
    this.#isApart = false;
    this.#at = this.#began;
    for (const node of [this.one, this.two]) {
      await node.ask('anvil_dropAllTransactions');
      // Not `anvil_reset`: what that leaves differs from what a node begins with.
      const height = await this.#height(node);
      if (height > 0) await node.ask('anvil_rollback', height);
    }
  }

  /** Blocks of node one, which node two takes over unless they are apart: then of each its own. `at`: ms. */
  async mine(blocks: number, at: number): Promise<void> {
    for (let made = 0; made < blocks; made += 1) {
      this.#at = Math.max(this.#at + 1, seconds(at));
      await this.one.ask('evm_mine', { timestamp: this.#at });
      if (this.#isApart) continue;
      const isSame = await this.#import(this.two, await this.#block(this.one, 'latest')).then(
        () => true,
        () => false,
      );
      // After many rollbacks a node may make another block of the same: it begins again without blocks, and then it has to make the same.
      if (!isSame) await this.restart('two');
    }
  }

  /** Blocks of node two alone, while they are apart. */
  async mineApart(blocks: number): Promise<void> {
    for (let made = 0; made < blocks; made += 1) {
      const { timestamp } = await this.#block(this.two, 'latest');
      await this.two.ask('evm_mine', { timestamp: Number(timestamp) + 1 });
    }
  }

  cut(): void {
    this.#isApart = true;
  }

  /** The longer branch is taken over by the other node; of two of one length that of node one. */
  async join(): Promise<void> {
    const [one, two] = await Promise.all([this.#height(this.one), this.#height(this.two)]);
    if (two > one) await this.#follow(this.one, this.two);
    else await this.#follow(this.two, this.one);
    this.#isApart = false;
    this.#at = Math.max(this.#at, Number((await this.#block(this.one, 'latest')).timestamp));
    await this.#gossip();
  }

  /** It has lost everything, and takes the blocks of the other over again. */
  async restart(node: 'one' | 'two'): Promise<void> {
    await this[node].close();
    await this[node].start();
    await this[node].ask('evm_setAutomine', false);
    await this.#follow(this[node], node === 'one' ? this.two : this.one);
  }

  /** Both give up their newest blocks. With `isForgotten` nothing of them waits again. */
  async rollBack(depth: number, isForgotten: boolean): Promise<void> {
    const given = Math.min(depth, (await this.#height(this.one)) - 1);
    if (given < 1) return;
    for (const node of [this.one, this.two]) {
      const lost = isForgotten ? [] : await this.#newest(node, given);
      await node.ask('anvil_rollback', given);
      await sendAll(node, lost);
    }
  }

  /** Sends from an account that anvil holds the key of. Answers its hash. */
  async send(transaction: Readonly<Record<string, unknown>>): Promise<string> {
    const hash = await this.one.ask<string>('eth_sendTransaction', {
      from: anvilAccounts[1],
      gas: hex(3_000_000),
      gasPrice: hex(500n * 10n ** 9n),
      ...transaction,
    });
    // After a branch was given up the other may have another one with its number waiting: it gets this one with its block.
    await sendAll(this.two, [await rawOf(this.one, hash)]);
    return hash;
  }

  /** What waits at any node and pays enough, all nodes have. */
  async #gossip(): Promise<void> {
    const [one, two] = await Promise.all([waitingAt(this.one), waitingAt(this.two)]);
    await sendAll(this.two, one);
    await sendAll(this.one, two);
  }

  async close(): Promise<void> {
    await Promise.all([this.one.close(), this.two.close()]);
  }

  async #height(node: AnvilNode): Promise<number> {
    return Number(await node.ask('eth_blockNumber'));
  }

  #block(node: AnvilNode, at: number | 'latest'): Promise<Block> {
    return node.ask<Block>('eth_getBlockByNumber', typeof at === 'number' ? hex(at) : at, false);
  }

  async #newest(node: AnvilNode, count: number): Promise<readonly string[]> {
    const height = await this.#height(node);
    const lost: string[] = [];
    for (let at = height - count + 1; at <= height; at += 1)
      for (const hash of (await this.#block(node, at)).transactions) lost.push(await rawOf(node, hash));
    return lost;
  }

  /** Gives up what the other has not, and takes over what it has. */
  async #follow(node: AnvilNode, leader: AnvilNode): Promise<void> {
    const [own, height] = await Promise.all([this.#height(node), this.#height(leader)]);
    let common = Math.min(own, height);
    while (common > 0 && (await this.#block(node, common)).hash !== (await this.#block(leader, common)).hash)
      common -= 1;
    const lost = await this.#newest(node, own - common);
    if (own > common) await node.ask('anvil_rollback', own - common);
    for (let at = common + 1; at <= height; at += 1)
      await this.#import(node, await this.#block(leader, at), leader);
    await sendAll(node, lost);
  }

  /** Makes a block of the other node once more. What waits here beside it waits again. */
  async #import(node: AnvilNode, block: Block, from: AnvilNode = this.one): Promise<void> {
    const waiting = await waitingAt(node);
    if (waiting.length > 0) await node.ask('anvil_dropAllTransactions');
    await node.ask('anvil_setNextBlockBaseFeePerGas', block.baseFeePerGas);
    for (const hash of block.transactions) await node.ask('eth_sendRawTransaction', await rawOf(from, hash));
    await node.ask('evm_mine', { timestamp: Number(block.timestamp) });
    const made = await this.#block(node, 'latest');
    if (made.hash !== block.hash)
      throw new Error(`the nodes differ at ${Number(block.number)}: ${printed(block)} and ${printed(made)}`);
    await sendAll(node, waiting);
  }
}

function printed({ hash, parentHash, stateRoot, timestamp, baseFeePerGas, transactions }: Block): string {
  return JSON.stringify({ hash, parentHash, stateRoot, timestamp, baseFeePerGas, transactions });
}

function rawOf(node: AnvilNode, hash: string): Promise<string> {
  return node.ask<string>('eth_getRawTransactionByHash', hash);
}

/** A node may have another one in its place, or in a block. */
async function sendAll(node: AnvilNode, raws: readonly string[]): Promise<void> {
  for (const raw of raws) await node.ask('eth_sendRawTransaction', raw).catch(() => undefined);
}

type Pooled = Readonly<Record<string, Readonly<Record<string, { readonly hash: string }>>>>;

/** By account and number. */
async function waitingAt(node: AnvilNode): Promise<readonly string[]> {
  const { pending, queued } = await node.ask<{ readonly pending: Pooled; readonly queued: Pooled }>(
    'txpool_content',
  );
  const raws: string[] = [];
  for (const pool of [pending, queued])
    for (const ofAccount of Object.values(pool))
      for (const [, { hash }] of Object.entries(ofAccount).toSorted(([a], [b]) => Number(a) - Number(b)))
        raws.push(await rawOf(node, hash));
  return raws;
}
