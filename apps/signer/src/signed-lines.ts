import type { Refusal, SignedTransaction, SignRequest } from '@openlode/signing/messages';
import type { Refused, ReadTransaction } from './families/family.ts';
import type { JournalOrder, SignedLine } from './journal/journal-line.ts';

/** Signs it. */
export function lineOf(
  { network, kind }: Pick<SignRequest, 'network' | 'kind'>,
  orders: readonly JournalOrder[],
  transaction: ReadTransaction,
  at: number,
): SignedLine {
  const { name, fee, claims } = transaction;
  const { bytes, txid } = transaction.sign();
  const hex = Buffer.from(bytes).toString('hex');
  return { type: 'signed', at, network, kind, orders, name, txid, fee, claims, bytes: hex };
}

/** At least as many as it takes in an answer: every other field has fewer than 400, and an order's fewer than 100 beside what it says. */
export function lettersOf({
  orders,
  claims,
  bytes,
}: Pick<SignedTransaction, 'orders' | 'claims' | 'bytes'>): number {
  const ofOrders = orders.map(
    ({ payoutId, address, amount }) => payoutId.length + address.length + amount.toString().length + 100,
  );
  const ofClaims = claims.map((claim) => claim.length + 3);
  return [...ofOrders, ...ofClaims].reduce((sum, each) => sum + each, bytes.length + 400);
}

/** The orders in an order of their own. */
export function namesOf(orders: readonly JournalOrder[]): string {
  return orders
    .map(({ payoutId, target, token, amount }) => `${payoutId} ${target} ${token ?? ''} ${amount}`)
    .toSorted()
    .join('\n');
}

export function refusalOf({ reason, message, payoutIds }: Refused): Refusal {
  return { ok: false, reason, why: message, ...(payoutIds === undefined ? {} : { payoutIds }) };
}
