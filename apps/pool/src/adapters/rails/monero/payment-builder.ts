import { formatAmount } from '@openlode/money/amount';
import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { BoundPayment, InvalidationProof, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { Unanswered } from '../../../runtime/call-limit.ts';
import { Mutex } from '../../../runtime/mutex.ts';
import { errorText } from '../../../runtime/error-text.ts';
import { besidePayouts } from '../beside-payouts.ts';
import { boundOf } from '../bitcoin/share-coins.ts';
import { chooseOutputs } from './choose-outputs.ts';
import type { MoneroNode } from './monero-node.ts';
import { ownOutputs } from './own-outputs.ts';
import { claimOf, proofOf } from './payment-proof.ts';
import { readPayment } from './read-payment.ts';
import { readTransaction } from './read-transaction.ts';
import type { MoneroSigned, MoneroSigner } from './signer.ts';
import { atomicUnits, ledgerUnits } from './units.ts';
import type { ViewWallet, WalletOutput } from './view-wallet.ts';
import { knownToNodes } from './known-outputs.ts';
import { heightOfWallet } from './wallet-height.ts';

export interface PaymentBuilderOptions {
  /** The pool's own. */
  readonly address: string;
  readonly nodes: readonly MoneroNode[];
  readonly wallet: ViewWallet;
  readonly signer: MoneroSigner;
  readonly reservations: CoinReservations;
  /** The most that a transaction may cost for each payment in it, in units of the ledger. */
  readonly feeMax: bigint;
  /** Blocks that must stand on an output before it is spent, its own counted. */
  readonly confirmations: number;
}

export interface BuiltPayment {
  readonly bytes: Uint8Array;
  readonly txid: string;
  readonly proof: InvalidationProof;
}

const network = 'XMR';

/** Builds payments with a wallet that watches, out of outputs that are chosen here, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;
  /** What a wallet may spend is said to it before each payment: two at once would take each other's. */
  readonly #mutex = new Mutex();

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
  }

  /**
   * Builds and signs one transaction for these payments, to different addresses that each can be paid; sends nothing.
   *
   * @param claimed what transactions of the pool spend which are not over
   * Answers those that are `bound` where there are such, see `BuildOutcome`; then nothing was signed.
   *
   * @throws WalletShort where too little may be spent now
   * @throws Error where it cannot be done now
   */
  build(
    orders: readonly PaymentOrder[],
    claimed: readonly string[],
  ): Promise<BuiltPayment | { readonly bound: readonly BoundPayment[] }> {
    return this.#mutex.run(() => this.#build('sign', orders, claimed));
  }

  /**
   * The same for a sweep: of no output that is kept for a payout, and none is kept for it.
   *
   * @throws as `build`
   */
  sweep(
    order: PaymentOrder,
    claimed: readonly string[],
  ): Promise<BuiltPayment | { readonly bound: readonly BoundPayment[] }> {
    return this.#mutex.run(() => this.#build('sweep', [order], claimed));
  }

  async #build(
    kind: 'sign' | 'sweep',
    orders: readonly PaymentOrder[],
    claimed: readonly string[],
  ): Promise<BuiltPayment | { readonly bound: readonly BoundPayment[] }> {
    const { signer } = this.#options;
    const kept = this.#options.reservations;
    const reservations = kind === 'sweep' ? besidePayouts(kept) : kept;
    const before = await this.#signedBefore(orders);
    const height = await heightOfWallet(this.#options);
    const payouts = orders.map(({ payoutId }) => payoutId);
    const reserved = await reservations.read(network, payouts);
    const all = await this.#outputs();
    const taken = new Set([...claimed, ...reserved.others]);
    const known = await knownToNodes(this.#options.nodes, all, new Set(claimed));
    const spendable = all.filter(
      (output) =>
        output.isUnlocked &&
        known.has(output.image) &&
        height - output.height + 1 >= this.#options.confirmations &&
        !taken.has(claimOf(output.image)),
    );
    const bound = boundOf(before, new Set(spendable.map(({ image }) => claimOf(image))));
    if (bound.length > 0) return { bound };
    const chosen = this.#choose(orders, before, spendable, all);
    const names = chosen.map(({ image }) => claimOf(image));
    // Built before they are kept for it: what cannot be built keeps none from others.
    const unsigned = await this.#unsigned(orders, chosen, all);
    if (!(await reservations.reserve(network, payouts, names)))
      throw new Error('other payments take the outputs at this moment');
    const answer = await signer[kind]({ orders, unsigned });
    if (answer.kind === 'refused') {
      // What it has signed, also by a call whose answer was lost, needs one of them again.
      if ((await this.#signedBefore(orders)).length === 0) await reservations.release(network, payouts);
      throw new Error(`the signer refuses: ${answer.why}`);
    }
    return this.#checked(orders, chosen, answer, height);
  }

  /** The payments that were signed for before, with the transactions. One after another: a signer takes few connections at once. */
  async #signedBefore(orders: readonly PaymentOrder[]): Promise<readonly BoundPayment[]> {
    const payments: BoundPayment[] = [];
    for (const order of orders) {
      const signed = await this.#options.signer.signedFor(order);
      if (signed.length === 0) continue;
      const before = signed.map(({ bytes }) => {
        const { txid, images } = readSigned(bytes);
        return { txid, claims: images.map(claimOf) };
      });
      const isOfAnother = signed.every((each) => each.isOfAnother);
      payments.push({ payoutId: order.payoutId, before, isOfAnother });
    }
    return payments;
  }

  /** All that is not spent. */
  async #outputs(): Promise<readonly WalletOutput[]> {
    const { wallet, signer } = this.#options;
    const { outputs, learned } = await ownOutputs(wallet, signer);
    if (learned.length > 0)
      throw new Error('something has left that the wallet did not see before: it is compared again first');
    return outputs.filter(({ isSpent }) => !isSpent);
  }

  /**
   * What is spent. Where something was signed before, only what every such transaction spends: a wallet takes what it likes of them, and
   * whatever it takes excludes all of those.
   */
  #choose(
    orders: readonly PaymentOrder[],
    before: readonly BoundPayment[],
    spendable: readonly WalletOutput[],
    all: readonly WalletOutput[],
  ): readonly WalletOutput[] {
    const amount = orders.reduce((sum, order) => sum + atomicUnits(order.amount), 0n);
    const needed = amount + this.#feeMax(orders);
    const signed = before.flatMap((each) => each.before);
    const shared = spendable.filter(({ image }) =>
      signed.every(({ claims }) => claims.includes(claimOf(image))),
    );
    const choice = chooseOutputs(shared, needed);
    if (choice.kind === 'chosen') return choice.outputs;
    if (choice.kind === 'too-many')
      throw new Error(
        'the payment would need more outputs than one transaction can spend: it waits for larger ones',
      );
    const [first] = signed;
    if (first !== undefined && shared.length > 0 && sumOf(shared) > amount) return shared;
    if (first !== undefined)
      throw new Error(
        `${first.txid} was signed for some of them before, and what it spends is not enough for all`,
      );
    const locked = sumOf(all.filter(({ isUnlocked }) => !isUnlocked));
    throw new WalletShort(
      `${formatAmount(choice.missing * ledgerUnits)} XMR are missing in outputs that may be spent now; ${formatAmount(locked * ledgerUnits)} XMR are locked yet: change is for ten blocks, rewards are for sixty`,
    );
  }

  /** In 10^-12 XMR. */
  #feeMax(orders: readonly PaymentOrder[]): bigint {
    return (this.#options.feeMax / ledgerUnits) * BigInt(orders.length);
  }

  async #unsigned(
    orders: readonly PaymentOrder[],
    chosen: readonly WalletOutput[],
    all: readonly WalletOutput[],
  ): Promise<string> {
    const { wallet } = this.#options;
    const wanted = new Set(chosen.map(({ image }) => image));
    for (const { image, isFrozen } of all)
      if (isFrozen === wanted.has(image)) await wallet.freeze(image, !wanted.has(image));
    const { unsigned, fee } = await wallet.transfer(
      orders.map(({ address, amount }) => ({ address, amount: atomicUnits(amount) })),
    );
    if (fee > this.#feeMax(orders))
      throw new Error(
        `the network asks for a fee of ${formatAmount(fee * ledgerUnits)} XMR, over the cap of ${formatAmount(this.#options.feeMax)} for each payment`,
      );
    return unsigned;
  }

  async #checked(
    orders: readonly PaymentOrder[],
    chosen: readonly WalletOutput[],
    { bytes, keys }: MoneroSigned,
    height: number,
  ): Promise<BuiltPayment> {
    const { address, wallet } = this.#options;
    const { txid, images } = readSigned(bytes);
    const wanted = new Set(chosen.map(({ image }) => image));
    if (!images.every((image) => wanted.has(image)))
      throw new Unanswered('the signer has signed what spends other outputs than were chosen');
    const payees = orders.map((order) => order.address);
    const payment = readPayment(await wallet.payer(address), bytes, { payees, keys });
    if (payment === 'unreadable')
      throw new Unanswered('the signer has signed what pays something else than was asked for');
    return { bytes, txid, proof: proofOf({ images, payees, keys }, height) };
  }
}

function sumOf(outputs: readonly WalletOutput[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

function readSigned(bytes: Uint8Array): ReturnType<typeof readTransaction> {
  try {
    return readTransaction(bytes);
  } catch (error) {
    throw new Unanswered(`the signer has answered with bytes that cannot be read: ${errorText(error)}`);
  }
}
