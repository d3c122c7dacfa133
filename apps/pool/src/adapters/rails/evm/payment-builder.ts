import { formatAmount } from '@openlode/money/amount';
import type { EvmFields } from '@openlode/signing/messages';
import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { BuildOutcome, PaymentOrder, SignedBefore } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { askEach } from '../ask-nodes.ts';
import { type EvmToken, ledgerAmount, type PaidAssets, unitsOf } from './assets.ts';
import { chooseNumber } from './choose-number.ts';
import { askTip, balanceOf, callForNumber, type EvmNode, transactionCount } from './evm-node.ts';
import { type AskedPrice, askPrice, gasPrice, highestPrice } from './gas-price.ts';
import { claimOf, numbersIn, proofOf } from './payment-proof.ts';
import { type EvmPayment, readPayment } from './read-transaction.ts';
import type { EvmSigner, EvmSignRequest } from './signer.ts';
import { balanceData, decimalsData } from './token-calls.ts';
import { tryAtNodes } from './try-at-nodes.ts';

export interface PaymentBuilderOptions {
  readonly network: string;
  /** The coin of the network. */
  readonly asset: string;
  readonly chainId: bigint;
  readonly nodes: readonly EvmNode[];
  /** The pool's own account, in lower case. */
  readonly account: string;
  readonly assets: PaidAssets;
  readonly signer: EvmSigner;
  readonly reservations: CoinReservations;
  /** In wei for each unit of gas. */
  readonly gasPriceMax: bigint;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
}

/** A node alone may be wrong about the numbers of the account, and about what a payment would do. */
const nodesNeeded = 2;
/** For a payment of which the nodes cannot say what it takes. */
const gasOfUndone = 100_000n;
/** Another process may take the number at the same moment. */
const triesMax = 3;

/** What the nodes say before a payment is built. */
interface Situation {
  readonly nodes: readonly EvmNode[];
  readonly next: number;
  readonly nextWaiting: number;
  readonly waitingAnywhere: number;
  readonly prices: readonly AskedPrice[];
}

/** Read by itself: what is bound by it is not the signer's to say. */
function signedBefore(bytes: Uint8Array): SignedBefore {
  const payment = readPayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of this kind');
  return { txid: payment.txid, claims: [claimOf(payment.account, payment.nonce)] };
}

type Asked = Omit<EvmSignRequest, 'fields'>;

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
   * @param claimed numbers that transactions of the pool have which are not over
   * @throws WalletShort where the account holds too little
   * @throws Error where it cannot be done now
   */
  async build(order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> {
    const { assets, account, gasPriceMax } = this.#options;
    const token = assets.tokenOf(order.coin);
    const units = unitsOf(order.amount, token);
    const asked = { order, token: token?.contract, units };
    const signed = await this.#options.signer.signedFor(asked);
    const before = signed.map(({ bytes }) => signedBefore(bytes));
    if (signed.length > 0 && signed.every(({ isOfAnother }) => isOfAnother))
      return { kind: 'bound', payments: [{ payoutId: order.payoutId, before, isOfAnother: true }] };
    const situation = await this.#situation();
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
    const fee = gas * highestPrice(price);
    this.#requireFee(fee);
    await this.#requireFunds(order, token, units, situation.nodes, fee);
    return this.#reserveAndSign(asked, { claimed, before, situation }, { gas, price });
  }

  async #situation(): Promise<Situation> {
    const { nodes, chainId, account } = this.#options;
    const { answers, silent } = await askEach(nodes, async (node) => {
      const { rpc } = node;
      const tip = await askTip(rpc, chainId);
      const next = await transactionCount(rpc, account, 'latest');
      const nextWaiting = await transactionCount(rpc, account, 'pending');
      return { node, ...tip, next, nextWaiting, price: await askPrice(rpc) };
    });
    const synced = answers.filter(({ isSynced }) => isSynced);
    if (synced.length < nodesNeeded) {
      const behind = answers
        .filter(({ isSynced }) => !isSynced)
        .map(({ node }) => `${node.name}: it is behind`);
      throw new Error(`two nodes in step are needed: ${[...silent, ...behind].join('; ')}`);
    }
    return {
      nodes: synced.map(({ node }) => node),
      // What is in a block of any node is used.
      next: Math.max(...synced.map(({ next }) => next)),
      // One node alone could make up that all before a number are known: behind a gap a payment has no end.
      nextWaiting:
        synced.map(({ nextWaiting }) => nextWaiting).toSorted((a, b) => b - a)[nodesNeeded - 1] ?? 0,
      waitingAnywhere: Math.max(...synced.map(({ nextWaiting }) => nextWaiting)),
      prices: synced.map(({ price }) => price),
    };
  }

  /** By other decimals a payment would be a thousand or a million times as much. */
  async #requireDecimals(token: EvmToken, nodes: readonly EvmNode[]): Promise<void> {
    for (const node of nodes) {
      const { name, rpc } = node;
      const known = this.#known.get(node) ?? new Set();
      if (known.has(token)) continue;
      const said = await callForNumber(rpc, token.contract, decimalsData);
      if (said !== BigInt(token.decimals))
        throw new Error(
          `${token.coin} has ${token.decimals} decimals, and the contract ${token.contract} says ${said} at ${name}: it is another token`,
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

  #requireFee(fee: bigint): void {
    const { feeMax, asset } = this.#options;
    if (fee > feeMax)
      throw new Error(
        `the payment would cost up to ${formatAmount(fee)} ${asset}, over the cap of ${formatAmount(feeMax)}`,
      );
  }

  async #reserveAndSign(
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
      return this.#sign({ ...asked, fields: { chainId, account, nonce: BigInt(number), ...cost } });
    }
    if (before.length > 0) return bound;
    throw new Error('other payments take the numbers of the account at this moment');
  }

  async #sign(request: EvmSignRequest): Promise<BuildOutcome> {
    const { signer, reservations, network } = this.#options;
    const answer = await signer.sign(request);
    if (answer.kind === 'refused') {
      // What it has signed, also by a call whose answer was lost, needs its number again.
      if ((await signer.signedFor(request)).length === 0)
        await reservations.release(network, [request.order.payoutId]);
      throw new Error(`the signer refuses: ${answer.why}`);
    }
    const payment = readPayment(answer.bytes);
    if (payment === undefined)
      throw new Error('the signer has answered with bytes that are no payment of this kind');
    const difference = differenceOf(payment, request);
    if (difference !== undefined)
      throw new Error(`the signer has signed another ${difference} than it was asked to`);
    return { kind: 'signed', bytes: answer.bytes, txid: payment.txid, proof: proofOf(payment) };
  }
}

function differenceOf(
  payment: EvmPayment,
  { order, token, units, fields }: EvmSignRequest,
): string | undefined {
  const { chainId, account, nonce, gas, price } = fields;
  const isSamePrice =
    payment.pricePerGas === highestPrice(price) &&
    payment.priorityPerGas === ('gasPrice' in price ? undefined : price.maxPriorityFeePerGas);
  const checks: readonly (readonly [string, boolean])[] = [
    ['chain', payment.chainId === chainId],
    ['account', payment.account === account],
    ['number', payment.nonce === nonce],
    ['gas', payment.gas === gas],
    ['price', isSamePrice],
    ['token', payment.token === token],
    ['payee', payment.payee === order.address.toLowerCase()],
    ['amount', payment.units === units],
  ];
  return checks.find(([, isSame]) => !isSame)?.[0];
}
