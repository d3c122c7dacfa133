import type { Order, SignRequest } from '@openlode/signing/messages';
import { type FeeUnit, Refused, type NetworkFamily, type ReadTransaction } from './families/family.ts';
import type { JournalOrder, SignedLine } from './journal/journal-line.ts';
import type { NetworkPolicy } from './policy/read-policy.ts';

/** Transactions of one payout. */
const transactionsMax = 50;

/** What was signed before, as far as a judgement needs it. */
export interface Past {
  /** All transactions that pay a payout. */
  transactionsOf(payoutId: string): readonly SignedLine[];
  /** A transaction that uses the number of a sender. */
  usesNumber(claim: string): SignedLine | undefined;
  /** What left of the network's coin today, or of one of its tokens. */
  spentToday(token?: string): bigint;
}

/** What the signer allows on a network. */
export interface Rules {
  readonly policy: NetworkPolicy;
  /** Whether an address is on the list for sweeps. */
  readonly isListed: (address: string) => boolean;
  readonly feeUnit: FeeUnit;
  /** As its family says. */
  readonly paysOnce: boolean;
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
  { policy, isListed, feeUnit, paysOnce }: Rules,
  past: Past,
): void {
  const { kind } = request;
  const isSweep = kind === 'sweep';
  if (isSweep && orders.some(({ address }) => !isListed(address)))
    throw new Refused('not-allowed', 'The address is not on the list for sweeps.');
  if (kind !== 'cancel') requireTokens(orders, policy);
  requireFee(transaction, policy, feeUnit);
  if (kind === 'payout') requirePayments(orders, policy);
  /** By token, that of the coin under none. */
  const added = new Map<string | undefined, bigint>([[undefined, transaction.fee]]);
  for (const order of orders) {
    const earlier = past.transactionsOf(order.payoutId);
    if (earlier.length >= transactionsMax)
      throw new Refused('too-often', `It was signed ${earlier.length} times.`, [order.payoutId]);
    requireExclusive(request, order, transaction, earlier);
    if (paysOnce && kind !== 'cancel') requireFirst(order, earlier);
    // Two transactions of a payout exclude each other: its amount leaves once.
    if (earlier.length === 0 && kind === 'payout')
      added.set(order.token, (added.get(order.token) ?? 0n) + order.amount);
  }
  if (kind === 'cancel') requireSigned(orders, transaction, past);
  requireNumbers(request, orders, transaction, past);
  for (const [token, amount] of added) requireDay(capsOf(policy, token).day, past.spentToday(token), amount);
}

/**
 * What cancels spends nothing but what was signed for its payouts: the caller can use up only what it was given, and pays no more than
 * the caps of fees.
 */
function requireSigned(orders: readonly JournalOrder[], { claims }: ReadTransaction, past: Past): void {
  const never = orders.filter(({ payoutId }) => past.transactionsOf(payoutId).length === 0);
  if (never.length > 0)
    throw new Refused(
      'not-allowed',
      'Nothing was signed for it that could be cancelled.',
      never.map(({ payoutId }) => payoutId),
    );
  const known = new Set(
    orders.flatMap(({ payoutId }) => past.transactionsOf(payoutId).flatMap((line) => line.claims)),
  );
  const other = claims.find((claim) => !known.has(claim));
  if (other !== undefined)
    throw new Refused('not-allowed', `It spends ${other}, which was signed for none of these payouts.`);
}

/** What is not in the signer's file does not leave, in sweeps neither: what its contract does is not known. */
function requireTokens(orders: readonly JournalOrder[], policy: NetworkPolicy): void {
  const unknown = orders.filter(({ token }) => token !== undefined && !policy.tokens.has(token));
  if (unknown.length > 0)
    throw new Refused(
      'not-allowed',
      'The token is none of the signer.',
      unknown.map(({ payoutId }) => payoutId),
    );
}

function capsOf(
  policy: NetworkPolicy,
  token: string | undefined,
): { readonly payment: bigint; readonly day: bigint } {
  return token === undefined ? policy : (policy.tokens.get(token) ?? { payment: 0n, day: 0n });
}

function requireDay(day: bigint, spent: bigint, added: bigint): void {
  if (spent + added > day)
    throw new Refused(
      'day-cap',
      `${spent} of ${day} left today, and this is ${added} more: it waits for the next day (UTC).`,
    );
}

/**
 * A number that was used for a payment is used for no other one: the first could then have no transaction any more. The same payment may have
 * another id, that of a pool whose database was set back.
 */
function requireNumbers(
  { network }: Pick<SignRequest, 'network'>,
  orders: readonly JournalOrder[],
  { claims }: ReadTransaction,
  past: Past,
): void {
  for (const claim of claims) {
    const line = past.usesNumber(claim);
    if (line === undefined) continue;
    const others = orders.filter((order) => !line.orders.some((before) => isSamePayment(before, order)));
    if (others.length > 0)
      throw new Refused(
        'number-taken',
        `${line.txid} has this number on ${network}, for ${line.orders.map(({ payoutId }) => payoutId).join(', ')}.`,
        others.map(({ payoutId }) => payoutId),
      );
  }
}

function isSamePayment(one: JournalOrder, other: JournalOrder): boolean {
  return one.target === other.target && one.token === other.token && one.amount === other.amount;
}

function requireFee({ fee, size }: ReadTransaction, policy: NetworkPolicy, unit: FeeUnit): void {
  if (fee > policy.fee) throw new Refused('fee-cap', `The fee is ${fee}, and ${policy.fee} is the most.`);
  if (fee > policy.feeRate * size)
    throw new Refused(
      'fee-rate-cap',
      `The fee is ${fee} for ${size} (${unit}), and ${policy.feeRate} for each is the most.`,
    );
}

function requirePayments(orders: readonly JournalOrder[], policy: NetworkPolicy): void {
  const beyond = orders.filter(({ token, amount }) => amount > capsOf(policy, token).payment);
  const [first] = beyond;
  if (first !== undefined)
    throw new Refused(
      'payment-cap',
      `${capsOf(policy, first.token).payment} is the most for one payment.`,
      beyond.map(({ payoutId }) => payoutId),
    );
}

/** Nothing but what cancels may have been signed for a payout. */
function requireFirst({ payoutId }: JournalOrder, earlier: readonly SignedLine[]): void {
  const before = earlier.find(({ kind }) => kind !== 'cancel');
  if (before !== undefined)
    throw new Refused(
      'no-shared-claim',
      `${before.txid} was signed for it before, and both could be executed: what they claim does not exclude it.`,
      [payoutId],
    );
}

/** Each earlier transaction of a payout must be for the same payment, and must spend something that this one spends as well. */
function requireExclusive(
  { network, kind }: Pick<SignRequest, 'network' | 'kind'>,
  order: JournalOrder,
  { claims }: ReadTransaction,
  earlier: readonly SignedLine[],
): void {
  const { payoutId } = order;
  const own = new Set(claims);
  for (const line of earlier) {
    const before = line.orders.find((each) => each.payoutId === payoutId);
    // What cancels a payout, or a sweep, is one of its transactions.
    const isOfKind = line.kind === kind || line.kind === 'cancel' || kind === 'cancel';
    const isSame =
      line.network === network && isOfKind && before !== undefined && isSamePayment(before, order);
    if (!isSame) throw new Refused('payout-changed', 'It was signed for another payment before.', [payoutId]);
    if (!line.claims.some((claim) => own.has(claim)))
      throw new Refused(
        'no-shared-claim',
        `${line.txid} was signed for it before, and both could be confirmed.`,
        [payoutId],
      );
  }
}
