import type { Order, SignRequest } from '@openlode/signing/messages';
import { Refused, type NetworkFamily, type ReadTransaction } from './families/family.ts';
import type { JournalOrder, SignedLine } from './journal/journal-line.ts';
import type { NetworkPolicy } from './policy/read-policy.ts';

/** Transactions of one payout. */
const transactionsMax = 50;

/** What was signed before, as far as a judgement needs it. */
export interface Past {
  /** All transactions that pay a payout. */
  transactionsOf(payoutId: string): readonly SignedLine[];
  /** What left the network today. */
  readonly spentToday: bigint;
}

/** The orders with what their addresses stand for. Throws Refused for an address that is none: the family has read them before. */
export function resolveOrders(
  family: NetworkFamily,
  network: string,
  orders: readonly Order[],
): readonly JournalOrder[] {
  return orders.map((order) => {
    const target = family.targetOf(network, order.address);
    if (target === undefined) throw new Refused('address', 'An address is none.', [order.payoutId]);
    return { ...order, target };
  });
}

/**
 * Whether a transaction that does exactly its orders may be signed: caps, the list for sweeps, and what was signed for the same payouts.
 *
 * @throws Refused
 */
export function judgeTransaction(
  request: Pick<SignRequest, 'network' | 'kind'>,
  orders: readonly JournalOrder[],
  transaction: ReadTransaction,
  policy: NetworkPolicy,
  past: Past,
  sweepTargets: ReadonlySet<string>,
): void {
  const isSweep = request.kind === 'sweep';
  if (isSweep && orders.some(({ target }) => !sweepTargets.has(target)))
    throw new Refused('not-allowed', 'The address is not on the list for sweeps.');
  requireFee(transaction, policy);
  if (!isSweep) requirePayments(orders, policy);
  let added = transaction.fee;
  for (const order of orders) {
    const earlier = past.transactionsOf(order.payoutId);
    if (earlier.length >= transactionsMax)
      throw new Refused('too-often', `It was signed ${earlier.length} times.`, [order.payoutId]);
    requireExclusive(request, order, transaction, earlier);
    // Two transactions of a payout exclude each other: its amount leaves once.
    if (earlier.length === 0 && !isSweep) added += order.amount;
  }
  if (past.spentToday + added > policy.day)
    throw new Refused(
      'day-cap',
      `${past.spentToday} of ${policy.day} left today, and this is ${added} more: it waits for the next day (UTC).`,
    );
}

function requireFee({ fee, size }: ReadTransaction, policy: NetworkPolicy): void {
  if (fee > policy.fee) throw new Refused('fee-cap', `The fee is ${fee}, and ${policy.fee} is the most.`);
  if (fee > policy.feeRate * BigInt(size))
    throw new Refused(
      'fee-rate-cap',
      `The fee is ${fee} for ${size} virtual bytes, and ${policy.feeRate} for each is the most.`,
    );
}

function requirePayments(orders: readonly JournalOrder[], policy: NetworkPolicy): void {
  const beyond = orders.filter(({ amount }) => amount > policy.payment);
  if (beyond.length > 0)
    throw new Refused(
      'payment-cap',
      `${policy.payment} is the most for one payment.`,
      beyond.map(({ payoutId }) => payoutId),
    );
}

/** Each earlier transaction of a payout must be for the same payment, and must spend something that this one spends as well. */
function requireExclusive(
  { network, kind }: Pick<SignRequest, 'network' | 'kind'>,
  { payoutId, target, amount }: JournalOrder,
  { claims }: ReadTransaction,
  earlier: readonly SignedLine[],
): void {
  const own = new Set(claims);
  for (const line of earlier) {
    const before = line.orders.find((each) => each.payoutId === payoutId);
    const isSame =
      line.network === network && line.kind === kind && before?.target === target && before.amount === amount;
    if (!isSame) throw new Refused('payout-changed', 'It was signed for another payment before.', [payoutId]);
    if (!line.claims.some((claim) => own.has(claim)))
      throw new Refused(
        'no-shared-claim',
        `${line.txid} was signed for it before, and both could be confirmed.`,
        [payoutId],
      );
  }
}
