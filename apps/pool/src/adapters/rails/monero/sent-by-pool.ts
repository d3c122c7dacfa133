import type { InvalidationProof, OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { askBlock, askImages, askTransactions, askWaiting, type MoneroNode } from './monero-node.ts';
import { ownOutputs } from './own-outputs.ts';
import type { Payers, WatchedAccount } from './payers.ts';
import { proofOf } from './payment-proof.ts';
import { imagesOf, readTransaction } from './read-transaction.ts';
import type { MoneroSigner } from './signer.ts';
import { SpenderSearch } from './spender-search.ts';
import type { ViewWallet, WalletOutput } from './view-wallet.ts';

/** Who made a block dates it, two hours off at most. */
const clockMs = 2 * 3_600_000;
/** What is remembered of what was signed, and of what transactions spend. */
const knownMax = 20_000;

type Signed = Awaited<ReturnType<MoneroSigner['signedAs']>>;

interface OwnAccount extends WatchedAccount {
  /** Of a key that was replaced: the signer gives no images of its outputs any more. */
  readonly isOlder: boolean;
}

/** What an account has or had, as its wallet has read it up to a block. */
export interface HadByAccount {
  readonly read: number;
  /** Each with its image. */
  readonly outputs: readonly WalletOutput[];
  /** Those that made what its wallet has no image of: it does not see whether that is spent. */
  readonly makers: readonly string[];
}

/**
 * What has left an account of the pool: each output of it that a node knows as spent has a transaction that spends it, in a block or waiting. The wallet
 * names what it saw leave, and blocks are searched for the rest, as after a wallet was made again. Whom a transaction pays is hidden, and only
 * the signer knows it: without it nothing is said.
 *
 * Of an older account the wallet has the images of all that the pool has ever spent of it, as nothing is spent before that. Where they were lost with
 * it, a payment is known by what it gave back, which the signer has signed. What came later, and has no image, was spent by no payment. What brings
 * everything to another account of the pool has not left it.
 */
export class SentByPool {
  readonly #account: OwnAccount;
  readonly #wallet: ViewWallet;
  readonly #signer: MoneroSigner;
  readonly #now: () => number;
  readonly #payers: Payers;
  readonly #signed = new Map<string, NonNullable<Signed>>();
  /** By transaction. */
  readonly #images = new Map<string, readonly string[]>();
  readonly #searches = new Map<MoneroNode, SpenderSearch>();

  constructor(
    account: OwnAccount,
    {
      signer,
      now,
      payers,
    }: { readonly signer: MoneroSigner; readonly now: () => number; readonly payers: Payers },
  ) {
    this.#account = account;
    this.#wallet = account.wallet;
    this.#signer = signer;
    this.#now = now;
    this.#payers = payers;
  }

  /** @throws Error where the wallet does not answer, is another one, or lacks images that the signer has to give */
  async had(): Promise<HadByAccount> {
    const { address, isOlder } = this.#account;
    await this.#wallet.requireWatching(address);
    const read = await this.#wallet.refresh();
    if (!isOlder)
      return { read, outputs: (await ownOutputs(this.#wallet, this.#signer)).outputs, makers: [] };
    const all = await this.#wallet.outputs();
    const unseen = all.filter(({ image }) => image === '').map(({ txid }) => txid);
    return { read, outputs: all.filter(({ image }) => image !== ''), makers: [...new Set(unseen)] };
  }

  /**
   * Since a moment (ms), the oldest first, as one node has it.
   *
   * @throws Error where node or wallet does not answer, or blocks are still searched
   */
  async since(
    node: MoneroNode,
    { outputs, makers }: HadByAccount,
    since: number,
    height: number,
  ): Promise<readonly OutgoingTransaction[]> {
    const left = await this.#left(node, outputs, height);
    for (const txid of makers) if (!left.has(txid)) await this.#addSigned(left, node, txid);
    const wanted = [...left].filter(([, at]) => at >= since - clockMs);
    const known = await askTransactions(
      node,
      wanted.map(([txid]) => txid),
    );
    const outgoing: OutgoingTransaction[] = [];
    for (const [txid, at] of wanted) {
      const transaction = known.get(txid);
      if (transaction === undefined) continue;
      const signed = await this.#signedAs(txid);
      const { isOlder, address } = this.#account;
      if (isOlder && (await this.#payers.isMove(address, signed?.bytes ?? transaction.bytes))) continue;
      // Of a node that has dropped a part of the bytes they are not whole.
      const bytes = signed?.bytes ?? transaction.bytes;
      const proof = this.#proofOf(transaction.bytes, signed, transaction.height ?? height);
      outgoing.push({ network: 'XMR', txid, bytes, proof, label: undefined, at });
    }
    return outgoing.toSorted((a, b) => a.at - b.at);
  }

  /** The ids of all that has left, and when. */
  async #left(
    node: MoneroNode,
    outputs: readonly WalletOutput[],
    height: number,
  ): Promise<Map<string, number>> {
    const left = new Map((await this.#wallet.sent()).map(({ txid, at }) => [txid, at]));
    const images = outputs.map(({ image }) => image);
    const states = await askImages(node, images);
    const explained = await this.#spentBy(node, [...left.keys()]);
    const missing = outputs.filter(({ image }, at) => states[at] === 'in-block' && !explained.has(image));
    for (const { image, height: since } of missing) {
      if (explained.has(image)) continue;
      const spender = await this.#searchOf(node).find(image, [image], since, height);
      if (spender === undefined) throw new Error('a node knows something as spent, and not by what');
      left.set(spender.txid, (await askBlock(node, spender.height)).at);
      for (const each of await this.#spentBy(node, [spender.txid])) explained.add(each);
    }
    if (states.includes('waiting')) {
      const waiting = await askWaiting(node);
      for (const image of images)
        for (const txid of waiting.get(image) ?? []) if (!left.has(txid)) left.set(txid, this.#now());
    }
    return left;
  }

  /** Where it is the signer's own: it has paid, and this is what it gave back. */
  async #addSigned(left: Map<string, number>, node: MoneroNode, txid: string): Promise<void> {
    if ((await this.#signedAs(txid)) === undefined) return;
    const height = (await askTransactions(node, [txid])).get(txid)?.height;
    left.set(txid, height === undefined ? this.#now() : (await askBlock(node, height)).at);
  }

  /** What these transactions spend, as far as the node has them. */
  async #spentBy(node: MoneroNode, txids: readonly string[]): Promise<Set<string>> {
    const unknown = txids.filter((txid) => !this.#images.has(txid));
    if (this.#images.size + unknown.length > knownMax) this.#images.clear();
    for (const [txid, { bytes }] of await askTransactions(node, unknown))
      this.#images.set(txid, spentIn(bytes));
    return new Set(txids.flatMap((txid) => this.#images.get(txid) ?? []));
  }

  #searchOf(node: MoneroNode): SpenderSearch {
    const search = this.#searches.get(node) ?? new SpenderSearch(node);
    this.#searches.set(node, search);
    return search;
  }

  /** Of one of another form nothing is known but that it has left. */
  #proofOf(bytes: Uint8Array, signed: Signed, height: number): InvalidationProof {
    const images = spentIn(bytes);
    if (images.length === 0) return {};
    const { payees = [], keys = new Uint8Array() } = signed ?? {};
    return proofOf({ images, payees, keys }, height);
  }

  async #signedAs(txid: string): Promise<Signed> {
    const known = this.#signed.get(txid);
    if (known !== undefined) return known;
    const signed = await this.#signer.signedAs(txid);
    if (signed === undefined || readTransaction(signed.bytes).txid !== txid) return undefined;
    if (this.#signed.size >= knownMax) this.#signed.clear();
    this.#signed.set(txid, signed);
    return signed;
  }
}

/** None where it spends in another way. */
function spentIn(bytes: Uint8Array): readonly string[] {
  try {
    return imagesOf(bytes);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
