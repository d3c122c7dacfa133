import { type Fields, fieldsOf, list, text, wholeNumber } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';

/** A transaction of the best branch that spends something. */
export interface Spender {
  readonly txid: string;
  /** The coin of those asked for that it spends. */
  readonly coin: string;
  readonly block: string;
}

/** Blocks of one look: each is read whole. */
const blocksMax = 150;
/** Searches that are remembered. */
const searchesMax = 200;

interface Progress {
  /** The newest block that was read, and all below it. */
  readonly height: number;
  readonly hash: string;
  readonly found: Spender | undefined;
}

/**
 * Searches the best branch of one node for what has spent a coin: the word of blocks, because a wallet goes on counting a conflict whose block has
 * left the branch. What was read is not read again while its block stays on the branch.
 */
export class SpenderSearch {
  readonly #rpc: NodeRpc;
  readonly #progress = new Map<string, Progress>();

  constructor(rpc: NodeRpc) {
    this.#rpc = rpc;
  }

  /**
   * Who spends one of these coins; undefined where no block from `since` to the node's newest does.
   *
   * @param key names the search, so that the next one goes on with it
   * @throws UnreadableAnswer where the node does not answer, or lacks a block
   * @throws Error where there are more blocks than one look reads: the next one goes on
   */
  async find(key: string, coins: readonly string[], since: number): Promise<Spender | undefined> {
    const tip = wholeNumber({ blocks: valueOf(await this.#rpc.call('getblockcount')) }, 'blocks');
    const wanted = new Set(coins);
    let progress = await this.#known(key);
    for (let read = 0; (progress?.height ?? since - 1) < tip; read += 1) {
      if (progress?.found !== undefined) break;
      if (read === blocksMax)
        throw new Error(`it still searches blocks, ${progress?.height} of ${tip} so far`);
      progress = await this.#read((progress?.height ?? since - 1) + 1, wanted);
      this.#remember(key, progress);
    }
    return progress?.found;
  }

  /** How far the search came, where what it read is still on the best branch. */
  async #known(key: string): Promise<Progress | undefined> {
    const progress = this.#progress.get(key);
    if (progress === undefined) return undefined;
    const now = await this.#rpc.call('getblockhash', [progress.height]);
    if (now.kind === 'result' && now.value === progress.hash) return progress;
    // A shorter branch has no block of that height.
    if (now.kind !== 'refused') valueOf(now);
    this.#progress.delete(key);
    return undefined;
  }

  async #read(height: number, wanted: ReadonlySet<string>): Promise<Progress> {
    const hash = valueOf(await this.#rpc.call('getblockhash', [height])) as string;
    const block = fieldsOf(valueOf(await this.#rpc.call('getblock', [hash, 2])), 'getblock');
    return { height, hash, found: spenderIn(list(block, 'tx'), wanted, hash) };
  }

  #remember(key: string, progress: Progress): void {
    this.#progress.delete(key);
    this.#progress.set(key, progress);
    const [oldest] = this.#progress.keys();
    if (this.#progress.size > searchesMax && oldest !== undefined) this.#progress.delete(oldest);
  }
}

/** Versions of the transactions in blocks of Flux that start and confirm its fluxnodes, and have no inputs (RunOnFlux/fluxd, src/primitives/transaction.h). */
const fluxnodeVersions: ReadonlySet<unknown> = new Set([5, 6]);

function inputsOf(transaction: Fields): readonly unknown[] {
  const { vin, version } = transaction;
  return vin === undefined && fluxnodeVersions.has(version) ? [] : list(transaction, 'vin');
}

function spenderIn(
  transactions: readonly unknown[],
  wanted: ReadonlySet<string>,
  block: string,
): Spender | undefined {
  for (const each of transactions) {
    const transaction = fieldsOf(each, 'a transaction');
    for (const input of inputsOf(transaction)) {
      const { txid, vout } = fieldsOf(input, 'an input');
      const coin = `${String(txid)}:${String(vout)}`;
      if (wanted.has(coin)) return { txid: text(transaction, 'txid'), coin, block };
    }
  }
  return undefined;
}
