import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeTip } from '../ask-nodes.ts';
import type { AskedNodes } from './ask-situation.ts';
import { anchorOf } from './find-anchor.ts';
import { findOperation } from './find-operation.ts';
import { proofOf } from './payment-proof.ts';
import { decodePayment, type TronPayment } from './read-payment.ts';
import { accountOn, askInfo, askTip, type TronNode, type TronTip } from './tron-node.ts';

/** A block is dated by who makes it, and this machine by its own clock. */
const clockMs = 15 * 60_000;
/** Transactions that are remembered of one node. */
const knownMax = 20_000;

/**
 * What an account has sent, as one node has it. No node lists transactions by account: what the signer has signed is looked up one by one, and the account itself says when
 * something of it was executed last, so that what another hand has sent since is seen as well.
 */
export class SentByAccount {
  readonly #node: TronNode;
  readonly #options: Omit<AskedNodes, 'nodes'>;
  /** By id. What is solidified stays as it is. */
  readonly #read = new Map<string, OutgoingTransaction>();

  constructor(node: TronNode, options: Omit<AskedNodes, 'nodes'>) {
    this.#node = node;
    this.#options = options;
  }

  /**
   * Everything since a moment (ms), the oldest first.
   *
   * @param signed what the signer has signed since then, and a while before
   * @throws UnreadableAnswer where the node does not answer, or something was executed that it does not name
   */
  async since(
    since: number,
    signed: readonly Uint8Array[],
  ): Promise<{ readonly tip: NodeTip; readonly transactions: readonly OutgoingTransaction[] }> {
    const { kind, account, now } = this.#options;
    const tip = await askTip(this.#node, kind, now());
    // Asked before the transactions: what is executed in between is among them.
    const { operatedAt = 0 } = (await accountOn(this.#node, account)) ?? {};
    const from = since - clockMs;
    const found: OutgoingTransaction[] = [];
    let isOneOpen = false;
    for (const bytes of signed) {
      const payment = decodePayment(bytes);
      if (payment?.account !== account) continue;
      const read = await this.#readOnce(payment, bytes, tip);
      if (read !== undefined && read.at >= from) found.push(read);
      isOneOpen ||= read === undefined && payment.expiration > tip.solid.at;
    }
    const lastAt = Math.max(0, from, ...found.map(({ at }) => at));
    // An account shows what waits as well, dated by the newest block.
    if (operatedAt > lastAt && !isOneOpen)
      found.push(await findOperation(this.#node, { account, at: operatedAt }));
    const transactions = found.toSorted((a, b) => a.at - b.at);
    return { tip: { height: tip.height, isSynced: tip.isSynced }, transactions };
  }

  /** Undefined for one that is in no block. */
  async #readOnce(
    payment: TronPayment,
    bytes: Uint8Array,
    tip: TronTip,
  ): Promise<OutgoingTransaction | undefined> {
    const { txid } = payment;
    const known = this.#read.get(txid);
    if (known !== undefined) return known;
    const info = await askInfo(this.#node, txid);
    if (info === undefined) return undefined;
    if (info.block <= 0) throw new UnreadableAnswer(`it has ${txid} in no block`);
    const proof = proofOf(payment, await anchorOf(this.#node, payment, info.block - 1));
    const read = { network: 'TRX', txid, label: undefined, at: info.at, bytes, proof };
    if (info.block <= tip.solid.number) {
      if (this.#read.size >= knownMax) this.#read.clear();
      this.#read.set(txid, read);
    }
    return read;
  }
}

/** From when on the signer is asked: what it signed earlier has ended before. */
export function signedFrom(since: number): number {
  return Math.max(0, since - 2 * clockMs);
}
