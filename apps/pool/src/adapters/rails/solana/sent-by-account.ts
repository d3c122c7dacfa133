import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { network } from './payment-builder.ts';
import { foreignProof, proofOf } from './payment-proof.ts';
import { readHead, readPayment } from './read-transaction.ts';
import {
  ask,
  askOldestSlot,
  askTip,
  askTransaction,
  listedFor,
  listedMax,
  type ListedTransaction,
  type SolanaNode,
} from './solana-node.ts';

/** A node dates by its own clock. */
const clockMs = 15 * 60_000;
/** Transactions that are remembered of one node: as many as it lists at once, so that what was read is not read again where a look has failed. */
const knownMax = listedMax;
/** Only where more were listed the next look goes on from them: a node may list late what it had not. */
const longList = 10_000;
/** A minute: what is so far below the newest finalized slot is listed by every node. */
const settledSlots = 150;

type Left = Pick<OutgoingTransaction, 'bytes' | 'proof'>;
/** What the account has sent, with the slot that it is in; a node may not know when that was. */
type Sent = Omit<OutgoingTransaction, 'at'> & Pick<ListedTransaction, 'slot' | 'at'>;

/** Up to where a long list was read. */
interface Mark {
  /** The newest transaction that counts as read. */
  readonly txid: string;
  /** Since when, ms. */
  readonly since: number;
  /** All that the account has sent of it, the oldest first. */
  readonly sent: readonly Sent[];
}

/** What an account has sent, as one node has it in blocks that two thirds of the stake have voted for. Nothing waits for a block anywhere: what is in none is known to the signer alone. */
export class SentByAccount {
  readonly #node: SolanaNode;
  readonly #kind: NodePoolKind;
  readonly #account: string;
  /** By id, which stands for the bytes; undefined for what only names the account. */
  readonly #read = new Map<string, Left | undefined>();
  #mark: Mark | undefined;

  constructor(node: SolanaNode, kind: NodePoolKind, account: string) {
    this.#node = node;
    this.#kind = kind;
    this.#account = account;
  }

  /**
   * Everything that the account has signed since a moment (ms) and that was not undone, the oldest first.
   *
   * @throws UnreadableAnswer where the node does not answer, or has dropped what was there then
   */
  async since(
    since: number,
  ): Promise<{ readonly tip: NodeTip; readonly transactions: readonly OutgoingTransaction[] }> {
    const { rpc } = this.#node;
    const tip = await askTip(rpc, this.#kind);
    await this.#requireHistory(since);
    const mark = this.#mark !== undefined && this.#mark.since <= since ? this.#mark : undefined;
    const left: Sent[] = [];
    let listed = 0;
    let settled: ListedTransaction | undefined;
    const span = { minSlot: tip.height, until: mark?.txid };
    for await (const each of listedFor(rpc, this.#account, 'confirmed', span)) {
      if (each.at !== undefined && each.at < since - clockMs) break;
      listed += 1;
      if (each.slot <= tip.height - settledSlots) settled ??= each;
      if (each.hasFailed) continue;
      const read = await this.#readOnce(each);
      if (read === undefined) continue;
      const { txid, slot, at } = each;
      left.push({ network, txid, slot, label: undefined, at, ...read });
    }
    const found = new Set(left.map(({ txid }) => txid));
    const before = (mark?.sent ?? []).filter(({ txid }) => !found.has(txid));
    const sent = [...before, ...left.toReversed()];
    if (settled !== undefined && (mark !== undefined || listed > longList))
      this.#mark = markAt(settled, mark?.since ?? since, sent);
    const transactions = sent.flatMap(({ slot: _slot, at = since, ...each }) =>
      at < since - clockMs ? [] : [{ ...each, at }],
    );
    return { tip, transactions };
  }

  /** A node that has dropped old blocks lists less, and does not say so. */
  async #requireHistory(since: number): Promise<void> {
    const { rpc } = this.#node;
    const oldest = await askOldestSlot(rpc);
    if (oldest <= 1) return;
    const time = await ask(rpc, 'getBlockTime', [oldest]);
    if (typeof time !== 'number' || time * 1000 > since)
      throw new UnreadableAnswer(
        `it has transactions from slot ${oldest} on, and what left since ${new Date(since).toISOString()} is asked for: a node with a longer history is needed`,
      );
  }

  /** Undefined for what the account has not signed. */
  async #readOnce({ txid }: ListedTransaction): Promise<Left | undefined> {
    if (this.#read.has(txid)) return this.#read.get(txid);
    const executed = await askTransaction(this.#node.rpc, txid, 'confirmed');
    const head = executed && readHead(executed.bytes);
    if (executed === undefined || head?.txid !== txid)
      throw new UnreadableAnswer(`it lists ${txid}, and has no bytes of it`);
    const read = head.signers.includes(this.#account) ? this.#left(executed.bytes) : undefined;
    if (this.#read.size >= knownMax) this.#read.clear();
    this.#read.set(txid, read);
    return read;
  }

  #left(bytes: Uint8Array): Left {
    const payment = readPayment(bytes);
    const isOwn = payment?.account === this.#account;
    return { bytes, proof: isOwn ? proofOf(payment, 0) : foreignProof(this.#account) };
  }
}

function markAt({ txid, slot }: ListedTransaction, since: number, sent: readonly Sent[]): Mark {
  return { txid, since, sent: sent.filter((each) => each.slot <= slot) };
}
