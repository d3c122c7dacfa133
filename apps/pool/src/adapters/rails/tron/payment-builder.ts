import { formatAmount } from '@openlode/money/amount';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type { BuildOutcome, PaymentOrder, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { type TronToken, unitsOf } from './assets.ts';
import { type AskedNodes, askSituation, type Situation } from './ask-situation.ts';
import { tokenFault } from './call-contract.ts';
import { anchorOf } from './find-anchor.ts';
import { judgePayee, type PayeeVerdict } from './judge-payee.ts';
import { OpenPayments, signedPayment } from './open-payments.ts';
import { type Anchor, claimOf, openMs, proofOf, refOf } from './payment-proof.ts';
import { idOf, readPayment, type TronPayment, type UnsignedPayment, writeRaw } from './read-payment.ts';
import { requireFunds } from './require-funds.ts';
import type { TronSigner } from './signer.ts';
import { answersTrue, besideLimit, tokenBytesFee, tryToken } from './try-token.ts';
import { accountAt } from './tron-address.ts';
import { askInfo, type TronNode } from './tron-node.ts';
import { ledgerAmount, sunOf } from './units.ts';

export interface PaymentBuilderOptions extends AskedNodes {
  readonly signer: TronSigner;
  /** Those that are paid beside TRX. */
  readonly tokens: readonly TronToken[];
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

/** What is to be paid. */
interface Asked extends Pick<UnsignedPayment, 'account' | 'payee' | 'amount'> {
  readonly token: TronToken | undefined;
}

/** Builds payments of one account, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;
  readonly #open: OpenPayments;
  /** Tokens whose decimals a node has said. */
  readonly #said = new WeakMap<TronNode, Set<TronToken>>();

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
    this.#open = new OpenPayments(options);
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
    const open = await this.#open.known(situation, claimed);
    const asked = this.#askedFor(order);
    const verdict = await this.#judge(asked, situation, open);
    if (verdict.kind === 'refused')
      return { kind: 'refused', payments: [{ payoutId, reason: 'REFUSED', why: verdict.why }] };
    const { feeLimit } = verdict;
    const payment = this.#paymentOf(asked, situation, feeLimit);
    const txid = idOf(Buffer.from(writeRaw(payment), 'hex'));
    if (open.some((each) => each.txid === txid))
      throw new EarlierFirst(
        'a payment of this amount to this address is open that was built in this moment',
      );
    this.#requireFee(feeLimit === undefined ? verdict.fee : feeLimit + besideLimit(situation.fees));
    await requireFunds({ ...asked, fee: verdict.fee }, situation, open);
    const signedNow = await this.#sign(order, payment, situation.anchor, verdict.answersTrue);
    return { kind: 'signed', ...signedNow };
  }

  #askedFor(order: PaymentOrder): Asked {
    const { account, tokens } = this.#options;
    const payee = accountAt(order.address);
    if (payee === undefined) throw new RangeError(`${order.address} is no address`);
    const token = tokens.find(({ coin }) => coin === order.coin);
    return { account, payee, token, amount: unitsOf(order.amount, token) };
  }

  /** Whether nodes let it through, and what it takes. A token that the account does not hold is undone by its contract, which says nothing of the payee. */
  async #judge(
    { token, ...asked }: Asked,
    situation: Situation,
    open: readonly TronPayment[],
  ): Promise<PayeeVerdict> {
    if (token === undefined) return judgePayee(situation, asked.payee);
    await this.#requireDecimals(token, situation.nodes);
    await requireFunds({ ...asked, token, fee: tokenBytesFee(situation.fees) }, situation, open);
    const limitMax = sunBelow(this.#options.feeMax) - besideLimit(situation.fees);
    return tryToken(situation, { ...asked, token: token.contract, units: asked.amount }, limitMax);
  }

  /** By other decimals a payment would be a thousand or a million times as much. */
  async #requireDecimals(token: TronToken, nodes: Situation['nodes']): Promise<void> {
    for (const { node } of nodes) {
      const said = this.#said.get(node) ?? new Set();
      if (said.has(token)) continue;
      const fault = await tokenFault(node, token, this.#options.account);
      if (fault !== undefined) throw new Error(`${fault} (${node.name})`);
      this.#said.set(node, said.add(token));
    }
  }

  #paymentOf(
    { token, ...asked }: Asked,
    { anchor, headAt }: Situation,
    feeLimit: bigint | undefined,
  ): UnsignedPayment {
    const expiration = headAt + openMs;
    // Two payments of one amount to one address have different ids by it alone, where they name one block and one end.
    const timestamp = Math.min(Math.max(this.#options.now(), expiration - 2 * openMs), expiration - 1);
    return { ...asked, token: token?.contract, feeLimit, ...refOf(anchor), expiration, timestamp };
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
    anchor: Anchor,
    answersTrue?: boolean,
  ): Promise<SignedTransaction> {
    const answer = await this.#options.signer.sign({ order, unsigned: writeRaw(asked) });
    if (answer.kind === 'refused') throw new Error(`the signer refuses: ${answer.why}`);
    const payment = readPayment(answer.bytes);
    if (payment === undefined)
      throw new Error('the signer has answered with bytes that are no payment of this rail');
    const { txid, ...signed } = payment;
    for (const [name, value] of Object.entries(asked))
      if (signed[name as keyof UnsignedPayment] !== value)
        throw new Error(`the signer has signed another ${name} than it was asked to`);
    return { bytes: answer.bytes, txid, proof: proofOf(payment, anchor, answersTrue) };
  }
}

/** Whole sun of an amount of the ledger. */
function sunBelow(amount: bigint): bigint {
  return sunOf(amount - (amount % ledgerAmount(1n)));
}

/** The same bytes, with the block that they name by the word of two nodes. */
async function signedAgain(
  bytes: Uint8Array,
  payment: TronPayment,
  { nodes }: Situation,
): Promise<SignedTransaction> {
  const found = await Promise.all(
    nodes.map(async ({ node, tip }) => {
      const info = await askInfo(node, payment.txid);
      const below = info === undefined ? tip.solid.number : info.block - 1;
      return { isExecuted: info !== undefined, anchor: await anchorOf(node, payment, below) };
    }),
  );
  const anchors = found.map((each) => each.anchor);
  const [anchor] = anchors;
  if (anchor === undefined || anchors.some(({ id }) => id !== anchor.id))
    throw new Error(`nodes do not agree on the block that ${payment.txid} names`);
  const { token, amount: units } = payment;
  const isWaiting = found.every(({ isExecuted }) => !isExecuted);
  const isTrue = token !== undefined && isWaiting && (await answersTrue(nodes, { ...payment, token, units }));
  return { bytes, txid: payment.txid, proof: proofOf(payment, anchor, isTrue) };
}

function nameOf({ txid }: TronPayment): { readonly txid: string; readonly claims: readonly string[] } {
  return { txid, claims: [claimOf(txid)] };
}
