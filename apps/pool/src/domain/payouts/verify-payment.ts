import type { DecodedOutput, DecodedPayment, PaymentOrder, RailTerms } from '../kernel/rail.ts';

/** How what was signed differs from what was reserved; undefined when it does not. `fee` alone is no forgery, only dear. */
export type Difference =
  | { readonly kind: 'altered'; readonly what: string }
  | { readonly kind: 'fee-over-cap'; readonly fee: bigint };

/**
 * Compares a decoded transaction with its orders: each payee gets exactly its amount, once, with its memo, on the network, and whatever
 * else goes out comes back to an address of our own. No two orders go to one address.
 */
export function verifyPayment(
  orders: readonly PaymentOrder[],
  txid: string,
  decoded: DecodedPayment,
  terms: RailTerms,
): Difference | undefined {
  if (decoded.txid !== txid) return altered('id of the transaction');
  if (orders.some(({ network }) => network !== decoded.network)) return altered('network');
  const ours = decoded.outputs.filter(({ address }) => terms.ownAddresses.includes(address));
  const others = decoded.outputs.filter(({ address }) => !terms.ownAddresses.includes(address));
  if (orders.length === 0 || others.length !== orders.length) return altered('number of outputs');
  // As many outputs as orders, and each order finds one at an address of its own: so no output is left over.
  if (new Set(orders.map(({ address }) => address)).size < orders.length) return altered('address');
  for (const order of orders) {
    const difference = compareOutput(order, others);
    if (difference !== undefined) return difference;
  }
  if (ours.some(({ amount }) => amount < 0n)) return altered('change');
  // What claims nothing could be confirmed beside any other transaction of the same payout.
  if (decoded.claims.length === 0) return altered('claims');
  if (decoded.fee.asset !== terms.feeAsset || decoded.fee.amount < 0n) return altered('fee');
  if (decoded.fee.amount > terms.feeMax * BigInt(orders.length))
    return { kind: 'fee-over-cap', fee: decoded.fee.amount };
  return undefined;
}

function compareOutput(order: PaymentOrder, outputs: readonly DecodedOutput[]): Difference | undefined {
  const output = outputs.find(({ address }) => address === order.address);
  if (output === undefined) return altered('address');
  if (output.memo !== order.memo) return altered('memo');
  if (output.asset !== order.coin) return altered('asset');
  return output.amount === order.amount ? undefined : altered('amount');
}

function altered(what: string): Difference {
  return { kind: 'altered', what };
}
