import { Unanswered } from '../../../runtime/call-limit.ts';
import { unitsOf } from '@openlode/catalogue/chain-units';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import type { BoundPayment, InvalidationProof, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { chainUnits, unitOf } from './amounts.ts';
import { askLeader } from './ask-leader.ts';
import { askRate } from './ask-rate.ts';
import { buildPayment, type CoinWithParent, differenceFrom, type PaymentKind } from './build-payment.ts';
import type { PaymentBuilderOptions } from './builder-options.ts';
import { chooseCoins } from './choose-coins.ts';
import { lockedCoins } from './locked-coins.ts';
import { proofOf, withId } from './payment-proof.ts';
import { missingAtNodes, readSigned, withParents } from './pool-coins.ts';
import type { TransactionOutput } from './read-transaction.ts';
import { besideBytes, scriptBytes } from './transaction-size.ts';
import { boundOf, claimsIn, coinsToShare, firstMissed } from './share-coins.ts';
import { type ListedCoin, listCoins } from './spendable-coins.ts';

export interface BuiltPayment {
  readonly bytes: Uint8Array;
  readonly txid: string;
  readonly proof: InvalidationProof;
}

/** Another process may take coins at the same moment. */
const triesMax = 3;

/** Builds payments out of the pool's own coins, and has them signed. */
export class PaymentBuilder {
  readonly #options: PaymentBuilderOptions;
  readonly #kind: PaymentKind;

  constructor(options: PaymentBuilderOptions) {
    this.#options = options;
    this.#kind = { coins: options.addresses.coins, form: options.facts.form };
  }

  /**
   * Builds and signs one transaction for these payments, to different addresses that each have a script; sends nothing.
   *
   * @param claimed coins that transactions of the pool spend which are not over
   * Answers those that are `bound` where there are such, see `BuildOutcome`; then nothing was signed.
   *
   * @throws WalletShort where there are too few coins that may be spent now
   * @throws Error where it cannot be done now
   */
  async build(
    orders: readonly PaymentOrder[],
    claimed: readonly string[],
  ): Promise<BuiltPayment | { readonly bound: readonly BoundPayment[] }> {
    const { reservations } = this.#options;
    const before = await this.#signedBefore(orders);
    const network = orders[0]?.network ?? '';
    const payouts = orders.map(({ payoutId }) => payoutId);
    const [{ node, height }, rate] = await Promise.all([askLeader(this.#options), askRate(this.#options)]);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const reserved = await reservations.read(network, payouts);
      const taken = new Set([...claimed, ...reserved.others]);
      const listed = (await listCoins(node.wallet, this.#options, this.#options.confirmations)).filter(
        ({ name }) => !taken.has(name),
      );
      const bound = boundOf(before, new Set(listed.map(({ name }) => name)));
      if (bound.length > 0) return { bound };
      const chosen = await this.#chooseShared(orders, { before, listed, reserved: reserved.own, rate });
      const names = chosen.coins.map(({ name }) => name);
      // Built before coins are kept for it: what cannot be built keeps none from others.
      const psbt = buildPayment(this.#kind, chosen.coins, chosen.outputs);
      if (!(await reservations.reserve(network, payouts, names))) continue;
      return this.#sign(orders, { ...chosen, psbt }, height);
    }
    throw new Error('other payments take the coins at this moment');
  }

  /** The payments that were signed for before, with the transactions. One after another: a signer takes few connections at once. */
  async #signedBefore(orders: readonly PaymentOrder[]): Promise<readonly BoundPayment[]> {
    const { addresses, facts } = this.#options;
    const payments: BoundPayment[] = [];
    for (const order of orders) {
      const signed = await this.#options.signer.signedFor(order);
      if (signed.length === 0) continue;
      const before = signed.map(({ bytes }) => claimsIn(readSigned(bytes, facts), addresses));
      payments.push({
        payoutId: order.payoutId,
        before,
        isOfAnother: signed.every(({ isOfAnother }) => isOfAnother),
      });
    }
    return payments;
  }

  /** As `#choose`, with a coin of everything that was signed before; another one where two nodes do not know the first. */
  async #chooseShared(
    orders: readonly PaymentOrder[],
    { before, listed, reserved, rate }: SharedGoal,
  ): Promise<Chosen> {
    let candidates = listed;
    for (;;) {
      const first = coinsToShare(before, reserved, new Set(candidates.map(({ name }) => name)));
      const chosen = await this.#choose(orders, candidates, first, rate);
      const names = new Set(chosen.coins.map(({ name }) => name));
      const missed = firstMissed(before, names);
      if (missed === undefined) return chosen;
      const known = candidates.filter(({ name }) => !first.has(name) || names.has(name));
      if (known.length === candidates.length)
        throw new Error(`${missed.txid} was signed before, and no coin of it is well known to two nodes now`);
      candidates = known;
    }
  }

  async #choose(
    orders: readonly PaymentOrder[],
    listed: readonly ListedCoin[],
    own: ReadonlySet<string>,
    rate: bigint,
  ): Promise<Chosen> {
    const { facts, addresses, feeMax } = this.#options;
    const payees = orders.map((order) => this.#payeeOf(order));
    // The bytes alone would not tell which payment is whose.
    if (new Set(payees.map(({ script }) => Buffer.from(script).toString('hex'))).size < payees.length)
      throw new Error('two of these payments go to one address, spelled in two ways');
    const goal = {
      kind: addresses.coins,
      beside: besideBytes(facts.form),
      amount: payees.reduce((sum, { value }) => sum + value, 0n),
      scriptLengths: payees.map(({ script }) => scriptBytes(script.length, facts.form)),
      changeScriptLength: scriptBytes(addresses.changeScript.length, facts.form),
      rate,
      dust: dustOf(facts),
    };
    let candidates = listed;
    for (;;) {
      const choice = chooseCoins(candidates, goal, own);
      if (choice.kind === 'short') throw this.#short(choice.missing, listed.length - candidates.length);
      if (choice.kind === 'too-many')
        throw new Error(
          'the payment would need too many small coins: put them together (sweep), or add a larger one',
        );
      const fee = choice.fee * unitOf(facts);
      if (fee > feeMax * BigInt(orders.length))
        throw new Error(
          `the payment would cost ${formatAmount(fee)} ${facts.asset}, over the cap of ${formatAmount(feeMax)} for each payee`,
        );
      const locked = await lockedCoins(this.#options, choice.coins);
      const missing = new Set([...(await missingAtNodes(this.#options, choice.coins)), ...locked]);
      if (missing.size > 0) {
        candidates = candidates.filter(({ name }) => !missing.has(name));
        continue;
      }
      const change = choice.change > 0n ? [{ script: addresses.changeScript, value: choice.change }] : [];
      return { coins: await withParents(this.#options, choice.coins), outputs: [...payees, ...change] };
    }
  }

  #payeeOf({ address, amount }: PaymentOrder): TransactionOutput {
    const { addresses, facts } = this.#options;
    const script = addresses.scriptOf(address);
    if (script === undefined) throw new Error(`${address} is no address that can be paid`);
    return { script, value: chainUnits(amount, facts) };
  }

  #short(missing: bigint, leftOut: number): WalletShort {
    const { facts, confirmations } = this.#options;
    const locked = facts.leftTypes === undefined ? '' : ', or they are of a kind that is left alone';
    const others =
      leftOut === 0 ? '' : `; ${leftOut} coins are left out, because not every node has them${locked}`;
    return new WalletShort(
      `${formatAmount(missing * unitOf(facts))} ${facts.asset} are missing in coins under ${confirmations} blocks that no other payment spends${others}`,
    );
  }

  async #sign(
    orders: readonly PaymentOrder[],
    { coins, outputs, psbt }: Chosen & { readonly psbt: Uint8Array },
    height: number,
  ): Promise<BuiltPayment> {
    const { signer, addresses, reservations, facts } = this.#options;
    const network = orders[0]?.network ?? '';
    const answer = await signer.sign({ network, orders, psbt });
    if (answer.kind === 'refused') {
      // What it has signed, also by a call whose answer was lost, needs a coin of them again.
      if ((await this.#signedBefore(orders)).length === 0)
        await reservations.release(
          network,
          orders.map(({ payoutId }) => payoutId),
        );
      throw new Error(`the signer refuses: ${answer.why}`);
    }
    const signed = readSigned(answer.bytes, facts);
    const difference = differenceFrom(this.#kind, signed, coins, outputs);
    if (difference !== undefined)
      throw new Unanswered(`the signer has signed other ${difference} than it was asked to`);
    const spelled = addresses.spellingsOf(orders.map(({ address }) => address));
    const proof = proofOf(
      coins.map(({ name }) => name),
      height,
      spelled,
      this.#options.confirmations,
    );
    const txid = addresses.nameOf(signed);
    return { bytes: answer.bytes, txid, proof: withId(proof, txid, signed) };
  }
}

interface SharedGoal {
  readonly before: readonly BoundPayment[];
  readonly listed: readonly ListedCoin[];
  readonly reserved: ReadonlySet<string>;
  readonly rate: bigint;
}

interface Chosen {
  readonly coins: readonly CoinWithParent[];
  readonly outputs: readonly TransactionOutput[];
}

/** Below this no node passes an output on, in the chain's smallest units. */
export function dustOf(facts: Pick<RailFacts, 'asset' | 'decimals'>): bigint {
  const { asset } = facts;
  const least = unitsOf(asset, asset)?.minOutput;
  if (least === undefined) throw new Error(`the least output of ${asset} is not known`);
  return chainUnits(parseAmount(least), facts);
}
