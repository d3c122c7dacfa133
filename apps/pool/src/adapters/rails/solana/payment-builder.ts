import { formatAmount } from '@openlode/money/amount';
import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type {
  BuildOutcome,
  PaymentOrder,
  SignedBefore,
  SignedTransaction,
} from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import type { SignedBytes } from '../bitcoin/signer.ts';
import { type AskedAccounts, askPayee, askSituation, payeeFault, type Situation } from './ask-situation.ts';
import { claimOf, proofOf } from './payment-proof.ts';
import { readPayment, type SolanaPayment } from './read-transaction.ts';
import type { SolanaSigner } from './signer.ts';
import { feeOf, lamportsOf, ledgerAmount } from './solana-facts.ts';
import { cappedPrice, unitsOfPayment } from './unit-price.ts';
import { type MessageFields, writeMessage } from './write-message.ts';

export interface PaymentBuilderOptions extends AskedAccounts {
  readonly signer: SolanaSigner;
  readonly reservations: CoinReservations;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

export const network = 'SOL';

/** Builds payments of one account under the nonces of one nonce account, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
  }

  /**
   * Builds and signs a transaction for this payment, whose address was read; sends nothing. What was signed for it before is answered as it is: its nonce is used by that, or by what cancels it.
   *
   * @param kind a sweep is signed by the signer's list and not by its caps
   * @param claimed the nonces of the pool's open transactions
   * @throws EarlierFirst while the nonce is another payment's
   * @throws WalletShort where the account holds too little
   * @throws Error where it cannot be done now
   */
  async build(
    kind: 'sign' | 'sweep',
    order: PaymentOrder,
    claimed: readonly string[],
  ): Promise<BuildOutcome> {
    const lamports = lamportsOf(order.amount);
    const signed = await this.#options.signer.signedFor(order);
    if (signed.length > 0) return boundBy(order, signed, claimed);
    const fault = await this.#payeeFault(order.address, lamports);
    if (fault !== undefined)
      return { kind: 'refused', payments: [{ payoutId: order.payoutId, reason: 'REFUSED', why: fault }] };
    const situation = await askSituation(this.#options);
    const fields = this.#fields(situation, { payee: order.address, lamports });
    this.#requireFunds(situation, lamports + feeOf(fields));
    await this.#reserve(order, fields, claimed);
    return { kind: 'signed', ...(await this.#sign(kind, order, fields, situation.slot)) };
  }

  /** As `Rail.signedSweep`. */
  async signedSweep(order: PaymentOrder): Promise<SignedTransaction | undefined> {
    return firstPayment(order, await this.#options.signer.signedFor(order));
  }

  /** As `Rail.forgetSweep`. */
  async forgetSweep(order: PaymentOrder): Promise<boolean> {
    const { signer, reservations } = this.#options;
    if ((await signer.signedFor(order)).length > 0) return false;
    await reservations.release(network, [order.payoutId]);
    return true;
  }

  /**
   * Builds and signs a transaction that pays nothing, under the nonce of what was signed for this payment: of these, and of what the signer knows beside.
   *
   * @throws Error where it cannot be done now, or nothing was signed
   */
  async cancel(order: PaymentOrder, attempts: readonly Uint8Array[]): Promise<SignedTransaction> {
    const known = (await this.#options.signer.signedFor(order)).filter(({ isOfAnother }) => !isOfAnother);
    const before = [...attempts, ...known.map(({ bytes }) => bytes)].map((bytes) => this.#readOwn(bytes));
    const [first] = before;
    if (first === undefined) throw new Error('nothing was signed for the payment');
    if (new Set(before.map(claimOf)).size > 1)
      throw new Error('what was signed for the payment has no nonce in common');
    const situation = await askSituation(this.#options);
    if (situation.nonce !== first.nonce)
      throw new Error(`the nonce ${first.nonce} has been used: what became of it has to be seen first`);
    const dearest = before.reduce((most, { unitPrice }) => (unitPrice > most ? unitPrice : most), 0n);
    const offered = 2n * dearest > situation.unitPrice ? 2n * dearest : situation.unitPrice;
    const fields = this.#fields({ ...situation, unitPrice: offered }, undefined);
    this.#requireFunds(situation, feeOf(fields));
    return this.#sign('cancel', order, fields, situation.slot);
  }

  #fields({ nonce, unitPrice }: Situation, transfer: MessageFields['transfer']): MessageFields {
    const { account, nonceAccount, feeMax } = this.#options;
    const price = cappedPrice(unitPrice, feeMax / ledgerAmount(1n));
    return { account, nonceAccount, nonce, units: unitsOfPayment, unitPrice: price, transfer };
  }

  /** Undefined where it can be paid. Throws an Error where the nodes do not agree. */
  async #payeeFault(payee: string, lamports: bigint): Promise<string | undefined> {
    const said = await askPayee(this.#options, payee);
    const faults = said.flatMap((each) => {
      const why = payeeFault(each, lamports);
      return why === undefined ? [] : [`${each.node}: ${why}`];
    });
    if (faults.length > 0 && faults.length < said.length)
      throw new Error(`the nodes do not agree whether it can be paid: ${faults.join('; ')}`);
    return faults.length === 0 ? undefined : `the payee cannot be paid: ${faults.join('; ')}`;
  }

  /** An account that is not emptied keeps what the network asks every account to have. */
  #requireFunds({ balance, leastKept }: Situation, needed: bigint): void {
    const missing = needed + leastKept - balance;
    if (missing > 0n)
      throw new WalletShort(
        `${formatAmount(ledgerAmount(missing))} SOL are missing for the payment, its fee, and the ${formatAmount(ledgerAmount(leastKept))} that the account has to keep`,
      );
  }

  async #reserve(
    { payoutId }: PaymentOrder,
    fields: MessageFields,
    claimed: readonly string[],
  ): Promise<void> {
    const { reservations } = this.#options;
    const claim = claimOf(fields);
    const { others } = await reservations.read(network, [payoutId]);
    const isFree =
      !claimed.includes(claim) &&
      !others.has(claim) &&
      (await reservations.reserve(network, [payoutId], [claim]));
    if (!isFree)
      throw new EarlierFirst(
        `the nonce ${fields.nonce} is kept for an earlier payment: that has to be finalized, or ended, first`,
      );
  }

  async #sign(
    kind: 'sign' | 'sweep' | 'cancel',
    order: PaymentOrder,
    fields: MessageFields,
    slot: number,
  ): Promise<SignedTransaction> {
    const { signer, reservations } = this.#options;
    const message = writeMessage(fields);
    const answer = await signer[kind]({ order, message });
    if (answer.kind === 'refused') {
      // What it has signed, also by a call whose answer was lost, needs its nonce again.
      if ((await signer.signedFor(order)).length === 0) await reservations.release(network, [order.payoutId]);
      throw new Error(`the signer refuses: ${answer.why}`);
    }
    const payment = readPayment(answer.bytes);
    if (payment === undefined || !Buffer.from(answer.bytes.subarray(65)).equals(message))
      throw new Error('the signer has answered with other bytes than it was asked to sign');
    return { bytes: answer.bytes, txid: payment.txid, proof: proofOf(payment, slot) };
  }

  #readOwn(bytes: Uint8Array): SolanaPayment {
    const payment = readPayment(bytes);
    const { account, nonceAccount } = this.#options;
    if (payment?.account !== account || payment.nonceAccount !== nonceAccount)
      throw new Error('what was signed before is no payment of this account and its nonce account');
    return payment;
  }
}

/** What the signer has signed for a payment binds it, whether anything is stored of it or not. */
function boundBy(
  order: PaymentOrder,
  signed: readonly SignedBytes[],
  claimed: readonly string[],
): BuildOutcome {
  const { payoutId } = order;
  const before = signed.map(({ bytes }) => signedBefore(bytes));
  if (signed.every(({ isOfAnother }) => isOfAnother))
    return { kind: 'bound', payments: [{ payoutId, before, isOfAnother: true }] };
  const first = firstPayment(order, signed);
  const isOpen = before.some(({ claims }) => claims.some((claim) => claimed.includes(claim)));
  if (first === undefined || isOpen) return { kind: 'bound', payments: [{ payoutId, before }] };
  return { kind: 'signed', ...first };
}

/** Read by itself: what is bound by it is not the signer's to say. */
function signedBefore(bytes: Uint8Array): SignedBefore {
  const payment = readPayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of this kind');
  return { txid: payment.txid, claims: [claimOf(payment)] };
}

/** The first of these that makes the payment: among them may be what cancels it. Since when is not known any more. */
function firstPayment(
  { address, amount }: PaymentOrder,
  signed: readonly SignedBytes[],
): SignedTransaction | undefined {
  const lamports = lamportsOf(amount);
  for (const { bytes, isOfAnother } of signed) {
    const payment = isOfAnother ? undefined : readPayment(bytes);
    if (payment?.transfer?.payee === address && payment.transfer.lamports === lamports)
      return { bytes, txid: payment.txid, proof: proofOf(payment, 0) };
  }
  return undefined;
}
