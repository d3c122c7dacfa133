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
  const { outward } = splitOutputs(decoded, terms);
  if (orders.length === 0 || outward.length !== orders.length) return altered('number of outputs');
  // As many outputs as orders, and each order finds one at an address of its own: so no output is left over.
  if (new Set(orders.map(({ address }) => address)).size < orders.length) return altered('address');
  for (const order of orders) {
    const difference = verifyShare(order, txid, decoded, terms);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/**
 * The same for one payment of a transaction that may make others too: it pays this order exactly, and nothing else to the same address.
 */
export function verifyShare(
  order: PaymentOrder,
  txid: string,
  decoded: DecodedPayment,
  terms: RailTerms,
): Difference | undefined {
  if (decoded.txid !== txid) return altered('id of the transaction');
  if (decoded.network !== order.network) return altered('network');
  const { ours, outward } = splitOutputs(decoded, terms);
  if (outward.length > (terms.payeesMax ?? 1)) return altered('number of outputs');
  const [output, another] = outward.filter(({ address }) => address === order.address);
  if (output === undefined || another !== undefined) return altered('address');
  if (output.memo !== order.memo) return altered('memo');
  if (output.asset !== order.coin) return altered('asset');
  if (output.amount !== order.amount) return altered('amount');
  if (ours.some(({ amount }) => amount < 0n)) return altered('change');
  // What claims nothing could be confirmed beside any other transaction of the same payout.
  if (decoded.claims.length === 0) return altered('claims');
  if (decoded.fee.asset !== terms.feeAsset || decoded.fee.amount < 0n) return altered('fee');
  if (decoded.fee.amount > terms.feeMax * BigInt(outward.length))
    return { kind: 'fee-over-cap', fee: decoded.fee.amount };
  return undefined;
}

/** What comes back to us, and what goes to others. */
export function splitOutputs(
  { outputs }: Pick<DecodedPayment, 'outputs'>,
  { ownAddresses }: Pick<RailTerms, 'ownAddresses'>,
): { readonly ours: readonly DecodedOutput[]; readonly outward: readonly DecodedOutput[] } {
  const own = new Set(ownAddresses);
  return {
    ours: outputs.filter(({ address }) => own.has(address)),
    outward: outputs.filter(({ address }) => !own.has(address)),
  };
}

function altered(what: string): Difference {
  return { kind: 'altered', what };
}
