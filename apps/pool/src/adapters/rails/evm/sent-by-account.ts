import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { ask, askBlock, askTip, type EvmNode, transactionCount } from './evm-node.ts';
import { findNumber, type NumberedTransaction } from './find-number.ts';
import { proofOf } from './payment-proof.ts';
import { hexText } from './quantities.ts';
import { keccakHex } from './keccak.ts';
import { readPayment } from './read-transaction.ts';
import { waitingOf } from './waiting-transactions.ts';

/** A node dates by its own clock. */
const clockMs = 15 * 60_000;
/** Transactions that are remembered of one node. */
const knownMax = 20_000;

export interface SentByAccountOptions {
  readonly network: string;
  readonly chainId: bigint;
  readonly account: string;
  /** Blocks under which a transaction stays where it is. */
  readonly confirmations: number;
}

/**
 * What an account has sent, as one node has it in blocks and waiting for one. Of blocks its numbers are gone through from the newest back, each found in its block by the
 * state of blocks. What is deep enough is found once.
 */
export class SentByAccount {
  readonly #node: EvmNode;
  readonly #options: SentByAccountOptions;
  /** By number: what is deep enough to stay where it is. */
  readonly #known = new Map<number, Sent>();

  constructor(node: EvmNode, options: SentByAccountOptions) {
    this.#node = node;
    this.#options = options;
  }

  /**
   * Everything since a moment (ms), the oldest first.
   *
   * @throws UnreadableAnswer where the node does not answer, or has dropped the state of blocks since then
   */
  async since(
    since: number,
  ): Promise<{ readonly tip: NodeTip; readonly transactions: readonly OutgoingTransaction[] }> {
    const { chainId, account } = this.#options;
    const tip = await askTip(this.#node.rpc, chainId);
    const sent: Sent[] = [];
    const fresh = new Map<number, NumberedTransaction>();
    let until = tip.height;
    const next = await transactionCount(this.#node.rpc, account, until);
    for (let number = next - 1; number >= 0; number -= 1) {
      const found = this.#known.get(number) ?? fresh.get(number) ?? (await this.#find(number, until, fresh));
      if (found.at < since - clockMs) break;
      sent.unshift('outgoing' in found ? found : await this.#read(found, tip.height));
      until = found.block;
    }
    const known = new Set(sent.map(({ outgoing }) => outgoing.txid));
    const waiting = (await this.#waiting(tip.height, next)).filter(({ txid }) => !known.has(txid));
    return { tip, transactions: [...sent.map(({ outgoing }) => outgoing), ...waiting] };
  }

  /** Puts all of a block beside it: a busy account has several in one. */
  async #find(
    number: number,
    until: number,
    fresh: Map<number, NumberedTransaction>,
  ): Promise<NumberedTransaction> {
    const { found, all } = await findNumber(this.#node.rpc, this.#options.account, number, until);
    for (const each of all) fresh.set(each.nonce, each);
    return found;
  }

  /** What waits for a block, dated by the newest one. */
  async #waiting(height: number, next: number): Promise<readonly OutgoingTransaction[]> {
    const { rpc } = this.#node;
    const listed = await waitingOf(rpc, this.#options.account, next);
    if (listed.length === 0) return [];
    const { at } = await askBlock(rpc, height);
    const waiting: OutgoingTransaction[] = [];
    for (const { txid, nonce } of listed) {
      const raw = await ask(rpc, 'eth_getRawTransactionByHash', [txid]);
      // Another one has taken its place meanwhile.
      if (raw !== null) waiting.push(this.#outgoing({ txid, nonce, at }, raw));
    }
    return waiting;
  }

  #outgoing({ txid, nonce, at }: Omit<NumberedTransaction, 'block'>, raw: unknown): OutgoingTransaction {
    const { network, account } = this.#options;
    const bytes = Uint8Array.from(Buffer.from(hexText({ raw }, 'raw').slice(2), 'hex'));
    if (keccakHex(bytes) !== txid) throw new UnreadableAnswer(`it gives another transaction for ${txid}`);
    // Of what is no payment the number alone counts.
    const paid = readPayment(bytes) ?? { token: undefined, payee: account, units: 0n };
    const proof = proofOf({ ...paid, nonce: BigInt(nonce), account });
    return { network, txid, bytes, proof, label: undefined, at };
  }

  async #read({ txid, nonce, block, at }: NumberedTransaction, height: number): Promise<Sent> {
    const { confirmations } = this.#options;
    const raw = await ask(this.#node.rpc, 'eth_getRawTransactionByHash', [txid]);
    const sent = { block, at, outgoing: this.#outgoing({ txid, nonce, at }, raw) };
    if (height - block + 1 < confirmations) return sent;
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(nonce, sent);
    return sent;
  }
}

interface Sent extends Pick<NumberedTransaction, 'block' | 'at'> {
  readonly outgoing: OutgoingTransaction;
}
