import { formatAmount } from '@openlode/money/amount';
import type { BytesOnNetwork, PaymentOrder, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { Unanswered } from '../../../runtime/call-limit.ts';
import { unitOf } from './amounts.ts';
import { buildPayment, differenceFrom } from './build-payment.ts';
import type { PaymentBuilderOptions } from './builder-options.ts';
import { feeOf } from './fee-rate.ts';
import { dustOf } from './payment-builder.ts';
import { proofOf, withId } from './payment-proof.ts';
import { askLeader } from './ask-leader.ts';
import { askRate } from './ask-rate.ts';
import { missingAtNodes, ownCoins, readSigned, withParents } from './pool-coins.ts';
import { claimsIn } from './share-coins.ts';
import { besideBytes, scriptBytes, virtualBytes } from './transaction-size.ts';

/** A signer takes no more coins. */
const coinsMax = 200;

/**
 * Builds and signs a transaction that brings the coins of everything that was signed for these payments back to the pool: of what is stored,
 * and of what the signer knows beside. Sends nothing. Coins that a node has as spent, also by what waits, are not free: nodes would refuse it.
 * Wallets are not asked which are: one goes on counting as spent what a transaction spends that its node has put out for dearer ones.
 *
 * @throws Error where it cannot be done now, or nothing was signed
 */
export async function cancelPayment(
  options: PaymentBuilderOptions,
  orders: readonly PaymentOrder[],
  attempts: readonly Pick<BytesOnNetwork, 'bytes'>[],
): Promise<SignedTransaction> {
  const { facts, addresses, signer, feeMax } = options;
  const bytes = attempts.map((each) => each.bytes);
  for (const order of orders)
    for (const each of await signer.signedFor(order)) if (!each.isOfAnother) bytes.push(each.bytes);
  const before = bytes.map((each) => claimsIn(readSigned(each, facts), addresses));
  if (before.length === 0) throw new Error('nothing was signed for the payment');
  const [{ height }, rate] = await Promise.all([askLeader(options), askRate(options)]);
  const own = await ownCoins(options, [...new Set(before.flatMap(({ claims }) => claims))]);
  const missing = await missingAtNodes(options, own);
  const coins = own.filter(({ name }) => !missing.has(name)).slice(0, coinsMax);
  const names = coins.map(({ name }) => name);
  const missed = before.find(({ claims }) => !claims.some((claim) => names.includes(claim)));
  if (missed !== undefined)
    throw new Error(
      `no coin of ${missed.txid} is free at two nodes: they have it waiting for a block, or another transaction spends its coins`,
    );
  const fee = feeOf(
    rate,
    virtualBytes(
      addresses.coins,
      coins.length,
      [scriptBytes(addresses.changeScript.length, facts.form)],
      besideBytes(facts.form),
    ),
  );
  const feeCap = feeMax * BigInt(orders.length);
  if (fee * unitOf(facts) > feeCap)
    throw new Error(
      `it would cost ${formatAmount(fee * unitOf(facts))} ${facts.asset}, over the cap of ${formatAmount(feeCap)}`,
    );
  const value = coins.reduce((sum, coin) => sum + coin.value, 0n) - fee;
  if (value < dustOf(facts)) throw new Error('its coins are worth less than they cost to spend');
  const outputs = [{ script: addresses.changeScript, value }];
  const kind = { coins: addresses.coins, form: facts.form };
  const spent = await withParents(options, coins);
  const psbt = buildPayment(kind, spent, outputs);
  const answer = await signer.cancel({ network: orders[0]?.network ?? '', orders, psbt });
  if (answer.kind === 'refused') throw new Error(`the signer refuses: ${answer.why}`);
  const signed = readSigned(answer.bytes, facts);
  const difference = differenceFrom(kind, signed, spent, outputs);
  if (difference !== undefined)
    throw new Unanswered(`the signer has signed other ${difference} than it was asked to`);
  const txid = addresses.nameOf(signed);
  return {
    bytes: answer.bytes,
    txid,
    proof: withId(proofOf(names, height, [], options.confirmations), txid, signed),
  };
}
