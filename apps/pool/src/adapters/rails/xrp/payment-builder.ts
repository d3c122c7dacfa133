import { formatAmount } from '@openlode/money/amount';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { BuildOutcome, PaymentOrder, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { askSituation, nextNumber, type Situation } from './ask-situation.ts';
import { payeeFault } from './judge-payee.ts';
import { claimOf, ledgersOpen, proofOf } from './payment-proof.ts';
import { readTag } from './read-payee.ts';
import { readPayment, type UnsignedPayment, writeUnsigned, type XrpPayment } from './read-payment.ts';
import type { XrpSigner } from './signer.ts';
import { findTransaction } from './transaction-status.ts';
import { dropsOf, ledgerAmount } from './units.ts';
import { networkIdOf, type XrpNode } from './xrp-node.ts';

export interface PaymentBuilderOptions {
  readonly kind: NodePoolKind;
  readonly nodes: readonly XrpNode[];
  /** The pool's own. */
  readonly account: string;
  readonly signer: XrpSigner;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

/** Builds payments of one account, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
  }

  /**
   * Builds and signs a transaction for this payment, whose address and memo were read; sends nothing. What was signed for it before is answered as
   * it is, where that can still be confirmed or is proved to be over: another one is signed only under another id.
   *
   * @param claimed the numbers of the pool's open transactions
   * @throws WalletShort where the account holds too little
   * @throws Error where it cannot be done now
   */
  async build(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> {
    const { signer, account } = this.#options;
    const signed = await signer.signedFor(order);
    const before = signed.map(({ bytes }) => signedPayment(bytes));
    const names = before.map((each) => ({ txid: each.txid, claims: [claimOf(each.account, each.sequence)] }));
    const { payoutId } = order;
    if (signed.length > 0 && signed.every(({ isOfAnother }) => isOfAnother))
      return { kind: 'bound', payments: [{ payoutId, before: names, isOfAnother: true }] };
    const situation = await askSituation(this.#options);
    if (before.length > 0) {
      const again = await this.#signedAgain(before, situation, claimed);
      if (again === undefined) return { kind: 'bound', payments: [{ payoutId, before: names }] };
      const bytes = signed[before.indexOf(again)]?.bytes ?? new Uint8Array();
      return { kind: 'signed', bytes, txid: again.txid, proof: proofOf(again) };
    }
    const sequence = nextNumber(situation, (number) => claimed.includes(claimOf(account, number)));
    const payment = this.#paymentOf(order, situation, sequence);
    const why = await payeeFault(situation.nodes, payment);
    if (why !== undefined) return { kind: 'refused', payments: [{ payoutId, reason: 'REFUSED', why }] };
    this.#requireFunds(payment, situation);
    return { kind: 'signed', ...(await this.#sign(order, payment)) };
  }

  /**
   * Which of these counts: one that a server has, or the one that ends last, where no transaction has its number. Undefined where nothing of them
   * can be confirmed any more, or another transaction of the pool has the number.
   */
  async #signedAgain(
    before: readonly XrpPayment[],
    { nodes, next }: Situation,
    claimed: readonly string[],
  ): Promise<XrpPayment | undefined> {
    for (const each of before)
      for (const { node } of nodes)
        if ((await findTransaction(node.rpc, each.txid))?.['validated'] === true) return each;
    const last = before.toSorted((a, b) => b.lastLedger - a.lastLedger)[0];
    if (last === undefined || last.account !== this.#options.account) return undefined;
    const isUsed = next.some((number) => number > last.sequence);
    return isUsed || claimed.includes(claimOf(last.account, last.sequence)) ? undefined : last;
  }

  #paymentOf(order: PaymentOrder, { fee, highest }: Situation, sequence: number): UnsignedPayment {
    const { kind, account, feeMax } = this.#options;
    const tag = readTag(order.memo);
    if (tag === false) throw new RangeError(`${order.memo} is no destination tag`);
    if (ledgerAmount(fee) > feeMax)
      throw new Error(
        `the network asks for ${formatAmount(ledgerAmount(fee))} XRP, over the cap of ${formatAmount(feeMax)}`,
      );
    return {
      networkId: networkIdOf(kind),
      account,
      sequence,
      lastLedger: highest + ledgersOpen,
      payee: order.address,
      tag,
      amount: dropsOf(order.amount),
      fee,
    };
  }

  #requireFunds({ amount, fee }: UnsignedPayment, { spendable }: Situation): void {
    const missing = amount + fee - spendable;
    if (missing > 0n)
      throw new WalletShort(
        `${formatAmount(ledgerAmount(missing))} XRP are missing beside what has to stay in the account`,
      );
  }

  async #sign(order: PaymentOrder, asked: UnsignedPayment): Promise<SignedTransaction> {
    const answer = await this.#options.signer.sign({ order, unsigned: writeUnsigned(asked) });
    if (answer.kind === 'refused') throw new Error(`the signer refuses: ${answer.why}`);
    const payment = readPayment(answer.bytes);
    if (payment === undefined)
      throw new Error('the signer has answered with bytes that are no payment of XRP');
    const { txid, ...signed } = payment;
    for (const [name, value] of Object.entries(asked))
      if (signed[name as keyof UnsignedPayment] !== value)
        throw new Error(`the signer has signed another ${name} than it was asked to`);
    return { bytes: answer.bytes, txid, proof: proofOf(payment) };
  }
}

function signedPayment(bytes: Uint8Array): XrpPayment {
  const payment = readPayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of XRP');
  return payment;
}
