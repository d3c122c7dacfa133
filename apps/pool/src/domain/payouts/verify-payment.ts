import type { DecodedPayment, PaymentOrder, RailTerms } from '../kernel/rail.ts';

/** How what was signed differs from what was reserved; undefined when it does not. `fee` alone is no forgery, only dear. */
export type Difference =
  | { readonly kind: 'altered'; readonly what: string }
  | { readonly kind: 'fee-over-cap'; readonly fee: bigint };

/**
 * Compares a decoded transaction with its order: the payee gets exactly the amount, once, with the memo, on the network, and
 * whatever else goes out comes back to an address of our own.
 */
export function verifyPayment(
  order: PaymentOrder,
  txid: string,
  decoded: DecodedPayment,
  terms: RailTerms,
): Difference | undefined {
  const altered = (what: string): Difference => ({ kind: 'altered', what });
  if (decoded.txid !== txid) return altered('id of the transaction');
  if (decoded.network !== order.network) return altered('network');
  const ours = decoded.outputs.filter(({ address }) => terms.ownAddresses.includes(address));
  const others = decoded.outputs.filter(({ address }) => !terms.ownAddresses.includes(address));
  const [output] = others;
  if (others.length !== 1 || output === undefined) return altered('number of outputs');
  if (output.address !== order.address) return altered('address');
  if (output.memo !== order.memo) return altered('memo');
  if (output.asset !== order.coin) return altered('asset');
  if (output.amount !== order.amount) return altered('amount');
  if (ours.some(({ amount }) => amount < 0n)) return altered('change');
  // What claims nothing could be confirmed beside any other transaction of the same payout.
  if (decoded.claims.length === 0) return altered('claims');
  if (decoded.fee.asset !== terms.feeAsset || decoded.fee.amount < 0n) return altered('fee');
  if (decoded.fee.amount > terms.feeMax) return { kind: 'fee-over-cap', fee: decoded.fee.amount };
  return undefined;
}
