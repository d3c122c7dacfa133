import { formatAmount } from '@openlode/money/amount';
import type { EvmFields } from '@openlode/signing/messages';
import type {
  BuildOutcome,
  PaymentOrder,
  SignedBefore,
  SignedTransaction,
} from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { type EvmToken, ledgerAmount, unitsOf } from './assets.ts';
import type { PaymentBuilderOptions } from './builder-options.ts';
import { chooseNumber } from './choose-number.ts';
import { askSituation, type Situation } from './ask-situation.ts';
import { balanceOf, callForNumber, type EvmNode } from './evm-node.ts';
import { gasPrice, highestPrice, raisedPrice } from './gas-price.ts';
import { claimOf, numbersIn, proofOf } from './payment-proof.ts';
import { readPayment } from './read-transaction.ts';
import { type Asked, differenceOf, isPaymentOf, nothingOf, signedBefore } from './signed-differently.ts';
import { askBesideGas, askGasOfNothing } from './rollup-cost.ts';
import { knownToAny, numberOf, readOwn, requireUnused } from './signed-payments.ts';
import type { SignedBytes } from '../bitcoin/signer.ts';
import type { EvmSignRequest } from './signer.ts';
import { balanceData, decimalsData } from './token-calls.ts';
import { gasAgain, tryAtNodes } from './try-at-nodes.ts';

/** For a payment of which the nodes cannot say what it takes. */
const gasOfUndone = 100_000n;
/** Another process may take the number at the same moment. */
const triesMax = 3;

/** What a number is chosen by. */
interface KnownBefore {
  /** What transactions of the pool have which are not over. */
  readonly claimed: readonly string[];
  /** What the signer has signed for the payment. */
  readonly before: readonly SignedBefore[];
  readonly situation: Situation;
}

