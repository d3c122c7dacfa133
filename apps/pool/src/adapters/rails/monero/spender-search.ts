import { askBlock, askRaw, type MoneroNode } from './monero-node.ts';
import { imagesOf } from './read-transaction.ts';

/** A transaction of the best branch that spends something. */
export interface Spender {
  readonly txid: string;
  /** The image of those asked for that it has. */
  readonly image: string;
  readonly height: number;
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

/** Searches the best branch of one node for what has spent something. What was read is not read again while its block stays on the branch. */
export class SpenderSearch {
  readonly #node: MoneroNode;
  readonly #progress = new Map<string, Progress>();

  constructor(node: MoneroNode) {
    this.#node = node;
  }

  /**
   * Who spends one of these; undefined where no block from `since` to the tip does.
   *
   * @param key names the search, so that the next one goes on with it
   * @throws UnreadableAnswer where the node does not answer
   * @throws Error where there are more blocks than one look reads: the next one goes on
   */
  async find(
    key: string,
    images: readonly string[],
    since: number,
    tip: number,
  ): Promise<Spender | undefined> {
    const wanted = new Set(images);
    let progress = await this.#known(key, tip);
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
  async #known(key: string, tip: number): Promise<Progress | undefined> {
    const progress = this.#progress.get(key);
    if (progress === undefined) return undefined;
    if (progress.height <= tip && (await askBlock(this.#node, progress.height)).hash === progress.hash)
      return progress;
    this.#progress.delete(key);
    return undefined;
  }

  async #read(height: number, wanted: ReadonlySet<string>): Promise<Progress> {
    const { hash, txids } = await askBlock(this.#node, height);
    for (const { fields, bytes } of await askRaw(this.#node, txids)) {
      const image = imagesOf(bytes).find((each) => wanted.has(each));
      if (image !== undefined)
        return { height, hash, found: { txid: String(fields['tx_hash']), image, height } };
    }
    return { height, hash, found: undefined };
  }

  #remember(key: string, progress: Progress): void {
    this.#progress.delete(key);
    this.#progress.set(key, progress);
    const [oldest] = this.#progress.keys();
    if (this.#progress.size > searchesMax && oldest !== undefined) this.#progress.delete(oldest);
  }
}
