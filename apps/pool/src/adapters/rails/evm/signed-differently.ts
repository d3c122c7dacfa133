import type { SignedBefore } from '../../../domain/kernel/rail.ts';
import { highestPrice } from './gas-price.ts';
import { claimOf } from './payment-proof.ts';
import { type EvmPayment, readPayment } from './read-transaction.ts';
import type { EvmSignRequest } from './signer.ts';

/** What a signer is asked of a payment before its number is chosen. */
export type Asked = Omit<EvmSignRequest, 'fields'>;

/** Read by itself: what is bound by it is not the signer's to say. */
export async function signedBefore(bytes: Uint8Array): Promise<SignedBefore> {
  const payment = await readPayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of this kind');
  return { txid: payment.txid, claims: [claimOf(payment.account, payment.nonce)] };
}

/** Whether it makes just this payment. */
export function isPaymentOf({ token, payee, units }: EvmPayment, asked: Asked): boolean {
  return token === asked.token && payee === asked.order.address.toLowerCase() && units === asked.units;
}

/** The same number for nothing: 0 from the account to itself. */
export function nothingOf({ order, fields }: EvmSignRequest): EvmSignRequest {
  return { order: { ...order, address: fields.account }, token: undefined, units: 0n, fields };
}

/** In what it is another one than was asked for; undefined where it is not. */
export function differenceOf(
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