/** Builds payments of one account, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;
  /** Tokens whose decimals a node has said. */
  readonly #known = new Map<EvmNode, Set<EvmToken>>();

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
  }

  /**
   * Builds and signs a transaction for this payment, whose address was read; sends nothing.
   *
   * @param claimed the numbers of the pool's open transactions
   * @throws WalletShort where the account holds too little
   * @throws Error where it cannot be done now
   */
  async build(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> {
    const asked = this.#askedFor(order);
    return this.#build('sign', asked, await this.#options.signer.signedFor(asked), claimed);
  }

  /**
   * The same for a sweep. What was signed for it before is answered as it is: its number is used by that, or by what cancels it.
   *
   * @throws as `build`
   */
  async sweep(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> {
    const asked = this.#askedFor(order);
    const signed = await this.#options.signer.signedFor(asked);
    const first = await firstPayment(signed, asked);
    return first === undefined ? this.#build('sweep', asked, signed, claimed) : { kind: 'signed', ...first };
  }

  /** As `Rail.signedSweep`. */
  async signedSweep(order: PaymentOrder): Promise<SignedTransaction | undefined> {
    const asked = this.#askedFor(order);
    return firstPayment(await this.#options.signer.signedFor(asked), asked);
  }

  /** As `Rail.forgetSweep`. */
  async forgetSweep(order: PaymentOrder): Promise<boolean> {
    if ((await this.#options.signer.signedFor(this.#askedFor(order))).length > 0) return false;
    await this.#options.reservations.release(this.#options.network, [order.payoutId]);
    return true;
  }

  #askedFor(order: PaymentOrder): Asked {
    const token = this.#options.assets.tokenOf(order.coin);
    return { order, token: token?.contract, units: unitsOf(order.amount, token) };
  }

  async #build(
    kind: 'sign' | 'sweep',
    asked: Asked,
    signed: readonly SignedBytes[],
    claimed: readonly string[],
  ): Promise<BuildOutcome> {
    const { assets, account, gasPriceMax, rollup } = this.#options;
    const { order, units } = asked;
    const token = assets.tokenOf(order.coin);
    const before = await Promise.all(signed.map(({ bytes }) => signedBefore(bytes)));
    if (signed.length > 0 && signed.every(({ isOfAnother }) => isOfAnother))
      return { kind: 'bound', payments: [{ payoutId: order.payoutId, before, isOfAnother: true }] };
    const situation = await askSituation(this.#options);
    if (token !== undefined) await this.#requireDecimals(token, situation.nodes);
    await this.#requireFunds(order, token, units, situation.nodes, 0n);
    const payment = { account, token: token?.contract, payee: order.address.toLowerCase(), units };
    const tried = await tryAtNodes(situation.nodes, payment);
    // What was signed for it has a number, behind which everything else waits: it is signed again, and ends in the block that undoes it.
    const gas = tried.kind === 'fits' ? tried.gas : gasOfUndone;
    if (tried.kind === 'refused' && before.length === 0)
      return {
        kind: 'refused',
        payments: [{ payoutId: order.payoutId, reason: 'REFUSED', why: tried.why }],
      };
    const price = gasPrice(situation.prices, gasPriceMax);
    const fee = gas * highestPrice(price) + (await askBesideGas(situation.nodes, gas, rollup));
    this.#requireFeeWithin(fee);
    await this.#requireFunds(order, token, units, situation.nodes, fee);
    return this.#reserveAndSign(kind, asked, { claimed, before, situation }, { gas, price });
  }

  /**
   * Builds and signs this payment once more, under the number of these attempts and at a higher price than each. All of them were signed for this
   * payment, or to cancel it.
   *
   * @throws Error where it cannot be done now
   */
  async replace(order: PaymentOrder, attempts: readonly Uint8Array[]): Promise<BuildOutcome> {
    const { assets, account, chainId, gasPriceMax, rollup } = this.#options;
    const token = assets.tokenOf(order.coin);
    const units = unitsOf(order.amount, token);
    const before = await Promise.all(attempts.map((bytes) => readOwn(bytes, account, chainId)));
    const nonce = numberOf(before);
    const situation = await askSituation(this.#options);
    requireUnused(situation, nonce);
    const price = raisedPrice(situation.prices, before, gasPriceMax);
    const payment = { account, token: token?.contract, payee: order.address.toLowerCase(), units };
    const gas = await gasAgain(situation.nodes, payment, before, rollup);
    const paid = token === undefined ? units : 0n;
    const fee = gas * highestPrice(price) + (await askBesideGas(situation.nodes, gas, rollup));
    await this.#requireFee(fee, paid, situation.nodes);
    const fields = { chainId, account, nonce, gas, price };
    return {
      kind: 'signed',
      ...(await this.#sign('sign', { order, token: token?.contract, units, fields })),
    };
  }

  /**
   * Builds and signs a transaction that pays nothing, under the number of what was signed for this payment: of these, and of what the signer
   * knows beside.
   *
   * @throws Error where it cannot be done now, or nothing was signed
   */
  async cancel(order: PaymentOrder, attempts: readonly Uint8Array[]): Promise<SignedTransaction> {
    const { assets, account, chainId, gasPriceMax, rollup } = this.#options;
    const token = assets.tokenOf(order.coin);
    const asked = { order, token: token?.contract, units: unitsOf(order.amount, token) };
    const known = (await this.#options.signer.signedFor(asked)).filter(({ isOfAnother }) => !isOfAnother);
    const all = [...attempts, ...known.map(({ bytes }) => bytes)];
    const before = await Promise.all(all.map((bytes) => readOwn(bytes, account, chainId)));
    const nonce = numberOf(before);
    const situation = await askSituation(this.#options);
    requireUnused(situation, nonce);
    // What no node has need not be outbid.
    const waiting = await knownToAny(situation.nodes, before);
    const price =
      waiting.length === 0
        ? gasPrice(situation.prices, gasPriceMax)
        : raisedPrice(situation.prices, waiting, gasPriceMax);
    const gas = await askGasOfNothing(situation.nodes, account, rollup);
    await this.#requireFee(
      gas * highestPrice(price) + (await askBesideGas(situation.nodes, gas, rollup)),
      0n,
      situation.nodes,
    );
    return this.#sign('cancel', { ...asked, fields: { chainId, account, nonce, gas, price } });
  }

  /** By other decimals a payment would be a thousand or a million times as much. */
  async #requireDecimals(token: EvmToken, nodes: readonly EvmNode[]): Promise<void> {
    for (const node of nodes) {
      const { name, rpc } = node;
      const known = this.#known.get(node) ?? new Set();
      if (known.has(token)) continue;
      const reported = await callForNumber(rpc, token.contract, decimalsData);
      if (reported !== BigInt(token.decimals))
        throw new Error(
          `${token.coin} has ${token.decimals} decimals, and the contract ${token.contract} says ${reported} at ${name}: it is another token`,
        );
      this.#known.set(node, known.add(token));
    }
  }

  /** The least that a node says counts, with everything that waits. */
  async #requireFunds(
    { coin, amount }: PaymentOrder,
    token: EvmToken | undefined,
    units: bigint,
    nodes: readonly EvmNode[],
    fee: bigint,
  ): Promise<void> {
    const { account, asset } = this.#options;
    for (const { rpc } of nodes) {
      const coins = await balanceOf(rpc, account, 'pending');
      const needed = fee + (token === undefined ? units : 0n);
      if (coins < needed)
        throw new WalletShort(
          `${formatAmount(needed - coins)} ${asset} are missing for the payment and its fee`,
        );
      if (token === undefined) continue;
      const held = await callForNumber(rpc, token.contract, balanceData(account), 'pending');
      if (held < units)
        throw new WalletShort(`${formatAmount(amount - ledgerAmount(held, token))} ${coin} are missing`);
    }
  }

  /** For what takes the place of another transaction, whose own cost nodes may count already. */
  async #requireFee(fee: bigint, paid: bigint, nodes: readonly EvmNode[]): Promise<void> {
    this.#requireFeeWithin(fee);
    const { account, asset } = this.#options;
    for (const { rpc } of nodes) {
      const missing = fee + paid - (await balanceOf(rpc, account, 'latest'));
      if (missing > 0n) throw new WalletShort(`${formatAmount(missing)} ${asset} are missing for the fee`);
    }
  }

  #requireFeeWithin(fee: bigint): void {
    const { feeMax, asset } = this.#options;
    if (fee > feeMax)
      throw new Error(
        `the payment would cost up to ${formatAmount(fee)} ${asset}, over the cap of ${formatAmount(feeMax)}`,
      );
  }

  async #reserveAndSign(
    kind: 'sign' | 'sweep',
    asked: Asked,
    { claimed, before, situation }: KnownBefore,
    cost: Pick<EvmFields, 'gas' | 'price'>,
  ): Promise<BuildOutcome> {
    const { reservations, account, network, chainId } = this.#options;
    const { payoutId } = asked.order;
    const bound: BuildOutcome = { kind: 'bound', payments: [{ payoutId, before }] };
    const signed = before.map(({ claims }) => numbersIn(claims, account));
    // Signed from another account: nothing of this one would exclude it.
    if (signed.some(({ length }) => length === 0)) return bound;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const reserved = await reservations.read(network, [payoutId]);
      const number = chooseNumber({
        ...situation,
        claimed: numbersIn(claimed, account),
        signed: signed.flat(),
        own: numbersIn(reserved.own, account),
        others: numbersIn(reserved.others, account),
      });
      if (number === undefined) return bound;
      if (!(await reservations.reserve(network, [payoutId], [claimOf(account, number)]))) continue;
      const fields = { chainId, account, nonce: BigInt(number), ...cost };
      return { kind: 'signed', ...(await this.#sign(kind, { ...asked, fields })) };
    }
    if (before.length > 0) return bound;
    throw new Error('other payments take the numbers of the account at this moment');
  }

  async #sign(kind: 'sign' | 'sweep' | 'cancel', request: EvmSignRequest): Promise<SignedTransaction> {
    const { signer, reservations, network } = this.#options;
    const answer = await signer[kind](request);
    if (answer.kind === 'refused') {
      // What it has signed, also by a call whose answer was lost, needs its number again.
      if ((await signer.signedFor(request)).length === 0)
        await reservations.release(network, [request.order.payoutId]);
      throw new Error(`the signer refuses: ${answer.why}`);
    }
    const payment = await readPayment(answer.bytes);
    if (payment === undefined)
      throw new Error('the signer has answered with bytes that are no payment of this kind');
    const difference = differenceOf(payment, kind === 'cancel' ? nothingOf(request) : request);
    if (difference !== undefined)
      throw new Error(`the signer has signed another ${difference} than it was asked to`);
    return { bytes: answer.bytes, txid: payment.txid, proof: proofOf(payment) };
  }
}

/** The first of these that makes the payment: among them may be what cancels it. */
async function firstPayment(
  signed: readonly SignedBytes[],
  asked: Asked,
): Promise<SignedTransaction | undefined> {
  for (const { bytes } of signed) {
    const payment = await readPayment(bytes);
    if (payment !== undefined && isPaymentOf(payment, asked))
      return { bytes, txid: payment.txid, proof: proofOf(payment) };
  }
  return undefined;
}
