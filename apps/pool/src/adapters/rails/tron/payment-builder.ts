import { formatAmount } from '@openlode/money/amount';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type { BuildOutcome, PaymentOrder, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { type AskedNodes, askSituation, type Situation } from './ask-situation.ts';
import { anchorOf } from './find-anchor.ts';
import { judgePayee } from './judge-payee.ts';
import { claimOf, openMs, proofOf, refOf } from './payment-proof.ts';
import {
  decodePayment,
  idOf,
  readPayment,
  type TronPayment,
  type UnsignedPayment,
  writeRaw,
} from './read-payment.ts';
import type { TronSigner } from './signer.ts';
import { accountAt } from './tron-address.ts';
import { askInfo } from './tron-node.ts';
import { ledgerAmount, sunOf } from './units.ts';

export interface PaymentBuilderOptions extends AskedNodes {
  readonly signer: TronSigner;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

/**
 * What the signer has signed so long before the newest solidified block has ended, whatever the clocks say: it signs nothing that was built ten minutes ago by its own, or
 * that ends later than an hour after it was built. In ms.
 */
const signedMs = 2 * 3_600_000;

/** One that was signed and may still be executed, or undone. */
interface OpenPayment extends TronPayment {
  /** Every node has it in a block, so that it is counted off what the account holds. */
  readonly isCounted: boolean;
}

/** Builds payments of one account, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
  }

  /**
   * Builds and signs a transaction for this payment, whose address was read; sends nothing. What was signed for it before is answered as it is:
   * another one is signed only under another id.
   *
   * @param claimed the ids of the pool's open transactions
   * @throws EarlierFirst while something may be executed that was signed and that the pool does not know
   * @throws WalletShort where the account holds too little
   * @throws Error where it cannot be done now
   */
  async build(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> {
    const { signer, account } = this.#options;
    const { payoutId } = order;
    const signed = await signer.signedFor(order);
    const own = signed.find(({ isOfAnother }) => !isOfAnother);
    const before = own === undefined ? undefined : signedPayment(own.bytes);
    if (signed.length > 0 && before?.account !== account) {
      const names = signed.map(({ bytes }) => nameOf(signedPayment(bytes)));
      const isOfAnother = own === undefined && { isOfAnother: true };
      return { kind: 'bound', payments: [{ payoutId, before: names, ...isOfAnother }] };
    }
    const situation = await askSituation(this.#options);
    if (own !== undefined && before !== undefined)
      return { kind: 'signed', ...(await signedAgain(own.bytes, before, situation)) };
    const open = await this.#openPayments(situation, claimed);
    const payment = this.#paymentOf(order, situation);
    const txid = idOf(Buffer.from(writeRaw(payment), 'hex'));
    if (open.some((each) => each.txid === txid))
      throw new EarlierFirst(
        'a payment of this amount to this address is open that was built in this moment',
      );
    const verdict = await judgePayee(situation, payment.payee);
    if (verdict.kind === 'refused')
      return { kind: 'refused', payments: [{ payoutId, reason: 'REFUSED', why: verdict.why }] };
    this.#requireFee(verdict.fee);
    requireFunds(payment, verdict.fee, situation, open);
    return { kind: 'signed', ...(await this.#sign(order, payment, situation)) };
  }

  /**
   * What was signed on the network and may still be executed, all of which the pool has to know: no transaction excludes another one here, so that what a database has
   * lost would be executed beside what is signed for it again.
   */
  async #openPayments(
    { nodes, solidAt }: Situation,
    claimed: readonly string[],
  ): Promise<readonly OpenPayment[]> {
    const { signer, account } = this.#options;
    const recent = (await signer.signedSince(Math.max(0, solidAt - signedMs))).map(signedPayment);
    const open: OpenPayment[] = [];
    for (const each of recent) {
      // Every block that could have it is solidified at every node, and what it has is seen.
      if (each.account !== account || each.expiration <= solidAt) continue;
      const infos = await Promise.all(
        nodes.map(async ({ node, tip }) => ({ tip, info: await askInfo(node, each.txid) })),
      );
      if (infos.every(({ tip, info }) => info !== undefined && info.block <= tip.solid.number)) continue;
      open.push({ ...each, isCounted: infos.every(({ info }) => info !== undefined) });
    }
    const lost = open.find(({ txid }) => !claimed.includes(claimOf(txid)));
    if (lost !== undefined)
      throw new EarlierFirst(
        `the signer has signed ${lost.txid}, which the pool does not know: what becomes of it until ${new Date(lost.expiration).toISOString()} has to be seen first`,
      );
    return open;
  }

  #paymentOf(order: PaymentOrder, { anchor, headAt }: Situation): UnsignedPayment {
    const { account, now } = this.#options;
    const payee = accountAt(order.address);
    if (payee === undefined) throw new RangeError(`${order.address} is no address`);
    const expiration = headAt + openMs;
    // Two payments of one amount to one address have different ids by it alone, where they name one block and one end.
    const timestamp = Math.min(Math.max(now(), expiration - 2 * openMs), expiration - 1);
    return { account, payee, amount: sunOf(order.amount), ...refOf(anchor), expiration, timestamp };
  }

  #requireFee(fee: bigint): void {
    const { feeMax } = this.#options;
    if (ledgerAmount(fee) > feeMax)
      throw new Error(
        `the network takes up to ${formatAmount(ledgerAmount(fee))} TRX, over the cap of ${formatAmount(feeMax)}`,
      );
  }

  async #sign(
    order: PaymentOrder,
    asked: UnsignedPayment,
    { anchor }: Situation,
  ): Promise<SignedTransaction> {
    const answer = await this.#options.signer.sign({ order, unsigned: writeRaw(asked) });
    if (answer.kind === 'refused') throw new Error(`the signer refuses: ${answer.why}`);
    const payment = readPayment(answer.bytes);
    if (payment === undefined)
      throw new Error('the signer has answered with bytes that are no payment of TRX');
    const { txid, ...signed } = payment;
    for (const [name, value] of Object.entries(asked))
      if (signed[name as keyof UnsignedPayment] !== value)
        throw new Error(`the signer has signed another ${name} than it was asked to`);
    return { bytes: answer.bytes, txid, proof: proofOf(payment, anchor) };
  }
}

/** What is in no block yet is spent, whether the nodes have counted it off or not. */
function requireFunds(
  { amount }: UnsignedPayment,
  fee: bigint,
  { balance }: Situation,
  open: readonly OpenPayment[],
): void {
  const waiting = open.reduce((sum, each) => (each.isCounted ? sum : sum + each.amount + fee), 0n);
  const missing = amount + fee + waiting - balance;
  if (missing > 0n)
    throw new WalletShort(
      `${formatAmount(ledgerAmount(missing))} TRX are missing beside what is being paid and what that costs`,
    );
}

/** The same bytes, with the block that they name by the word of two nodes. */
async function signedAgain(
  bytes: Uint8Array,
  payment: TronPayment,
  { nodes }: Situation,
): Promise<SignedTransaction> {
  const anchors = await Promise.all(
    nodes.map(async ({ node, tip }) => {
      const info = await askInfo(node, payment.txid);
      return anchorOf(node, payment, info === undefined ? tip.solid.number : info.block - 1);
    }),
  );
  const [anchor] = anchors;
  if (anchor === undefined || anchors.some(({ id }) => id !== anchor.id))
    throw new Error(`nodes do not agree on the block that ${payment.txid} names`);
  return { bytes, txid: payment.txid, proof: proofOf(payment, anchor) };
}

function nameOf({ txid }: TronPayment): { readonly txid: string; readonly claims: readonly string[] } {
  return { txid, claims: [claimOf(txid)] };
}

function signedPayment(bytes: Uint8Array): TronPayment {
  const payment = decodePayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of TRX');
  return payment;
}
