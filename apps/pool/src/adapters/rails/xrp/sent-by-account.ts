import type { InvalidationProof, OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { fieldsOf, hex, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { historyPages, type LedgerTransaction } from './account-history.ts';
import { proofOf } from './payment-proof.ts';
import { idOf, readPayment } from './read-payment.ts';
import { ask, askTip, momentOf, type XrpNode } from './xrp-node.ts';

/** A ledger is dated by consensus, and this machine by its own clock. */
const clockMs = 15 * 60_000;
/** Transactions that are remembered of one server. */
const knownMax = 20_000;

export interface SentByAccountOptions {
  readonly kind: NodePoolKind;
  readonly account: string;
}

/**
 * What an account has sent, as one server has it in validated ledgers. What waits for a ledger no server lists by account: nothing is signed while
 * something does.
 */
export class SentByAccount {
  readonly #node: XrpNode;
  readonly #options: SentByAccountOptions;
  /** By id. What is validated stays as it is. */
  readonly #read = new Map<string, OutgoingTransaction>();

  constructor(node: XrpNode, options: SentByAccountOptions) {
    this.#node = node;
    this.#options = options;
  }

  /**
   * Everything since a moment (ms), the oldest first.
   *
   * @throws UnreadableAnswer where the server does not answer, or has no ledgers of so long ago
   */
  async since(
    since: number,
  ): Promise<{ readonly tip: NodeTip; readonly transactions: readonly OutgoingTransaction[] }> {
    const { kind, account } = this.#options;
    const { rpc } = this.#node;
    const tip = await askTip(rpc, kind);
    const from = since - clockMs;
    const sent: LedgerTransaction[] = [];
    let isReached = false;
    let oldest = tip.height;
    for await (const page of historyPages(rpc, { account, from: 0, to: tip.height })) {
      ({ oldest } = page);
      sent.push(...page.transactions.filter((each) => each.account === account && each.at >= from));
      isReached = page.transactions.some(({ at }) => at < from);
      if (isReached) break;
    }
    if (!isReached) await this.#requireFrom(oldest, from);
    const transactions: OutgoingTransaction[] = [];
    for (const each of sent.toReversed()) transactions.push(await this.#readOnce(each));
    return { tip: { height: tip.height, isSynced: tip.isSynced }, transactions };
  }

  /** Where nothing older is listed, the server has to have ledgers of before. The first one of all is as old as anything. */
  async #requireFrom(oldest: number, from: number): Promise<void> {
    if (oldest <= 1) return;
    const answer = await ask(this.#node.rpc, 'ledger', { ledger_index: oldest });
    const at = momentOf(fieldsOf(answer['ledger'], 'ledger'), 'close_time');
    if (at > from)
      throw new UnreadableAnswer(
        `its oldest ledger ${oldest} is of ${new Date(at).toISOString()}: what has left before is not known (ledger_history in its file)`,
      );
  }

  async #readOnce({ txid, sequence, ledger, at }: LedgerTransaction): Promise<OutgoingTransaction> {
    const known = this.#read.get(txid);
    if (known !== undefined) return known;
    const bytes = hex(await ask(this.#node.rpc, 'tx', { transaction: txid, binary: true }), 'tx_blob');
    if (idOf(Buffer.from(bytes).toString('hex').toUpperCase()) !== txid)
      throw new UnreadableAnswer(`it gives another transaction for ${txid}`);
    const payment = readPayment(bytes);
    if (payment !== undefined && payment.sequence !== sequence)
      throw new UnreadableAnswer(
        `it lists ${txid} under number ${sequence}, and its bytes say ${payment.sequence}`,
      );
    const { account } = this.#options;
    const proof: InvalidationProof = proofOf(
      payment ?? { account, sequence, lastLedger: ledger, payee: account, amount: 0n },
    );
    const read = { network: 'XRP', txid, label: undefined, at, bytes, proof };
    if (this.#read.size >= knownMax) this.#read.clear();
    this.#read.set(txid, read);
    return read;
  }
}
